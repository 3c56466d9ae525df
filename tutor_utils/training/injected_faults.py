"""Train with known mistakes in the model, and see which numbers of the run show them.

Most were found in published code that "trained". Some show in the loss, some only in exact match,
some in neither: those need a check of the part itself, as in notebooks 01 to 06.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .. import exercises
from ..course import answers
from ..course.learner_package import course_answer, course_text
from .config import CONFIGS, TrainingConfig
from .evaluation import Score, evaluate
from .parts import Parts
from .tasks import Task
from .trainer import Trainer

# A correct run needs about 90 steps. Short sequences suffice to show the faults.
CONFIG = replace(
    CONFIGS["copy"], task=Task("copy, lengths 1 to 4", max_len=4), cooldown=110, steps=110
)
LOOP = ("shift_target", "sequence_loss", "train_step", "train_model")


@dataclass(frozen=True)
class InjectedFault:
    """A fault: exercises whose answers are replaced by known mistakes (``mistakes.toml``).

    Attributes:
        name: what is wrong, in a few words.
        mistakes: exercise -> the slug of its mistake.
    """

    name: str
    mistakes: Mapping[str, str]

    @property
    def source(self) -> str:
        """The address of published code that had this fault; "" if unknown."""
        known = (exercises.find(name).mistake(slug) for name, slug in self.mistakes.items())
        return next((one.source for one in known if one and one.source), "")


@dataclass(frozen=True)
class Verdict:
    """The loss and score of a run with a fault.

    Attributes:
        loss: the mean of the last ten losses of the run.
        score: exact match of free-running decoding on right data.
        steps: the number of steps; a run with perfect evaluations ends early.
    """

    fault: str
    loss: float
    score: Score
    steps: int

    @property
    def detected_by(self) -> str:
        """The number that shows the fault.

        "loss" if it stays above 0.15; "exact match" if the loss is lower but less than 95 % of the
        sequences are right; else "neither".
        """
        if self.loss > 0.15:
            return "loss"
        return "neither" if self.score.exact_match >= 0.95 else "exact match"


def train_with_fault(
    fault: InjectedFault, config: TrainingConfig = CONFIG, count: int = 200
) -> Verdict:
    """Train a model with the fault and evaluate it on held-out sequences."""
    wrong = {name: answers.wrong(name, slug) for name, slug in fault.mistakes.items()}
    right, task = Parts(), config.task
    # Labels of a wrong shift may lack eos. No docstring asks the learner's own to take that.
    parts = replace(right, exact_match=course_answer("exact_match", own=False))
    if not wrong.keys().isdisjoint(LOOP):
        parts = replace(parts, **{name: assembled(name, wrong) for name in LOOP})
    if "copy_batch" in wrong:
        task = task.drawn_by(wrong["copy_batch"])
    model = config.build_model(assembled("Transformer", wrong))
    trainer = Trainer(model, config.for_task(task), parts)
    run = trainer.run(eval_every=50, count=60, final=len(task.lengths))
    score = evaluate(model, config.task, right, count)
    return Verdict(fault.name, sum(list(run.losses.values())[-10:]) / 10, score, trainer.step)


def assembled(name: str, wrong: Mapping[str, Any]) -> Any:
    """The course's answer to an exercise, built from the wrong parts where it uses them."""
    if name in wrong:
        return wrong[name]
    text, needed = course_text(name)
    return answers.define(name, text, parts={part: assembled(part, wrong) for part in needed})


FAULTS = (
    InjectedFault(
        "heads merged without transposing back", {"merge_heads": "merge-without-moving-back"}
    ),
    InjectedFault(
        "heads split and merged by view alone",
        {"split_heads": "view-straight-to-heads", "merge_heads": "merge-without-moving-back"},
    ),
    InjectedFault("heads split by view alone", {"split_heads": "view-straight-to-heads"}),
    InjectedFault("no causal mask", {"Transformer": "no-causal-mask"}),
    InjectedFault("one future token visible", {"causal_mask": "one-future-token"}),
    InjectedFault("cross-attention reads the decoder itself", {"DecoderLayer": "memory-not-read"}),
    InjectedFault("mask inverted", {"masked_attend": "mask-inverted"}),
    InjectedFault("masked with 1e-9, the minus lost", {"masked_attend": "filled-with-zero"}),
    InjectedFault("masked after softmax, sum below 1", {"masked_attend": "masked-after-softmax"}),
    InjectedFault("softmax over queries", {"masked_attend": "softmax-over-queries"}),
    InjectedFault("divided by √d_model", {"MultiHeadAttention": "scale-by-d-model"}),
    InjectedFault("not divided at all", {"masked_attend": "no-scale"}),
    InjectedFault("pads of the source not masked", {"Transformer": "source-pads-visible"}),
    InjectedFault("no positions", {"TransformerEmbedding": "no-positions"}),
    InjectedFault("no residual", {"EncoderLayer": "no-residual", "DecoderLayer": "no-residual"}),
    InjectedFault("no activation in the feed-forward network", {"FeedForward": "no-activation"}),
    InjectedFault("target not shifted", {"shift_target": "not-shifted"}),
    InjectedFault("pads counted in the loss", {"sequence_loss": "pads-counted"}),
    InjectedFault("softmax before the loss", {"sequence_loss": "softmax-before-cross-entropy"}),
    InjectedFault("gradients never zeroed", {"train_step": "gradients-not-zeroed"}),
    InjectedFault("no eos in the target", {"copy_batch": "target-without-eos"}),
    InjectedFault("no bos in the target", {"copy_batch": "bos-missing"}),
)
NO_FAULT = InjectedFault("none", {})
