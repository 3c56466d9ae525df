"""After each check: how many of how many, how long it takes, what comes next."""

import re
from contextlib import suppress

from stems import STEM

from tutor_utils import check, exercises
from tutor_utils.course import sources, store
from tutor_utils.learner import progress
from tutor_utils.learner.progress import Progress, Whereabouts, link_to


def passed(*names: str) -> None:
    for name in names:
        store.save(store.Record(name, "passed", tries=1))


def test_every_exercise_has_its_heading_and_its_minutes():
    headings = sources.headings()
    assert {e.id for e in exercises.exercises() if not e.optional} <= set(headings)
    assert all(heading.minutes for heading in headings.values())


def test_what_is_open_comes_next_from_where_one_is():
    assert "0 of 3" in str(Whereabouts("split_heads"))
    assert str(Whereabouts("split_heads")).endswith("Next: split_heads.")
    passed("split_heads")
    here = Whereabouts("split_heads")
    assert here.next.id == "project_qkv_fused"
    before = here.minutes
    passed("project_qkv_fused")
    there = Whereabouts("project_qkv_fused")
    assert str(there).startswith("Notebook 02: 2 of 3 exercises passed, about ")
    assert str(there).endswith("Next: project_qkv.")  # it was passed over
    assert 0 < there.minutes < before
    assert "Next: cosine_similarity" in str(Whereabouts("beam_search"))  # a bonus, at the end


def test_panel_agrees_for_a_learner_starting_mid_course(learner_home):
    assert Progress().next == "cosine_similarity"  # nothing is known yet
    with suppress(AssertionError):
        check("project_qkv", lambda *_: None)
    for name in ("project_qkv", "split_heads", "load_m2m100"):
        passed(name)
        progress._checked.clear()  # as in a terminal, or when the kernel started anew
        assert Progress().next == (told := Whereabouts(name).next.id)
        assert told == {"project_qkv": "split_heads", "split_heads": "project_qkv_fused"}.get(
            name,
            "build_vocabulary",  # what stands open in its notebook
        )
        assert Progress().next == told
        assert f"<strong>Do next:</strong> {link_to(told)} in" in Progress()._repr_html_()
    Whereabouts("additive_scores")  # a check that found nothing leaves no record, and yet a place
    assert Progress().next == "additive_scores"
    passed(*(e.id for e in exercises.exercises() if e.part == 2))
    assert Whereabouts("load_m2m100").next.id == "cosine_similarity"


def test_what_comes_next_is_a_link_to_its_heading():
    page = Whereabouts("split_heads").html()
    target = f"{STEM['02']}.ipynb#Exercise:-split_heads"
    assert f'<a href="{target}">split_heads</a>' in page
    assert re.sub("<[^>]+>", "", page) == str(Whereabouts("split_heads"))


def test_at_the_end_there_is_no_next():
    passed(*(e.id for e in exercises.exercises() if not e.optional))
    assert str(Whereabouts("exact_match")).endswith("All done.")
    assert "<a" not in Whereabouts("exact_match").html()
