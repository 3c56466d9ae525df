"""What the tests of pictures share: tensors to draw, and ways to read what was drawn."""

import io
import itertools

import numpy as np
import torch
from PIL import Image

from tutor_utils import viz
from tutor_utils.viz.theme import HATCH

SENTENCE = ["when", "you", "play", "the", "game", "of", "thrones"]
LABELS = {
    "numbers": lambda n: None,
    "long": lambda n: [f"a label that is rather long {i}" for i in range(n)],
    "korean": lambda n: [f"번역하다{i}" for i in range(n)],
    "empty": lambda n: [""] * n,
    "odd": lambda n: (["$5", "$x$", "<pad>", 'a"b', "two\nlines"] * n)[:n],
}


def random_weights(*shape: int, allowed=None) -> torch.Tensor:
    scores = 2 * torch.randn(*shape, generator=torch.Generator().manual_seed(0))
    return (scores if allowed is None else scores.masked_fill(~allowed, -1e9)).softmax(-1)


def causal(length: int) -> torch.Tensor:
    return torch.ones(length, length).tril().bool()


def positions(length: int, width: int) -> torch.Tensor:
    angle = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


def recorded(heads: int, length: int, labels=None) -> viz.Recording:
    q, k = torch.randn(2, 2, heads, length, 8, generator=torch.Generator().manual_seed(0))
    return viz.Recording.of(q, k, mask=causal(length), queries=labels, keys=labels)


def drawn(picture: viz.Picture) -> viz.Picture:
    """The picture, rendered, with words that are not empty."""
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == picture.alt and len(picture.alt) > 15
    assert bundle["text/html"].startswith('<img src="data:image/png;base64,iVBOR')
    return picture


def maps(picture: viz.Picture) -> list:
    """The axes that hold a matrix (a colour bar has its own label on the axes)."""
    return [ax for ax in picture.figure.axes if not hasattr(ax, "_colorbar")]


def labels_of(axis) -> list:
    return [tick.label1 for tick in axis.get_major_ticks() if tick.label1.get_text()]


def overlapping(axis) -> list[tuple[str, str]]:
    """Pairs of labels on one axis of which one covers a part of the other."""
    boxes = [(label.get_text(), label.get_window_extent()) for label in labels_of(axis)]
    pairs = itertools.pairwise(sorted(boxes, key=lambda box: (box[1].x0, box[1].y0)))
    return [(a, b) for (a, one), (b, two) in pairs if one.overlaps(two)]


def assert_readable(picture: viz.Picture) -> None:
    picture.figure.draw_without_rendering()
    for ax in maps(picture):
        for axis in (ax.xaxis, ax.yaxis):
            assert not overlapping(axis)
        for text in labels_of(ax.xaxis) + labels_of(ax.yaxis):
            assert text.get_fontsize() >= 7
    titles = [ax.title.get_window_extent() for ax in picture.figure.axes if ax.get_title()]
    titles += [ax._left_title.get_window_extent() for ax in maps(picture) if ax.get_title("left")]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(titles, 2))


def hatched(ax) -> np.ndarray:
    """The cells that are hatched, as (n, 2) corners (column, row)."""
    patches = [patch for patch in ax.patches if patch.get_hatch() == HATCH]
    return np.concatenate([patch.get_path().vertices[::10] for patch in patches] or [[]])


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
