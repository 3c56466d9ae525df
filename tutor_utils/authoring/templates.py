"""The files that ``new`` and ``mistake`` start from, in ``templates/``.

What its author must still write stands behind ``WRITE:`` (see ``unwritten``).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(__package__),
        autoescape=False,  # it is Python, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )


def render(template: str, **values: Any) -> str:
    """The text of a template, such as ``function/exercise.py``."""
    return _environment().get_template(f"{template}.jinja").render(values)
