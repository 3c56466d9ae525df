"""Transformers to compare a learner's with, or to use in its place; they need only torch.

They hold no expected results, so probes may import them in the learner's process.
"""

from .decoding import DecodingTransformer
from .scripted import DrawnLogits, FixedText, ScriptedTransformer
from .torch_transformer import TorchTransformer

__all__ = [
    "DecodingTransformer",
    "DrawnLogits",
    "FixedText",
    "ScriptedTransformer",
    "TorchTransformer",
]
