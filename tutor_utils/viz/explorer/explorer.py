"""`viz.explore`: a trained Transformer in a page that computes with its numbers."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import files
from ..attention_maps import heads
from ..interactive.stored import Stored, tables
from ..recording import Recording

if TYPE_CHECKING:
    from torch import Tensor, nn

    from .weights import Weights

# What a box of the model is made of, by the names that `architecture` has for the parts.
_PARTS = {
    "encoder.embed": ["embedding", "positions"],
    "decoder.embed": ["embedding", "positions"],
    "encoder.self": ["attention", "multi_head", "encoder"],
    "decoder.self": ["attention", "mask", "multi_head", "decoder"],
    "decoder.cross": ["attention", "multi_head", "decoder"],
    "encoder.feed": ["feed_forward", "encoder"],
    "decoder.feed": ["feed_forward", "decoder"],
    "encoder.norm": ["encoder"],
    "decoder.norm": ["decoder"],
    "decoder.output": ["output"],
}
_TITLES = {
    "embedding": "the embedding",
    "positions": "the positions",
    "attention": "scaled dot-product attention",
    "multi_head": "multi-head attention",
    "mask": "the mask",
    "feed_forward": "the feed-forward network",
    "encoder": "the encoder layer",
    "decoder": "the decoder layer",
    "output": "the whole model",
}
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ margin: 0 auto; max-width: 1180px; padding: 8px; line-height: 1.45;
  font-family: system-ui, sans-serif; color: light-dark(#1b1e23, #e8eaed);
  background: light-dark(#ffffff, #16181c); }}
h1 {{ font-size: 22px; margin: 4px 0 8px; }}
h3 {{ font-size: 18px; margin: 28px 0 6px; }}
section {{ overflow-x: auto; }}
section > table {{ border-collapse: collapse; }}
section > table :is(th, td) {{ padding: 3px 18px 3px 0; text-align: left;
  border-bottom: 1px solid #7d848e; }}
section > img {{ background: #ffffff; border-radius: 6px; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


class Explorer:
    """A trained model, opened. It lives in the page: no kernel is needed once its cell has run.

    Attributes:
        weights: the model's numbers, and its answers.
        recording: its attention on the first sentence.
        stored: what a notebook keeps of it: data, picture and words.
    """

    def __init__(self, weights: Weights, recording: Recording, stored: Stored) -> None:
        self.weights, self.recording, self.stored = weights, recording, stored

    def __repr__(self) -> str:
        return repr(self.stored)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return self.stored._repr_mimebundle_()

    def save(self, path: str | Path, *, title: str = "Your model, opened", below: str = "") -> Path:
        """Write a page that works by itself, without a kernel and without a connection.

        Args:
            path: a name that ends in ``.html``; a file already there is replaced.
            title: its heading.
            below: HTML after the explorer.

        Raises:
            ValueError: the name has another ending.
        """
        path = Path(path)
        if path.suffix != ".html":
            raise ValueError(f"path must end in .html, not {path.name!r}.")
        body = self._repr_mimebundle_()["text/html"] + below
        files.write(path, _PAGE.format(title=escape(title), body=body))
        return path


def explore(
    model: nn.Module,
    sentences: Tensor | Sequence[Any],
    *,
    pad_id: int = 0,
    bos_id: int = 1,
    eos_id: int = 2,
    lines: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
) -> Explorer:
    """Open a trained Transformer: follow a token, change a word, switch a head off.

    The page computes again by itself, so it holds all the model's numbers: at most 250,000, and
    sentences of at most 14 tokens. What it computes was compared with the model before it is shown.

    Args:
        model: has ``encode`` and ``decode`` as the course's ``Transformer``.
        sentences: ids (L,) or (B, L); the first row is shown first. Pads at the end are left out.
        pad_id, bos_id, eos_id: the special ids.
        lines: code to show, by part: "embedding", "positions", "attention", "mask", "multi_head",
            "feed_forward", "encoder", "decoder", "output".
        links: an address for each part, in the same way.

    Raises:
        ValueError: an argument does not fit.
        CannotExplore: the page cannot compute what this model computes; the text says why.

    Example:
        >>> viz.explore(model, src)
    """
    from .weights import weights_of  # PyTorch is loaded with the first model, not with the course

    for name, given in (("lines", lines), ("links", links)):
        unknown = sorted(set(given or {}) - _TITLES.keys())
        if unknown:
            raise ValueError(f"{name} names {unknown}; the parts are {', '.join(_TITLES)}.")
    if not callable(getattr(model, "encode", None)) or not callable(getattr(model, "decode", None)):
        raise ValueError("model must have encode and decode, as the course's Transformer has.")
    rows = _rows(sentences, pad_id)
    weights = weights_of(model, pad_id, bos_id)
    if len(rows[0]) > weights.longest:
        raise ValueError(
            f"sentences begins with {len(rows[0])} tokens; here are at most {weights.longest}."
        )
    rows = [row for row in rows if len(row) <= weights.longest]
    sides = ("source", "target")
    specials = {pad_id: "<pad>", bos_id: "<bos>", eos_id: "<eos>"}
    words = [
        [specials.get(i, str(i)) for i in range(len(weights.numbers[f"{side}.table"]))]
        for side in sides
    ]
    data = {
        **_numbers(weights),
        "src": rows[0],
        "others": rows[:20],
        **{f"{side}_words": own for side, own in zip(sides, words, strict=True)},
        **{"pad": pad_id, "bos": bos_id, "eos": eos_id, "longest": weights.longest},
        "first": f"decoder.{weights.layers['decoder'] - 1}.cross",
        **{"parts": _PARTS, "titles": _TITLES},
        **{"lines": dict(lines or {}), "links": dict(links or {})},
    }
    said = weights.answer(rows[0], bos_id, eos_id)
    recording = _recorded(model, data, said, words)
    return Explorer(weights, recording, _stored(recording, data, said, words))


def _rows(sentences: Any, pad_id: int) -> list[list[int]]:
    """Each sentence as a list of ids, without the pads after it, each once."""
    given = sentences.tolist() if hasattr(sentences, "tolist") else list(sentences)
    nested = given and hasattr(given[0], "__len__")
    rows = [without_pads(row, pad_id) for row in (given if nested else [given])]
    kept = [list(row) for row in dict.fromkeys(map(tuple, rows)) if row]
    if not kept:
        raise ValueError("sentences must hold at least one sentence of ids.")
    return kept


def without_pads(row: Sequence[Any], pad_id: int) -> list[int]:
    """A sentence's ids without the pads after it; one id at least stays."""
    ids = list(map(int, row))
    while len(ids) > 1 and ids[-1] == pad_id:
        ids.pop()
    return ids


