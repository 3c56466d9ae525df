"""Answers that look alike: the same program under other names, in a form that few handed in."""

from tests.grading.submissions import cell, solved
from tutor_utils import exercises
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.similarity import MOST_SHARED, pairs, shape

LONG = """
def {f}({x}, {h}):
    # {c}
    sizes = [{x}.shape[0], {x}.shape[1], {h}, {x}.shape[2] // {h}]
    made = []
    for place in range(sizes[2]):
        made.append({x}[:, :, place * sizes[3] : (place + 1) * sizes[3]])
    return join(made)
"""
ONE = LONG.format(f="split_heads", x="x", h="num_heads", c="mine")
RENAMED = LONG.format(f="split_heads", x="data", h="n", c="my own work").replace("place", "i")
OTHER = ONE.replace("(place + 1) * sizes[3]", "place * sizes[3] + sizes[3]")


def by(learner, **codes):
    marks = tuple(Mark(name, "passed", 1.0, 1, code=code) for name, code in codes.items())
    return Marked(learner, "", "", marks=marks)


def test_names_comments_and_layout_do_not_matter():
    assert shape(ONE) == shape(RENAMED) == shape(ONE.replace("(x, num_heads)", "(x,\n  num_heads)"))
    assert shape(ONE) != shape(OTHER)


def test_what_is_short_or_no_python_has_no_shape():
    assert shape("def split_heads(x, h):\n    return x") == ""
    assert shape("def split_heads(:") == shape("#" * 100_000) == shape("(" * 10_000) == ""


def test_a_pair_needs_two_exercises_in_a_rare_form():
    both = {"split_heads": ONE, "project_qkv": ONE}
    copied = {"split_heads": RENAMED, "project_qkv": RENAMED}
    (pair,) = pairs([by("ana", **both), by("ben", **copied), by("cem", split_heads=OTHER)])
    assert pair.learners == ("ana", "ben")
    assert set(pair.exercises) == set(both) and pair.weight == 2.0
    assert not pairs([by("ana", split_heads=ONE), by("ben", split_heads=RENAMED)])


def test_a_form_that_many_share_is_the_usual_way():
    everywhere = {e.id: ONE for e in exercises.exercises()}
    few = [by(f"learner{i}", **everywhere) for i in range(MOST_SHARED)]
    assert len(pairs(few)) == MOST_SHARED * (MOST_SHARED - 1) / 2
    assert not pairs([*few, by("one more", **everywhere)])


def test_the_solution_of_the_course_tells_nothing():
    name = "06_encoder_and_decoder.ipynb"
    texts = {e: "".join(cell(solved(name), e)["source"]) for e in ("EncoderLayer", "DecoderLayer")}
    assert all(map(shape, texts.values()))
    assert not pairs([by("ana", **texts), by("ben", **texts)])
