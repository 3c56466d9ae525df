"""Rules, extensions and late work are counted from one file; a mistake in it is named."""

from datetime import UTC, datetime

import pytest

from tests.grading.submissions import entry
from tutor_utils.grading.gradebook.lateness import span, times_are_of_a_download
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.intake.roster import Person
from tutor_utils.grading.intake.rules import Late, Rules, load
from tutor_utils.grading.intake.submission import BadInput
from tutor_utils.grading.judge.marks import Mark, Result

TEXT = """
title = "Week 2"
notebooks = ["02"]
roster = "class.csv"
deadline = 2026-11-01T00:00:00Z
all_or_nothing = false
own_work = ["attend"]
absent = "blank"

[weights]
split_heads = 10

[late]
per_day = 10
most = 50
grace_minutes = 15
days = 7

[extensions]
"Ana Kim" = 3
"20261234" = 2026-11-09T00:00:00Z
"""
MARKS = (Mark("split_heads", "failed", 1.0, 2), Mark("project_qkv", "passed", 1.0, 1))


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "marking.toml").write_text(TEXT)
    return load(tmp_path / "marking.toml")


def ana(when="2026-10-31T00:00:00+00:00", learner="ben", **more):
    return Result(learner, "", when, marks=MARKS, **more)


def test_weights_scale_what_was_earned(rules):
    score = entry(ana(), rules)
    assert [line.earned for line in score.lines] == [5.0, 1.0]
    assert (score.total, score.possible) == (6.0, 11.0)


@pytest.mark.parametrize(
    ("when", "who", "total"),
    [
        ("2026-11-01T00:10:00+00:00", "ben", 6.0),  # within the grace
        ("2026-11-01T00:20:00+00:00", "ben", 5.4),  # one day has begun
        ("2026-11-02T10:00:00+00:00", "ben", 4.8),
        ("2026-11-06T23:00:00+00:00", "ben", 3.0),  # 60 % are capped at 50
        ("2026-11-10T00:00:00+00:00", "ben", 0.0),  # after the last day
        ("2026-11-03T23:00:00+00:00", "Ana Kim", 6.0),  # three days more
        ("2026-11-04T01:00:00+00:00", "Ana Kim", 5.4),
    ],
)
def test_late_work(rules, when, who, total):
    score = entry(ana(when, who), rules)
    assert score.total == total
    assert bool(score.taken) == (total < 6)


def test_the_platform_knows_better_than_the_file(rules):
    late_file = ana("2027-01-01T00:00:00+00:00")
    person = Person("Ben", id="1", when=datetime(2026, 10, 30, tzinfo=UTC))
    assert entry(late_file, rules, None, person).total == 6.0
    assert entry(late_file, rules, file_times_count=False).total == 6.0
    by_id = Person("Ben", id="20261234", when=datetime(2026, 11, 8, tzinfo=UTC))
    assert entry(late_file, rules, None, by_id).total == 6.0
    flagged = entry(ana(late=True), rules)
    assert flagged.total == 5.4 and "platform" in flagged.late_words


def test_what_canvas_says_of_late_work(rules):
    """Its files have the time of the download; it does not say how late, or knows an extension."""
    plain = ana("2027-01-01T00:00:00+00:00", platform="canvas")
    assert entry(plain, rules).total == 6.0
    extended = ana(learner="Ana Kim", late=True, platform="canvas")
    score = entry(extended, rules)
    assert score.total == 6.0 and "nothing of the extension" in score.late_words
    no_deadline = Rules(late=Late(per_day=10))
    assert entry(ana(late=True), no_deadline).total == 1.8


def test_all_or_nothing_and_decisions_by_hand(rules):
    strict = Rules(all_or_nothing=True)
    assert entry(ana(), strict).total == 1.0
    by_hand = {"split_heads": Decision(1.5, "nearly")}
    found = entry(ana(), strict, by_hand)
    assert found.total == 2.5 and found.lines[0].by_hand and found.lines[0].comment == "nearly"
    assert entry(ana(), rules, {"": Decision(3, "talked it over")}).total == 3


def test_one_time_for_most_files_is_that_of_the_download():
    same = [datetime(2026, 11, 2, 10, 0, i) for i in range(20)]
    spread = [datetime(2026, 11, i + 1) for i in range(20)]
    assert times_are_of_a_download([*same, *spread[:10]])
    assert not times_are_of_a_download(spread) and not times_are_of_a_download(same[:2])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("deadline = 'tomorrow'", "deadline = 'tomorrow'"),
        ("dead_line = 3", "'dead_line' is not known"),
        ("[weights]\nsplit_head = 3", "weights: 'split_head' is not known"),
        ("[weights]\nsplit_heads = -1", "weights.split_heads = -1"),
        ("[weights]\nsplit_heads = true", "weights.split_heads = True"),
        ("[late]\nper_day = nan", "late.per_day = nan"),
        ("[late]\nperday = 1", "late: 'perday' is not known"),
        ("notebooks = ['99']", "notebooks: '99' is not known"),
        ("bonus = 'yes'", "bonus = 'yes' must be a bool"),
        ("[extensions]\nana = 'x'", "ana = 'x'"),
        ("absent = 'nothing'", "absent: 'nothing' is not known. There are: zero, blank"),
        ("title = ", "cannot be read"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path, text, words):
    (tmp_path / "marking.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        load(tmp_path / "marking.toml")
    assert words in str(caught.value)


def test_rules_as_they_stand(rules, tmp_path):
    assert rules.title == "Week 2" and rules.roster == tmp_path / "class.csv"
    assert rules.late == Late(10, 50, 15, 7) and rules.own_work == ("attend",)
    assert rules.absent == "blank"


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0.001, "1 minute"),
        (1.2, "72 minutes"),
        (1.999, "2 hours"),
        (47, "47 hours"),
        (72, "3 days"),
    ],
)
def test_lateness_is_said_in_the_unit_that_fits(hours, words):
    assert span(hours) == words
