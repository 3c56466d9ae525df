"""Each exercise: right answers pass, wrong ones get their names, the TODO is not attempted."""

import __future__

import linecache
import random
import re

import pytest
from every_case import step

from tutor_utils import check, exercises
from tutor_utils.authoring.audit_answers import audit_answers
from tutor_utils.authoring.audit_mutants import audit_mutants
from tutor_utils.course import answers, sources
from tutor_utils.course.learner_package import course_answer
from tutor_utils.engine.compare import close
from tutor_utils.engine.evidence import Evidence, trials_of
from tutor_utils.engine.exercise import shown_names
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.observation import Observation
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.report import Outcome
from tutor_utils.exercises import folder

each = pytest.mark.parametrize("name", exercises.names())


@each
def test_right_answers_pass_and_wrong_ones_get_their_names(name):
    """Each third wrong answer: `python3 -m tutor_utils audit` tries all."""
    assert audit_answers(name, every=step(3)).shortfalls == []


@pytest.mark.slow
@each
def test_small_changes_to_the_course_s_answer_are_noticed(name):
    """A share of them: `python3 -m tutor_utils audit` tries all."""
    assert audit_mutants(name, every=step(8)).shortfalls == []


@pytest.mark.slow
@each
def test_right_answers_pass_whatever_the_inputs(name):
    """An instructor's inputs come from a secret seed, another for each answer."""
    exercise = exercises.find(name)
    for how in folder.right_answers(exercises.path_of(name)):
        answer = answers.right(name, how)
        for seed in (3816475175,):  # it refused a right answer once; `audit --seeds 50` tries 50
            report = judge(exercise, observe(exercise, answer, seed))
            assert report.passed, f"{how}, seed {seed}\n{report}"


@pytest.mark.parametrize(
    ("name", "slug", "seed"),
    [
        ("LanguageModel", "row-of-a-pad", 3),
        ("soft_lookup", "exp-overflows", 6),
        ("cached_greedy_decode", "said-pads-read", 9),
    ],
)
def test_wrong_answers_that_drawn_inputs_let_pass_once(name, slug, seed):
    answer = answers.wrong(name, slug)
    exercise = exercises.find(name)
    assert not judge(exercise, observe(exercise, answer, seed)).passed


@pytest.mark.parametrize(
    ("name", "value", "slug"),
    [
        ("split_heads", "x.reshape(*x.shape[:2], (num_heads, -1))", "shape-takes-only-numbers"),
        ("attention_weights", "scores / scores.sum(-1).unsqueeze()", "argument-missing"),
    ],
)
def test_errors_with_similar_text_have_separate_causes(name, value, slug):
    """No whole head size, no axis for the softmax: neither is what stopped these."""
    arguments = {"split_heads": "x, num_heads", "attention_weights": "scores"}[name]
    answer = answers.define(name, f"def {name}({arguments}):\n    return {value}\n")
    assert check(name, answer, raise_on_failure=False).diagnosis == slug


@each
def test_untouched_exercise_is_not_attempted(name):
    stub = sources.exercise_cells()[name].stub
    names = {}
    exec(
        "import math, torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n"
        "from contextlib import contextmanager\n",
        names,
    )
    linecache.cache["stub.py"] = (len(stub), None, stub.splitlines(keepends=True), "stub.py")
    later = __future__.annotations.compiler_flag  # a stub may name the class of another cell
    exec(compile(stub, "stub.py", "exec", flags=later), names)
    report = check(name, names[name], raise_on_failure=False)
    given_with_faults = "NotImplementedError" not in stub  # then they are what is examined
    assert report.outcome is (Outcome.ERROR if given_with_faults else Outcome.NOT_ATTEMPTED)


@pytest.mark.slow
@each
def test_saved_observation_gets_the_same_report(name):
    exercise = exercises.find(name)
    mistake = random.Random(name).choice(folder.wrong_answers(exercises.path_of(name)))
    observation = observe(exercise, answers.answer_with(name, mistake))
    loaded = Observation.from_bytes(observation.to_bytes())
    assert str(judge(exercise, loaded)) == str(judge(exercise, observation))


@each
def test_every_argument_has_a_name(name):
    """A report says `q = ...`, and never `argument 1 = ...`."""
    exercise = exercises.find(name)
    for trial in exercise.trials(Inputs(0)):
        assert not [n for n in shown_names(exercise, trial) if n.startswith("argument ")], trial


@each
def test_every_criterion_has_words(name):
    exercise = exercises.find(name)
    own = course_answer(name, own=False)
    for criterion in judge(exercise, observe(exercise, own)).criteria:
        assert " " in criterion.label, criterion.name


def test_every_folder_is_an_exercise():
    listed = {exercises.path_of(name) for name in exercises.names()}
    assert {p.parent for p in folder.FOLDER.glob("nb*/*/right.py")} <= listed


def test_names_given_by_a_property_are_known():
    """``mistake="..."`` in an exercise's module names a mistake of its notebook."""
    for notebook in exercises.NOTEBOOKS:
        known = {m.slug for n in notebook.exercises for m in exercises.find(n).mistakes}
        for path in (folder.FOLDER / f"nb{notebook.number}").rglob("*.py"):
            named = re.findall(r'\bmistake="([\w-]+)"', path.read_text("utf-8"))
            assert set(named) <= known, path
    everywhere = {m.slug for name in exercises.names() for m in exercises.find(name).mistakes}
    for path in folder.FOLDER.glob("*.py"):  # what several exercises share
        named = re.findall(r'\bmistake="([\w-]+)"', path.read_text("utf-8"))
        assert set(named) <= everywhere, path


# what these draw or change is looked at by `verify`
NOT_BY_DRAWN_RESULTS = {"initialise", "copy_batch", "window_batch", "repeated_batch", "mixed_draw"}
NOT_BY_DRAWN_RESULTS |= {"capture", "add_adapters", "merge_adapters"}


@pytest.mark.parametrize("name", [n for n in exercises.names() if n not in NOT_BY_DRAWN_RESULTS])
def test_no_table_of_results_fits_every_seed(name):
    """Else an answer may hold the results, which everybody can compute at home."""
    exercise = exercises.find(name)

    def results(seed):
        every = trials_of(exercise, seed)
        evidence = Evidence(exercise, seed, every, {})
        return {n: evidence.truth(t) for n, t in every.items() if not (t.verify or t.refuses)}

    first, *others = map(results, range(1, 5))
    assert any(not close(other.get(n), first[n]) for other in others for n in first)
