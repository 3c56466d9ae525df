"""Texts for Part II: Python's manual, and dates in many languages."""

from .dates import FORMATS, LANGUAGES, WrittenDate, dates, written
from .prose import NoText, python_manual, read, split

__all__ = [
    "FORMATS",
    "LANGUAGES",
    "NoText",
    "WrittenDate",
    "dates",
    "python_manual",
    "read",
    "split",
    "written",
]
