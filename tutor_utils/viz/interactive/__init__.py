"""Interactive viewers that run as a small script in the page and need no kernel.

Where no script runs (GitHub, paper, a notebook that is not trusted) a stored picture or table is
shown instead.
"""

from .arrows import Arrows
from .mask_function import MaskFunction
from .painter import MaskPainter
from .sampling import SamplingBars
from .shape_walk import ShapeWalk
from .slides import Slides
from .viewer import AttentionViewer

__all__ = [
    "Arrows",
    "AttentionViewer",
    "MaskFunction",
    "MaskPainter",
    "SamplingBars",
    "ShapeWalk",
    "Slides",
]
