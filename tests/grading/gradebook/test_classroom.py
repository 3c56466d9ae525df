"""Who is who: the list of the class beside what was handed in."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tests.grading.submissions import WHEN, answered, entry, handed_in, solved
from tutor_utils.grading.gradebook.classroom import counted_notebooks, gather
from tutor_utils.grading.intake.roster import Person, read
from tutor_utils.grading.intake.rules import Rules
from tutor_utils.grading.intake.submission import BadInput, Submission
from tutor_utils.grading.judge.marks import Result

BY_HAND = """id;name;mail;group
20260001;Ana Kim;ana@x;A
20260002;Ben Lee;ben@x;B
20260003;José Paz;j@x;A
"""
MOODLE = """First name,Last name,ID number,Email address,Groups
Ana,Kim,20260001,ana@x,A
Ben,Lee,20260002,ben@x,B
José,Paz,20260003,j@x,A
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Kim, Ana",11,20260001,ana,A
"Lee, Ben",12,20260002,ben,B
"Paz, José",13,20260003,jpaz,A
"Student, Test",99,,t,A
"""


@pytest.fixture
def roster(tmp_path):
    def of(text, encoding="utf-8"):
        (tmp_path / "class.csv").write_bytes(text.encode(encoding))
        return read(tmp_path / "class.csv")

    return of


@pytest.mark.parametrize("text", [BY_HAND, MOODLE, CANVAS])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_lists_of_all_kinds(roster, text, encoding):
    people = roster(text, encoding).people
    assert [p.id for p in people] == ["20260001", "20260002", "20260003"]
    assert [p.group for p in people] == ["A", "B", "A"]


@pytest.mark.parametrize(
    "name",
    [
        "Ana Kim",
        "kimana",
        "ana kim",
        "Kim Ana",
        "Kim, Ana",
        "20260001",
        "20260001_ana",
        "ana",
        "ANA",
    ],
)
def test_a_folder_is_matched_with_its_person(roster, name):
    found = gather([handed_in(name, solved())], roster(MOODLE))
    assert [p.name for p in found.people.values()] == ["Ana Kim"]
    assert [p.name for p in found.missing] == ["Ben Lee", "José Paz"]


def test_the_report_names_everybody_once(roster):
    class_list = roster(CANVAS.replace("Lee, Ben", "Kim, Ana"))
    given = [
        Submission("kimana", handed_in("", solved()).uploads, "11"),
        handed_in("Ana Kim", solved()),
        handed_in("stranger", solved()),
        Submission("pazjosé", (), "13", ("x.pdf is no notebook.",)),
    ]
    found = gather(given, class_list)
    assert found.unclear == {"Ana Kim": ["Kim, Ana (20260001)", "Kim, Ana (20260002)"]}
    assert found.unknown == ("stranger",)
    assert found.empty == ("Paz, José",) and [p.id for p in found.missing] == ["20260002"]
    text = "\n".join(found.lines())
    assert "3 handed in" in text and "stranger" in text and "rename the folder" in text


def test_one_person_under_two_names_is_one(roster):
    given = [handed_in("ana", solved()), handed_in("kim ana", solved())]
    found = gather(given, roster(BY_HAND))
    (one,) = found.submissions
    assert len(one.uploads) == 2 and found.twice == ("Ana Kim (ana, kim ana)",)


def test_the_names_of_two_on_one_folder_are_asked_about(roster):
    found = gather([handed_in("Ana Kim & Ben Lee", solved())], roster(BY_HAND))
    assert found.unclear == {"Ana Kim & Ben Lee": ["Ana Kim (20260001)", "Ben Lee (20260002)"]}


def test_two_numbers_of_a_platform_are_two_people(roster):
    """One in the list is whom the list means; where it has neither, a teacher says which."""
    two = [
        Submission("Ana Kim", handed_in("", solved()).uploads, n, platform="canvas") for n in "78"
    ]
    unsure = gather(two, roster(BY_HAND))
    (ana,) = (s for s in unsure.submissions if s.learner == "Ana Kim")
    assert not ana.uploads and "nothing says which is theirs" in ana.notes[0]  # no grade, not 0
    found = gather(two, roster(CANVAS.replace(",11,", ",7,")))
    assert list(found.people) == [("Kim, Ana", "7")]
    assert [s.platform_id for s in found.submissions if s.asked] == ["8"]


def test_a_platform_number_that_two_share_is_said():
    given = [Submission("Ana", (), "7"), Submission("Mallory", (), "7")]
    assert set(gather(given, None).unclear) == {"Ana", "Mallory"}


def test_a_worksheet_knows_when_it_was_handed_in(roster):
    text = (
        "Identifier,Full name,Grade,Last modified (submission),Last modified (grade)\n"
        'Participant 7,Ana Kim,,"Sunday, 1 November 2026, 01:30 AM",-\n'
        "Participant 8,Ben,,-,-\n"
    )
    ana, ben = roster(text).people
    assert (ana.platform_id, ben.when) == ("7", None)
    assert ana.when == datetime(2026, 11, 1, 1, 30)  # in no zone
    for zone in (UTC, timezone(timedelta(hours=9))):  # the deadline's, on whatever machine
        rules = Rules(deadline=datetime(2026, 11, 1, 1, 0, tzinfo=zone))
        assert entry(Result("Ana Kim", "", ""), rules, None, ana).late.hours == 0.5


def test_one_who_is_not_in_the_worksheet_is_not_late_by_a_download(roster):
    downloaded = datetime(2026, 11, 9, tzinfo=UTC)
    given = [
        replace(s, uploads=tuple(replace(u, when=downloaded) for u in s.uploads))
        for s in (handed_in(name, solved()) for name in ("Ana", "Ben", "Cem", "Dee", "Zed"))
    ]
    text = "Identifier,Full name,Grade,Last modified (submission),Last modified (grade)\n"
    text += "".join(f"Participant {n},{s.learner},,2026-11-01,-\n" for n, s in enumerate(given[:4]))
    taken = gather(given, roster(text))
    assert taken.unknown == ("Zed",) and taken.download_times


def test_an_extension_knows_both_orders_of_a_name():
    assert {"Kim, Ana", "Ana Kim"} <= set(Person("Kim, Ana").names)


def test_a_number_of_canvas_is_no_number_of_moodle(roster):
    """Both count from somewhere: the same number is another person."""
    text = "Identifier,Full name,Grade,Last modified (grade)\nParticipant 7,Ana Kim,,-\n"
    given = [
        Submission("leeben", handed_in("", solved()).uploads, "7", platform="canvas"),
        Submission("Ana Kim", handed_in("", solved()).uploads, "7", platform="moodle"),
    ]
    found = gather(given, roster(text))
    assert [(s.learner, s.platform) for s in found.submissions] == [
        ("Ana Kim", "moodle"),
        ("leeben", "canvas"),
    ]
    assert found.twice == () and found.unknown == ("leeben",)
    assert not gather(given, None).unclear


def test_download_times_are_used_only_without_better_ones(roster):
    text = "Identifier,Full name,Grade,Last modified (grade),Last modified (submission)\n"
    text += "".join(f"Participant {i},L{i},,-,2026-10-0{i}\n" for i in range(1, 8))
    upload = handed_in("", solved()).uploads
    given = [Submission(f"L{i}", upload, str(i), platform="moodle") for i in range(1, 8)]
    assert gather(given, None).download_times
    assert not gather(given, roster(text)).download_times
    assert not gather([replace(s, platform="canvas") for s in given], None).download_times


def test_copies_of_one_learner_take_lateness_from_nobody(roster):
    eve = [handed_in(f"eve {i}", solved()) for i in range(6)]
    others = [
        replace(s, uploads=tuple(replace(u, when=WHEN + timedelta(days=i)) for u in s.uploads))
        for i, s in enumerate(handed_in(n, answered(n)) for n in ("Ana Kim", "Ben Lee"))
    ]
    assert not gather([*eve, *others], None).download_times
    varied = [handed_in(f"eve {i}", answered(f"{i}")) for i in range(6)]
    assert gather([*varied, *others], None).download_times  # which is asked about
    assert not gather([*varied, *others], roster(BY_HAND)).download_times


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "name\n", "\0\0\0", "id\n1\n"])
def test_a_list_that_cannot_be_used_is_named(roster, text):
    with pytest.raises(BadInput, match="roster="):
        roster(text)


def test_one_stranger_changes_nothing_for_the_class():
    assert counted_notebooks((), [*[{"02"}] * 5, {"02", "06"}]) == ("02",)
    assert counted_notebooks((), [{"02", "03"}, {"02"}, {"03", "02"}]) == ("02", "03")
    assert counted_notebooks((), []) == ()
    assert counted_notebooks(("06",), [{"02"}]) == ("06",)
