"""Inject real faults into a correct run, and see which numbers of the run show them.

Most were found in published code that "trained". Some the loss gives away, some only exact match,
and some neither: those need a check of the part itself, as in notebooks 01 to 06.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from ..course.learner_package import course_answer
from ..models import Components, FaultyTransformer
from .config import CONFIGS, TrainingConfig
from .evaluation import Score, evaluate
from .parts import Parts
from .tasks import EOS, PAD, Task
from .trainer import Trainer

# A correct run needs about 90 steps. Short sequences show the same faults as long ones.
CONFIG = replace(
    CONFIGS["copy"], task=Task("copy, lengths 1 to 4", max_len=4), cooldown=110, steps=110
)


@dataclass(frozen=True)
class InjectedFault:
    """One fault: in the model, in the functions of notebook 07, or in the target.

    Attributes:
        name: what is wrong, in a few words.
        model: the fields of `Components` that are wrong.
        parts: the right functions -> those that train. The right ones evaluate.
        target: src and the right tgt -> the tgt that is trained on.
        seen: where somebody really made it.
    """

    name: str
    model: dict[str, Any] = field(default_factory=dict)
    parts: Callable[[Parts], Parts] | None = None
    target: Callable[[Tensor], Tensor] | None = None
    seen: str = ""


@dataclass(frozen=True)
class Verdict:
    """What the numbers of a run show.

    Attributes:
        loss: the mean of the last ten losses of the run.
        score: exact match of free-running decoding on right data.
        steps: how many steps it had; a run that is all right ends early.
    """

    fault: str
    loss: float
    score: Score
    steps: int

    @property
    def detected_by(self) -> str:
        """Which number gives the fault away.

        "loss" where it stays above 0.15; "exact match" where the loss looks fine but less than 95 %
        of the sequences are right; "neither" where both look fine.
        """
        if self.loss > 0.15:
            return "loss"
        return "neither" if self.score.exact_match >= 0.95 else "exact match"


def train_with_fault(
    fault: InjectedFault, config: TrainingConfig = CONFIG, seed: int = 0, count: int = 200
) -> Verdict:
    """Train a model with the fault in it and evaluate it on held-out sequences."""
    right = Parts()
    wrong = fault.parts(right) if fault.parts else right
    # Labels of a wrong shift may lack eos. No docstring asks the learner's own to take that.
    wrong = replace(wrong, exact_match=course_answer("exact_match", own=False))
    task = config.task
    if fault.target:
        task = task.drawn_by(_with_target(task, fault.target))
    model = config.build_model(
        partial(FaultyTransformer, components=Components(**fault.model)), seed
    )
    trainer = Trainer(model, config.for_task(task), wrong, seed=seed)
    run = trainer.run(eval_every=50, count=60, final=len(task.lengths))
    score = evaluate(model, config.task, right, count)
    return Verdict(fault.name, sum(list(run.losses.values())[-10:]) / 10, score, trainer.step)


def _with_target(task: Task, change: Callable[[Tensor], Tensor]) -> Callable[..., Any]:
    def batch(count: int, max_len: int, vocab: int, generator: Any, device: Any = None) -> Any:
        src, tgt = task.batch(count, generator, device)
        return src, change(tgt)

    return batch


# --- faulty components ---------------------------------------------------------------------------


def _straight_split(x: Tensor, heads: int) -> Tensor:
    return x.view(x.shape[0], heads, x.shape[1], -1)  # a head takes a piece of the sentence


def _straight_merge(x: Tensor) -> Tensor:
    return x.reshape(x.shape[0], x.shape[2], -1)  # not transposed back: tokens are mixed


def _lowest(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, torch.finfo(scores.dtype).min)


def _over_queries(scores: Tensor, mask: Tensor) -> Tensor:
    return _lowest(scores, mask).softmax(dim=-2)


def _masked_afterwards(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.softmax(dim=-1) * mask  # not divided by the new sum


def _minus_lost(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, 1e-9).softmax(dim=-1)  # meant: -1e9


def _inverted(scores: Tensor, mask: Tensor) -> Tensor:
    return _lowest(scores, ~mask).softmax(dim=-1)


def _all_open(length: int, device: torch.device) -> Tensor:
    return torch.ones(length, length, dtype=torch.bool, device=device)


def _one_ahead(length: int, device: torch.device) -> Tensor:
    return _all_open(length, device).tril(1)


def _pads_open(ids: Tensor, pad_id: int) -> Tensor:
    return torch.ones_like(ids, dtype=torch.bool)[:, None, None, :]


def _no_shift(parts: Parts) -> Parts:
    return replace(parts, shift_target=lambda tgt: (tgt[:, :-1], tgt[:, :-1]))


def _with_loss(parts: Parts, loss: Callable[[Tensor, Tensor], Tensor]) -> Parts:
    """Parts whose ``train_step`` is right but uses this loss."""

    def step(model: Any, src: Tensor, tgt: Tensor, optimizer: Any, pad_id: int) -> float:
        decoder_input, labels = parts.shift_target(tgt)
        optimizer.zero_grad()
        value = loss(model(src, decoder_input), labels)
        value.backward()
        optimizer.step()
        return value.item()

    return parts.with_step(step)


def _pads_count(parts: Parts) -> Parts:
    return _with_loss(parts, lambda logits, y: F.cross_entropy(logits.flatten(0, 1), y.flatten()))


def _softmax_twice(parts: Parts) -> Parts:
    return _with_loss(parts, lambda logits, y: parts.sequence_loss(logits.softmax(-1), y, PAD))


def _never_zeroed(parts: Parts) -> Parts:
    def step(model: Any, src: Tensor, tgt: Tensor, optimizer: Any, pad_id: int) -> float:
        decoder_input, labels = parts.shift_target(tgt)
        loss = parts.sequence_loss(model(src, decoder_input), labels, pad_id)
        loss.backward()
        optimizer.step()
        return loss.item()

    return parts.with_step(step)


def _own_shift(parts: Parts) -> Parts:
    """Parts whose ``train_step`` uses the wrong ``shift_target``."""
    wrong = _no_shift(parts)
    return replace(
        _with_loss(wrong, lambda logits, y: parts.sequence_loss(logits, y, PAD)),
        shift_target=wrong.shift_target,
    )


def _without_eos(tgt: Tensor) -> Tensor:
    return tgt.masked_fill(tgt == EOS, PAD)


def _without_bos(tgt: Tensor) -> Tensor:
    return torch.cat([tgt[:, 1:], torch.full_like(tgt[:, :1], PAD)], dim=1)


GITHUB = "https://github.com/"
FAULTS = (
    InjectedFault(
        "heads merged without transposing back",
        {"merge": _straight_merge},
        seen=f"{GITHUB}jsbaan/transformer-from-scratch/pull/6",
    ),
    InjectedFault(
        "heads split and merged by view alone",
        {"split": _straight_split, "merge": _straight_merge},
        seen=f"{GITHUB}649453932/Chinese-Text-Classification-Pytorch/issues/53",
    ),
    InjectedFault(
        "heads split by view alone",
        {"split": _straight_split},
        seen=f"{GITHUB}hyunwoongko/transformer/issues/15",
    ),
    InjectedFault(
        "no causal mask",
        {"causal": _all_open},
        seen=f"{GITHUB}huggingface/transformers/issues/48745",
    ),
    InjectedFault(
        "one future token visible",
        {"causal": _one_ahead},
        seen=f"{GITHUB}karpathy/nanoGPT/issues/331",
    ),
    InjectedFault("cross-attention reads the decoder itself", {"listens": False}),
    InjectedFault(
        "mask inverted",
        {"weights": _inverted},
        seen=f"{GITHUB}wfondrie/depthcharge/pull/38",
    ),
    InjectedFault(
        "masked with 1e-9, the minus lost",
        {"weights": _minus_lost},
        seen=f"{GITHUB}georg-wolflein/good-features/pull/1",
    ),
    InjectedFault(
        "masked after softmax, sum below 1",
        {"weights": _masked_afterwards},
        seen=f"{GITHUB}rasbt/LLMs-from-scratch/issues/279",
    ),
    InjectedFault(
        "softmax over queries",
        {"weights": _over_queries},
        seen=f"{GITHUB}labmlai/annotated_deep_learning_paper_implementations/issues/146",
    ),
    InjectedFault(
        "divided by √d_model",
        {"scale": lambda d_k, heads: (d_k * heads) ** 0.5},
        seen=f"{GITHUB}lucidrains/vit-pytorch/issues/65",
    ),
    InjectedFault(
        "not divided at all",
        {"scale": lambda d_k, heads: 1.0},
        seen=f"{GITHUB}delzac/cntkx/issues/10",
    ),
    InjectedFault(
        "pads of the source not masked",
        {"source_mask": _pads_open},
        seen=f"{GITHUB}pytorch/tutorials/issues/719",
    ),
    InjectedFault(
        "no positions",
        {"positions": False},
        seen=f"{GITHUB}Lightning-AI/pytorch-lightning/pull/20099",
    ),
    InjectedFault(
        "no residual",
        {"add": lambda x, y: y},
        seen=f"{GITHUB}kyegomez/BitNet/issues/32",
    ),
    InjectedFault("no activation in the feed-forward network", {"activation": False}),
    InjectedFault(
        "target not shifted",
        parts=_own_shift,
        seen=f"{GITHUB}Kyubyong/transformer/issues/94",
    ),
    InjectedFault(
        "pads counted in the loss",
        parts=_pads_count,
        seen=f"{GITHUB}EleutherAI/gpt-neo/pull/45",
    ),
    InjectedFault(
        "softmax before the loss",
        parts=_softmax_twice,
        seen=f"{GITHUB}bkitano/llama-from-scratch/issues/5",
    ),
    InjectedFault(
        "gradients never zeroed",
        parts=_never_zeroed,
        seen=f"{GITHUB}locuslab/TCN/pull/7",
    ),
    InjectedFault(
        "no eos in the target",
        target=_without_eos,
        seen=f"{GITHUB}jarobyte91/pytorch_beam_search/issues/5",
    ),
    InjectedFault(
        "no bos in the target",
        target=_without_bos,
        seen=f"{GITHUB}ThilinaRajapakse/simpletransformers/pull/1405",
    ),
)
NO_FAULT = InjectedFault("none")
