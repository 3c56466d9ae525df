"""Drawings for the course: attention, masks, matrices, curves and the map of the Transformer.

Every function takes tensors, NumPy arrays or nested lists, leaves them as they were, and returns a
`Picture`: an image with a text alternative. Bad input raises a ValueError that names the argument.

Interactive viewers (`Arrows`, `AttentionViewer`, `MaskPainter`, `SamplingBars`, `ShapeWalk`,
`Slides`, and `explore` for a trained model) run as scripts in the page, without a kernel once
their cell has run. `MaskFunction` calls a function of the learner's, so it needs a kernel.
"""

from .attention_maps import attention, heads, reading
from .clock_hands import clock_hands, hands
from .explorer import Explorer, explore
from .image import Picture, picture
from .interactive import (
    Arrows,
    AttentionViewer,
    MaskFunction,
    MaskPainter,
    SamplingBars,
    ShapeWalk,
    Slides,
)
from .lines import curves, panels
from .live import Live
from .masking import mask, softmax_steps
from .matrices import matrix, product
from .recording import Recording
from .tables import tables
from .theme import style
from .transformer_map import architecture

__all__ = [
    "Arrows",
    "AttentionViewer",
    "Explorer",
    "Live",
    "MaskFunction",
    "MaskPainter",
    "Picture",
    "Recording",
    "SamplingBars",
    "ShapeWalk",
    "Slides",
    "architecture",
    "attention",
    "clock_hands",
    "curves",
    "explore",
    "hands",
    "heads",
    "mask",
    "matrix",
    "panels",
    "picture",
    "product",
    "reading",
    "softmax_steps",
    "style",
    "tables",
]
