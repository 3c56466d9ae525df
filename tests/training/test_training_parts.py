"""Parts that are left out are the learner's, else the course's."""

from dataclasses import fields
from types import SimpleNamespace

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import Parts, parts


def test_what_is_left_out_is_filled_in(monkeypatch):
    monkeypatch.setattr(parts, "load_answer", lambda name: SimpleNamespace(value=f"the {name}"))
    filled = Parts(exact_match=len)
    assert filled.exact_match is len
    for field in fields(Parts):
        if field.name != "exact_match":
            assert getattr(filled, field.name) == f"the {field.name}"


def test_each_part_is_an_exercise():
    assert all(callable(load_answer(field.name).value) for field in fields(Parts))
