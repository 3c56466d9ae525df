"""Answers that look alike: shared fingerprints that few others have, in groups."""

import re

from tests.grading.submissions import cell, solved
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs.similarity import clusters, fingerprints, published

ONE = """
def {f}(x, h):
    # mine
    sizes = [x.shape[0], x.shape[1], h, x.shape[2] // h]
    made = []
    for place in range(sizes[2]):
        made.append(x[:, :, place * sizes[3] : (place + 1) * sizes[3]])
    return join(made)
"""
TWO = """
def {f}(x, h):
    if x.shape[-1] % h != 0:
        raise ValueError("no")
    table = x.reshape(x.shape[0], x.shape[1], h, -1)
    out = torch.empty(x.shape[0], h, x.shape[1], table.shape[-1])
    while h > 0:
        h -= 1
        out[:, h] = table[:, :, h]
    return out
"""
NAMES = ("split_heads", "project_qkv")


def by(learner, text, names=NAMES):
    marks = tuple(Mark(n, "passed", 1.0, 1, code=text.replace("{f}", n)) for n in names)
    return Result(learner, "", "", marks=marks)


def renamed(text):
    return text.replace("place", "i").replace("sizes", "s").replace("# mine", "# my own work")


def groups(*marked):
    return [c.learners for c in clusters(marked)]


def test_names_comments_layout_and_pass_do_not_matter():
    text = ONE.format(f="g")
    assert fingerprints(text) == fingerprints(renamed(text))
    assert fingerprints(text) == fingerprints(
        text.replace("    made = []", "    made = []\n    pass")
    )
    assert not fingerprints("def f(:") and not fingerprints("(" * 10_000)


def test_the_published_text_is_told_where_it_says_something():
    name, short = "masked_attend", "padding_mask"
    book = solved("04_masking.ipynb")
    text, usual = ("".join(cell(book, n)["source"]) for n in (name, short))
    noted = "".join(cell(solved("03_scaled_dot_product.ipynb"), "attention_scores")["source"])
    other_layout = "\n".join(
        f"{line}  # mine" if line.strip() else line for line in text.split("\n")
    )
    found = published(
        [
            by("ana", text, (name,)),
            by("ben", other_layout, (name,)),
            by("cem", text.replace("scores", "s"), (name,)),
            by("dan", re.sub("  #.*", "", usual), (short,)),  # one line: anybody's
            by("eve", noted, ("attention_scores",)),  # one line with the course's own comment
            by("fay", re.sub("  #.*", "", noted), ("attention_scores",)),
        ]
    )
    assert found == {("ana", ""): [name], ("ben", ""): [name], ("eve", ""): ["attention_scores"]}


def test_a_ring_of_three_is_one_group():
    others = [by("dan", TWO)]
    copied = [
        by("ana", ONE),
        by("ben", renamed(ONE)),
        by("cem", ONE.replace("made = []", "made = []\n    pass")),
    ]
    (found,) = clusters([*copied, *others])
    assert found.learners == ("ana", "ben", "cem") and set(found.exercises) == set(NAMES)
    assert "def" in found.answers[0].texts[0] and found.answers[0].share > 0.8


def test_copying_rings_are_found_in_small_and_large_classes():
    for ring, others in ((6, 6), (4, 24)):
        copied = [by(f"copied{i}", renamed(ONE) if i % 2 else ONE) for i in range(ring)]
        honest = [by(f"own{i}", TWO + f"    z = {'x + ' * i}1\n" * i) for i in range(others)]
        found = groups(*copied, *honest)
        assert tuple(f"copied{i}" for i in range(ring)) in found


def test_one_changed_line_is_still_seen():
    changed = ONE.replace("    return join(made)", "    made = tuple(made)\n    return join(made)")
    assert groups(by("ana", ONE), by("ben", changed), by("cem", TWO)) == [("ana", "ben")]


def test_one_exercise_or_a_short_answer_says_nothing():
    assert not groups(by("ana", ONE, NAMES[:1]), by("ben", ONE, NAMES[:1]))
    short = "def {f}(x, h):\n    return x"
    assert not groups(by("ana", short), by("ben", short))


def test_what_many_share_is_the_usual_way():
    assert not groups(*(by(f"learner{i}", ONE) for i in range(6)))


def test_the_course_own_text_tells_nothing():
    names = ("EncoderLayer", "DecoderLayer")
    book = solved("06_encoder_and_decoder.ipynb")
    marks = tuple(Mark(n, "passed", 1.0, 1, code="".join(cell(book, n)["source"])) for n in names)
    assert not groups(Result("ana", "", "", marks=marks), Result("ben", "", "", marks=marks))
