"""Data for Part II: Python's manual (notebook 08), and dates in many languages (notebook 09)."""

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
