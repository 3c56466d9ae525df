"""Written dates in many languages, from CLDR's data by Babel; notebook 09 translates them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date

LANGUAGES = {
    "ar": "Arabic",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "hi": "Hindi",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pt": "Portuguese",
    "ru": "Russian",
    "tr": "Turkish",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
FORMATS = ("full", "long", "medium")  # "short" is ambiguous: 3/4/05
FIRST, LAST = date(1950, 1, 1), date(2049, 12, 31)


@dataclass(frozen=True)
class WrittenDate:
    """One date: as it is written, and in ISO 8601."""

    text: str
    iso: str
    language: str
    form: str

    @property
    def pair(self) -> tuple[str, str]:
        """(source, target) of a translation."""
        return self.text, self.iso


def written(day: date, language: str, form: str) -> WrittenDate:
    """A day in one language and one of CLDR's forms.

    Raises:
        ValueError: the language is not in LANGUAGES, or the form not in FORMATS.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language={language!r} is not among {', '.join(LANGUAGES)}.")
    if form not in (*FORMATS, "short"):
        raise ValueError(f"form={form!r} is not among {', '.join((*FORMATS, 'short'))}.")
    return WrittenDate(format_date(day, form, locale=language), day.isoformat(), language, form)


def dates(
    count: int, seed: int, forms: Sequence[str] = FORMATS, languages: Sequence[str] = ()
) -> list[WrittenDate]:
    """``count`` different days from 1950 to 2049, each in a drawn language and form.

    Raises:
        ValueError: there are not so many days.
    """
    days = range(FIRST.toordinal(), LAST.toordinal() + 1)
    if not 0 <= count <= len(days):
        raise ValueError(f"count={count} must be from 0 to {len(days)}.")
    draw = random.Random(seed)
    spoken = list(languages) or list(LANGUAGES)
    return [
        written(date.fromordinal(day), draw.choice(spoken), draw.choice(list(forms)))
        for day in draw.sample(days, count)
    ]
