"""Published weights: fetched, opened without running code, and given to the learner's classes."""

from .as_opt import opt_tensors
from .catalogue import CATALOGUE, PublishedModel
from .files import Found, Unusable, find, how_to_get
from .opening import open_llama, open_m2m100, open_opt

__all__ = [
    "CATALOGUE",
    "Found",
    "PublishedModel",
    "Unusable",
    "find",
    "how_to_get",
    "open_llama",
    "open_m2m100",
    "open_opt",
    "opt_tensors",
]
