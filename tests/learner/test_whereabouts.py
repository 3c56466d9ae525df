"""After each check: how many of how many, how long it takes, what comes next."""

from __future__ import annotations

import re

from tutor_utils import exercises
from tutor_utils.course import sources, store
from tutor_utils.learner.whereabouts import Whereabouts


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
    assert str(there).endswith("Next: attention_scores, in notebook 03.")
    assert 0 < there.minutes < before
    assert "Next: cosine_similarity" in str(Whereabouts("beam_search"))  # a bonus, at the end


def test_what_comes_next_is_a_link_to_its_heading():
    page = Whereabouts("split_heads").html()
    assert '<a href="02_projection_and_heads.ipynb#Exercise:-split_heads">split_heads</a>' in page
    assert re.sub("<[^>]+>", "", page) == str(Whereabouts("split_heads"))


def test_at_the_end_there_is_no_next():
    passed(*(e.id for e in exercises.exercises() if not e.optional))
    assert str(Whereabouts("exact_match")).endswith("All done.")
    assert "<a" not in Whereabouts("exact_match").html()