def _numbers(weights: Weights) -> dict[str, Any]:
    """The weights as the page reads them: float32 in base64, and what each run of them is."""
    whole = np.concatenate([each.ravel() for each in weights.numbers.values()]).astype("<f4")
    return {
        "numbers": base64.b64encode(whole.tobytes()).decode(),
        "shapes": [[name, list(each.shape)] for name, each in weights.numbers.items()],
        "heads": weights.heads,
        "layers": weights.layers,
        "norm_first": weights.norm_first,
        "eps": weights.eps,
    }


def _recorded(
    model: nn.Module, data: dict[str, Any], said: list[int], words: list[list[str]]
) -> Recording:
    import torch

    device = next(model.parameters()).device
    sides = data["src"], [data["bos"], *said[:-1]]
    names = [[own[i] for i in ids] for own, ids in zip(words, sides, strict=True)]
    recording = Recording(model, source=names[0], target=names[1])
    return recording.record(*(torch.tensor([ids], device=device) for ids in sides))


def _stored(
    recording: Recording, data: dict[str, Any], said: list[int], words: list[list[str]]
) -> Stored:
    """What is seen where no script runs: the last cross-attention, and the answer in words."""
    cross = recording.layers("cross")[-1]
    tgt, src = recording.labels("cross", 0)
    allowed = None if cross.allowed is None else cross.allowed[0, 0]
    picture = heads(
        cross.weights[0], queries=tgt, keys=src, mask=allowed, title="The last cross-attention"
    )
    maps = {f"head {i}": each for i, each in enumerate(cross.weights[0])}
    answer = " ".join(words[1][i] for i in said)
    caption = f"It reads {' '.join(src)}, and says {answer}."
    return Stored("explorer", data, picture, caption, tables(maps, tgt, src, allowed))
