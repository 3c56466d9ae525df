"""The two banks keep the checks honest: right passes, wrong is refused and named, TODO is open."""

import linecache

import pytest

from tutor_utils import check, exercises
from tutor_utils.authoring import audit
from tutor_utils.authoring.bank import ANSWERS, answers
from tutor_utils.course import sources
from tutor_utils.course.learner_package import load_answer
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observation import Observation
from tutor_utils.engine.observe import observe
from tutor_utils.engine.report import Outcome

IDS = [e.id for e in exercises.exercises()]
ALL = list(answers())


def report_on(exercise_id, value):
    exercise = exercises.find(exercise_id)
    return judge(exercise, observe(exercise, value))


@pytest.mark.parametrize("exercise_id", IDS)
def test_audit_finds_no_shortfall(exercise_id):
    """Right accepted, wrong refused and named, every mutant refused or explained."""
    assert audit.examine(exercise_id).shortfalls == []


def test_no_bank_without_exercise():
    assert {p.name for p in ANSWERS.iterdir()} <= set(IDS)


@pytest.mark.parametrize("exercise_id", IDS)
def test_the_course_passes_its_own_check(exercise_id):
    report = report_on(exercise_id, load_answer(exercise_id).value)
    assert report.passed, str(report)


@pytest.mark.parametrize("exercise_id", IDS)
def test_untouched_exercise_is_not_attempted(exercise_id):
    stub = sources.exercise_cells()[exercise_id].stub
    names = {}
    exec(
        "import math, torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n", names
    )
    linecache.cache["stub.py"] = (len(stub), None, stub.splitlines(keepends=True), "stub.py")
    exec(compile(stub, "stub.py", "exec"), names)
    report = check(exercise_id, names[exercise_id], raise_on_failure=False)
    assert report.outcome is Outcome.NOT_ATTEMPTED


@pytest.mark.parametrize("exercise_id", IDS)
def test_saved_observation_gets_the_same_report(exercise_id, tmp_path):
    exercise = exercises.find(exercise_id)
    for answer in [a for a in ALL if a.exercise == exercise_id][-3:]:
        observation = observe(exercise, answer.load())
        loaded = Observation.from_bytes(observation.to_bytes())
        assert str(judge(exercise, loaded)) == str(judge(exercise, observation))


@pytest.mark.parametrize("exercise_id", IDS)
def test_exercise_is_complete(exercise_id):
    exercise = exercises.find(exercise_id)
    assert len(exercise.hints) >= 3
    assert exercise.mistakes, "no known mistake"
    for mistake in exercise.mistakes:
        assert mistake.means and mistake.look
        assert mistake.simulate or mistake.raises or mistake.when or mistake.slug, mistake.slug


@pytest.mark.parametrize("exercise_id", IDS)
def test_first_hint_is_a_question(exercise_id):
    assert "?" in exercises.find(exercise_id).hints[0]


@pytest.mark.parametrize("exercise_id", IDS)
def test_right_answers_pass_whatever_the_inputs(exercise_id):
    """An instructor's inputs come from a secret seed, another for each answer."""
    exercise = exercises.find(exercise_id)
    for answer in [a for a in ALL if a.exercise == exercise_id and a.right]:
        for seed in (3816475175, 568520085, 3667846811):  # each refused a right answer once
            report = judge(exercise, observe(exercise, answer.load(), seed))
            assert report.passed, f"{answer.path.name}, seed {seed}\n{report}"
