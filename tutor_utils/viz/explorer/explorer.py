"""`viz.explore`: a trained Transformer in a page that computes its forward pass."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import files
from ..attention_maps import heads
from ..image import Picture
from ..interactive.page import Viewer
from ..recording import Recording

if TYPE_CHECKING:
    from torch import Tensor, nn

    from .weights import Weights

# Box of the picture -> the parts it shows, by their names in `architecture`.
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


class Explorer(Viewer):
    """The explorer of a trained model, a script in the page: it needs no kernel.

    Attributes:
        weights: the model's parameters by role.
        recording: its attention on the first sentence.
        answer: its output for that sentence, as words.
    """

    script = "explorer"

    def __init__(
        self, weights: Weights, recording: Recording, answer: str, data: dict[str, Any]
    ) -> None:
        self.weights, self.recording, self.answer, self._data = weights, recording, answer, data

    def data(self) -> dict[str, Any]:
        """The data that the page needs."""
        return self._data

    def picture(self) -> Picture:
        """The last cross-attention."""
        cross = self.recording.layers("cross")[-1]
        tgt, src = self.recording.labels("cross", 0)
        allowed = None if cross.allowed is None else cross.allowed[0, 0]
        title = "The last cross-attention"
        return heads(cross.weights[0], queries=tgt, keys=src, mask=allowed, title=title)

    @property
    def _caption(self) -> str:
        _, src = self.recording.labels("cross", 0)
        return f"It reads {' '.join(src)}, and says {self.answer}."

    def stored(self) -> str:
        """The picture, and the answer in words."""
        return f"{super().stored()}<p>{escape(self._caption)}</p>"

    def __repr__(self) -> str:
        return f"{super().__repr__()} {self._caption}"

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
) -> Explorer:
    """Explore a trained Transformer: follow a token, change a word, switch a head off.

    The page repeats the forward pass itself, so it holds all parameters: at most 250,000, and
    sentences of at most 14 tokens. Its results are compared with the model's before it is shown.

    Args:
        model: has ``encode`` and ``decode`` as the course's ``Transformer``.
        sentences: ids (L,) or (B, L); the first row is shown first. Pads at the end are left out.
        pad_id, bos_id, eos_id: the special ids.
        lines: code to show, by part: "embedding", "positions", "attention", "mask", "multi_head",
            "feed_forward", "encoder", "decoder", "output".

    Raises:
        ValueError: an argument is wrong.
        CannotExplore: the page cannot repeat this model's computation; the text says why.

    Example:
        >>> viz.explore(model, src)
    """
    import torch  # with the first model, not with the course

    from .weights import weights_of

    if unknown := sorted(set(lines or {}) - _TITLES.keys()):
        raise ValueError(f"lines names {unknown}; the parts are {', '.join(_TITLES)}.")
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
        "lines": dict(lines or {}),
    }
    output_ids = weights.answer(rows[0], bos_id, eos_id)
    read = rows[0], [bos_id, *output_ids[:-1]]
    names = [[own[i] for i in ids] for own, ids in zip(words, read, strict=True)]
    answer = " ".join(words[1][i] for i in output_ids)
    device = next(model.parameters()).device
    recording = Recording(model, source=names[0], target=names[1])
    recording.record(*(torch.tensor([ids], device=device) for ids in read))
    return Explorer(weights, recording, answer, data)


def _rows(sentences: Any, pad_id: int) -> list[list[int]]:
    """The distinct sentences as lists of ids, without pads at the end."""
    given = sentences.tolist() if hasattr(sentences, "tolist") else list(sentences)
    nested = given and hasattr(given[0], "__len__")
    rows = [without_pads(row, pad_id) for row in (given if nested else [given])]
    unique = [list(row) for row in dict.fromkeys(map(tuple, rows)) if row]
    if not unique:
        raise ValueError("sentences must hold at least one sentence of ids.")
    return unique


def without_pads(row: Sequence[Any], pad_id: int) -> list[int]:
    """A sentence's ids without the pads after it; one id at least stays."""
    ids = list(map(int, row))
    while len(ids) > 1 and ids[-1] == pad_id:
        ids.pop()
    return ids


def _numbers(weights: Weights) -> dict[str, Any]:
    """The weights as the page reads them: float32 in base64, and what each run of them is."""
    import torch

    flat = torch.cat([each.flatten() for each in weights.numbers.values()]).numpy().astype("<f4")
    return {
        "numbers": base64.b64encode(flat.tobytes()).decode(),
        "shapes": [[name, list(each.shape)] for name, each in weights.numbers.items()],
        "heads": weights.heads,
        "layers": weights.layers,
        "norm_first": weights.norm_first,
        "eps": weights.eps,
    }
