"""Transformers to compare a learner's with, or to replace it; they need only torch.

No truth is in here: a check may import them beside a learner's code.
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
