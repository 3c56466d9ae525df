"""An exercise small enough to see through, its known mistakes, and a bank that holds them."""

from dataclasses import replace

import torch

from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Exercise, Finding, Mistake, SizeGrid, Trial, refused
from tutor_utils.engine.run.observe import observe


def scaled(x, factor=2.0):
    """The right answer: times the factor, plus the place in the row."""
    if factor < 0:
        raise ValueError(f"factor={factor} is negative")
    return factor * x + torch.arange(x.shape[-1], dtype=x.dtype)


def without_factor(x, factor=2.0):
    return scaled(x, 1.0 if factor >= 0 else factor)


def without_places(x, factor=2.0):
    return scaled(x, factor) - torch.arange(x.shape[-1], dtype=x.dtype)


def unguarded(x, factor=2.0):
    return scaled(x, abs(factor))


def stopping(x, factor=2.0):
    return scaled(x, factor).nonsense


def raising(error):
    def answer(*_):
        raise error

    return answer


ANSWERS = {
    "factor-lost": without_factor,
    "places-lost": without_places,
    "not-guarded": unguarded,
    "stops": stopping,
}


class Bank:
    """Known mistakes by slug."""

    def __init__(self, answers=ANSWERS):
        self.answers, self.runs = answers, {}

    def answer(self, exercise, mistake):
        return self.answers.get(mistake.slug)


def mistake(slug, **more):
    """A known mistake with words that name it."""
    words = {"means": f"{slug} means.", "try_next": f"Try {slug}.", "hint": f"Hint {slug}."}
    return Mistake(**({"slug": slug, "name": f"scaled: {slug}"} | words | more))


def rows_differ(value, x, factor):
    """A property: no number may come twice in a row."""
    if len(set(value[0].tolist())) == value.shape[-1]:
        return None
    return Finding("Two numbers are the same.", "They should differ.", "Look.", "factor-lost")


def trials(inputs):
    return [
        Trial("one row of 2", (inputs.arange(1, 2), 3.0)),
        Trial("two rows of 3", (inputs.normal(2, 3), 4.0)),
        refused("a negative factor", inputs.arange(1, 2), -1.0, mentions=("factor", ("-1", "neg"))),
        Trial("all alike", (torch.ones(1, 3), 2.0), verify=rows_differ, criterion="differ"),
    ]


EXERCISE = Exercise(
    trials,
    call="scaled(x, factor)",
    hints=("One.", "Two."),
    truth=scaled,
    axes=("B L",),
    criteria={"differ": "gives numbers that differ"},
    points=4,
    id="scaled",
    title="scale a row",
    mistakes=tuple(map(mistake, ANSWERS)),
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3)},
        lambda inputs, B, L: Trial("", (inputs.arange(B, L), 3.0)) if (B, L) != (2, 1) else None,
    ),
)


def only(exercise, *trials, **more):
    """The exercise with other trials."""
    return replace(exercise, trials=lambda inputs: list(trials), **more)


def evidence_of(exercise, answer, seed=0):
    return Evidence.from_observation(exercise, observe(exercise, answer, seed))
