"""The road stays short: cells, words, and how far it is to the next thing to do."""

import re
from itertools import pairwise
from math import ceil

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import build, front_page, length
from tutor_utils.authoring.generate import learner_notebook
from tutor_utils.authoring.length import words
from tutor_utils.course import sources

GAP = 12  # cells between two things to do
WORDS_A_MINUTE = 130
CONTROLS = re.compile(
    r"\bviz\.(?:Arrows|AttentionViewer|SamplingBars|MaskPainter|MaskFunction|ShapeWalk|Slides|explore)\("
)
INVITES = re.compile(r"^ *# Try: ", re.MULTILINE)  # to change a line, and run it again

every = pytest.mark.parametrize("notebook", exercises.NOTEBOOKS, ids=lambda n: n.number)


def cells_of(notebook):
    return learner_notebook(build.sources([notebook.number])[0]).cells


def to_do(cell):
    """Whether a learner writes, predicts, or moves something in this cell."""
    if cell.cell_type != "code":
        return False
    asked = exercises.known(cell.id) or cell.id.startswith("predict-")
    return bool(asked or CONTROLS.search(cell.source) or INVITES.search(cell.source))


def gaps(cells):
    """How many cells stand before, between and behind the things to do."""
    places = [-1, *(i for i, cell in enumerate(cells) if to_do(cell)), len(cells)]
    return [after - before - 1 for before, after in pairwise(places)]


@every
def test_notebook_is_short(notebook):
    made = learner_notebook(build.sources([notebook.number])[0])
    assert length.fits(notebook.number, made), length.report(notebook.number, made)


@every
def test_notebook_has_one_title_and_one_time_everywhere(notebook):
    source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
    heading = re.search(r"^# # (.*)$", source, re.MULTILINE)[1]
    assert heading == f"{notebook.number} · {notebook.title}"
    assert re.search(rf"\*\*About {notebook.minutes} minutes\.?\*\*", source)


@every
def test_something_to_do_is_never_far(notebook):
    if not notebook.side_trip:
        assert max(gaps(cells_of(notebook))) <= GAP


def seen(cells):
    """The words of text cells, without what is folded away."""
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    folded = re.compile(r"<details><summary>(.*?)</summary>.*?</details>", re.DOTALL)
    return sum(words(folded.sub(r"\1", text)) for text in texts)


def test_first_green_card_is_300_words_and_5_minutes_away():
    first, *_ = front_page.page().cells
    assert f"({exercises.NOTEBOOKS[0].stem}.ipynb)" in first.source, "the way in stands on top"
    cells = cells_of(exercises.NOTEBOOKS[0])
    place = next(i for i, cell in enumerate(cells) if cell.id.startswith("check-"))
    read = seen([first, *cells[:place]])
    asked = sources.headings()[cells[place].id.removeprefix("check-")]
    assert 0 < read <= 300 and read / WORDS_A_MINUTE + asked.minutes <= 5, f"{read} words"


def test_front_page_shows_at_most_300_words():
    assert 0 < seen(front_page.page().cells) <= 300


@pytest.mark.parametrize("number", [n.number for n in exercises.NOTEBOOKS if not n.side_trip])
def test_minutes_are_reading_running_and_writing(number):
    notebook = next(n for n in exercises.NOTEBOOKS if n.number == number)
    source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
    said = re.search(
        r"\*\*About (\d+) minutes\*\*: (\d+) to read and run, (\d+) to write\.", source
    )
    assert said
    whole, reading, writing = map(int, said.groups())
    asked = [e.id for e in notebook.entries if not e.bonus]
    minutes = sum(sources.headings()[name].minutes for name in asked)
    assert writing == minutes, "the line on top of the notebook counts its exercises' minutes"
    assert whole == 5 * round((reading + writing) / 5), "rounded to 5"
    _, read = length.measure(learner_notebook(build.sources([number])[0]))
    assert reading >= ceil(read / WORDS_A_MINUTE)


@every
def test_side_trip_is_linked_from_its_notebook(notebook):
    for trip in exercises.side_trips(notebook.number):
        source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
        assert re.search(rf"Dig deeper: .*\]\({trip.stem}\.ipynb\)", source)
        assert all(entry.bonus for entry in trip.entries)


def test_part_one_takes_six_to_seven_hours():
    minutes = [n.minutes for n in exercises.NOTEBOOKS if n.part == 1 and not n.side_trip]
    assert 360 <= sum(minutes) <= 420, "Part I is full: shorten what is there"
