"""Drawing for the course: attention, masks, matrices, curves and the map of the Transformer.

Every function takes tensors, NumPy arrays or nested lists, leaves them as they were, and returns a
`Picture`: an image with a text alternative. Bad input raises a ValueError that names the argument.
"""

from .attention_maps import attention, heads, layers
from .comparison import compare
from .image import Picture, picture
from .lines import curves
from .live import Live
from .look import style
from .masking import mask, steps
from .matrices import matrix
from .transformer_map import architecture

__all__ = [
    "Live",
    "Picture",
    "architecture",
    "attention",
    "compare",
    "curves",
    "heads",
    "layers",
    "mask",
    "matrix",
    "picture",
    "steps",
    "style",
]
