"""Record what every attention module of a model does in one forward pass.

Any module takes part that returns its weights beside its output, as ``MultiHeadAttention`` and
``nn.MultiheadAttention`` do. `recording` is what a learner calls, `hooks` runs the model,
`inference` finds the mask and the q, k and v behind the weights.
"""

from .attention import KINDS, Attention
from .recording import Recording

__all__ = ["KINDS", "Attention", "Recording"]
