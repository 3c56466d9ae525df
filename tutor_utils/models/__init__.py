"""Transformers that are compared with a learner's, or stand in for one. They need torch alone.

No truth is in here: a check may import them beside a learner's code.
"""

from .faulty import Components, FaultyTransformer
from .scripted import ScriptedTransformer, fixed_text
from .torch_transformer import TorchTransformer

__all__ = [
    "Components",
    "FaultyTransformer",
    "ScriptedTransformer",
    "TorchTransformer",
    "fixed_text",
]
