"""Texts for Part II: the course's own prose, and dates in many languages."""

from .dates import FORMATS, LANGUAGES, WrittenDate, dates, written
from .prose import NoText, course_prose, read, split

__all__ = [
    "FORMATS",
    "LANGUAGES",
    "NoText",
    "WrittenDate",
    "course_prose",
    "dates",
    "read",
    "split",
    "written",
]
