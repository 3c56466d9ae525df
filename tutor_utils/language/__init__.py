"""Texts for Part II: the course's own prose."""

from .prose import NoText, course_prose, read, split

__all__ = ["NoText", "course_prose", "read", "split"]
