"""The gate of a release: nothing of the course that lives in a run earns a point.

For each exercise an answer looks through its process for the course's functions and classes, and
tries each on the arguments of the check (``looks_around``). What goes without an error is tried as
the whole answer: it may earn no more than an answer without an idea does, a share of its form.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from every_case import share

from tests.grading.submissions import SECRET
from tutor_utils import exercises
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.observation import Observation
from tutor_utils.engine.verdict.report import FORM_SHARE
from tutor_utils.grading.answers.answer import Answer
from tutor_utils.grading.judge.examiner import SANDBOX, Examiner
from tutor_utils.grading.judge.marks import Settings
from tutor_utils.grading.run.monitor import Limits
from tutor_utils.models import decoding

LOOKS = (Path(__file__).parent / "looks_around.py").read_text("utf-8")
SETTINGS = Settings(secret=SECRET, limits=Limits(seconds=900), notebooks=())
NOTHING = {e: Answer(e, None) for e in exercises.names()}


EXAMINER = Examiner(NOTHING, SETTINGS)


def told(exercise, text, question):
    """What ``question(answer)`` says behind the trials of an exercise."""
    trials = [*exercise.trials(Inputs(1)), Trial("told", probe=question)]
    ran = SANDBOX.run(EXAMINER.pack(Answer(exercise.id, text), trials), SETTINGS.limits)
    seen = Observation.from_bytes(ran.body).trials[str(len(trials) - 1)]
    assert seen.raised is None, seen.raised
    return seen.value


def look(exercise):
    return told(
        exercise, f"{LOOKS}\n{exercise.id} = Looks()\n", lambda answer: answer.__wrapped__.told()
    )


def earned(exercise, text):
    return EXAMINER.run(Answer(exercise.id, text))[0].earned


def worth_a_point(exercise):
    """What lives in a run and earns more than the form of an answer, and than its argument does."""
    idle = earned(exercise, f"def {exercise.id}(x, *_, **__):\n    return x\n")
    idle = max(idle, FORM_SHARE * exercise.points)
    cells = {
        name: f"{LOOKS}\n{exercise.id} = Looks({name!r})\n" for name in look(exercise)["worked"]
    }
    return {name for name, cell in cells.items() if earned(exercise, cell) > idle}


@pytest.mark.parametrize("name", share(exercises.names(), 8))
def test_nothing_alive_in_a_run_earns_a_point(name, bubblewrap):
    assert worth_a_point(exercises.find(name)) == set()


def test_the_gate_sees_a_model_that_is_put_back(bubblewrap, monkeypatch):
    exercise = exercises.find("split_heads")
    held = partial(lambda model, answer: None, decoding.split_heads)

    def with_a_model(inputs):
        return [*exercise.trials(inputs), Trial("held", probe=held, verify=lambda *_: None)]

    put_back = replace(exercise, trials=with_a_model)
    monkeypatch.setattr(exercises, "find", lambda _: put_back)
    assert worth_a_point(put_back) == {"tutor_utils.models.decoding.split_heads"}


def test_no_setting_of_the_kernel_can_be_written(bubblewrap):
    text = f"{LOOKS}\nsplit_heads = writable_settings\n"
    assert told(exercises.find("split_heads"), text, lambda answer: answer()) == []


def test_no_file_of_the_course_is_in_a_run(bubblewrap):
    text = f"{LOOKS}\nsplit_heads = files_of_the_course\n"
    assert told(exercises.find("split_heads"), text, lambda answer: answer()) == []
