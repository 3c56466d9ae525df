"""The audit itself can fail: each kind of shortfall is seen in a folder made for it."""

import re
import shutil
from dataclasses import replace

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import audit
from tutor_utils.authoring import audit_mutants as audit_mutants_module
from tutor_utils.authoring.audit import conditions_of
from tutor_utils.authoring.audit_answers import AnswersAudit, audit_answers
from tutor_utils.authoring.audit_mutants import MutantsAudit, _Trials, audit_mutants
from tutor_utils.authoring.mutants import mutants
from tutor_utils.cli import build as build_command
from tutor_utils.cli import commands
from tutor_utils.course import sources
from tutor_utils.exercises import folder

RIGHT = "def padding_mask(ids, pad_id):\n    return (ids != pad_id)[:, None, None, :]\n"
WRONG = RIGHT.replace("!=", "==")
WORDS = 'means = "Some words."\ntry_next = "Look at the sign."\n'
HARMLESS = '[[harmless]]\nchange = "{}"\nbecause = "none"\n'


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A copy of the folder of padding_mask, to be spoiled."""
    copy = tmp_path / "tutor_utils" / "exercises" / "nb04" / "padding_mask"
    shutil.copytree(exercises.path_of("padding_mask"), copy)
    monkeypatch.setattr(folder, "FOLDER", copy.parent.parent)
    exercises._read.cache_clear()
    yield copy
    exercises._read.cache_clear()


def wrong(slug, code, words=WORDS):
    return f"\n[{slug}]\ncode = '''{code}'''\n{words}"


def test_whole_folder_has_no_shortfall(made):
    found = audit_answers("padding_mask")
    assert found.shortfalls == []
    assert found.accepted == found.right > 0
    assert found.refused == found.wrong == found.named
    assert found.by_replay > found.by_rule
    assert audit_mutants("padding_mask").shortfalls == []


RULED = RIGHT.replace("ids !=", "~ids !=")


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("right.py", f"# --- no\n{WRONG}", r"nb04/padding_mask/right.py: no is right and was refu"),
        ("right.py", "# --- no\ndef padding_mask(:\n", r"right.py: no does not run: SyntaxError"),
        ("mistakes.toml", wrong("not", RIGHT), r"mistakes.toml: not is wrong and was accepted."),
        ("mistakes.toml", wrong("mute", WRONG, ""), r"mistakes.toml, line \d+: mute has no words"),
        ("mistakes.toml", wrong("short", WRONG), r"short: means='Some words.' needs five words"),
        ("mistakes.toml", wrong("other-name", WRONG), r"mask-inverted.* and other-name cannot be"),
        (
            "mistakes.toml",
            wrong("two-devices", WRONG, ""),  # words that the engine has
            r"mistakes.toml: two-devices was called mask-inverted, not two-devices",
        ),
        (
            "mistakes.toml",
            wrong("ruled", RULED, f"{WORDS}raises = 'Nonsense'"),
            r"mistakes.toml: ruled: raises='Nonsense' fits no error",
        ),
        (
            "mistakes.toml",
            wrong("ruled", RULED, f"{WORDS}fails = 'device'"),
            r"mistakes.toml: ruled: fails='device', yet these answers fail values",
        ),
        ("right.py", "", r"mistakes.toml, line \d+: \S+ no longer fits the right answer 'usual'"),
    ],
)
def test_shortfall_of_an_answer_is_seen(made, file, text, words):
    before = (made / file).read_text("utf-8") if text else "# --- usual\n"
    (made / file).write_text(f"{before}\n{text}", "utf-8")
    assert re.search(words, "\n".join(audit_answers("padding_mask").shortfalls))


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        (("Why?", "So.", "So."), "two are the same"),
        (("Why?", "So."), "fewer than three"),
        (("Do it.", "So.", "Thus."), "the first hint, 'Do it.', is no question"),
        (("Why?", "So.", "`x[0]`"), "the hint '`x[0]`' is no sentence"),
    ],
)
def test_incomplete_hint_is_a_shortfall(monkeypatch, hints, words):
    spoiled = replace(exercises.find("padding_mask"), hints=hints)
    monkeypatch.setattr(exercises, "find", lambda name: spoiled)
    assert words in audit_answers("padding_mask", every=100).shortfalls[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HARMLESS.format("x -> y"), "mistakes.toml calls harmless what is no mutant: x -> y"),
        (
            HARMLESS.format("ids != pad_id -> ids == pad_id"),
            "calls harmless what was refused: `ids != pad_id -> ids == pad_id`",
        ),
    ],
)
def test_shortfall_of_a_mutant_is_seen(made, text, words):
    known = (made / "mistakes.toml").read_text("utf-8").partition("[[harmless]]")[0]
    (made / "mistakes.toml").write_text(known + text, "utf-8")
    assert words in "\n".join(audit_mutants("padding_mask").shortfalls)


def test_a_survivor_asks_for_a_trial_or_a_reason(made, monkeypatch):
    monkeypatch.setattr(audit_mutants_module, "table", lambda exercise: {"gradient": ""})
    assert "survived (detach): " in audit_mutants("padding_mask").shortfalls[0]


def test_missing_file_is_a_shortfall_and_ends_a_command(made, capsys):
    (made / "mistakes.toml").unlink()
    words = "tutor_utils/exercises/nb04/padding_mask/mistakes.toml is missing: the known mistakes."
    assert audit_answers("padding_mask").shortfalls == [words]
    assert commands.exit_code_of(lambda: exercises.find("padding_mask").hints[0]) == 1
    assert capsys.readouterr().err == f"\n{words}\n"


def test_a_build_stops_at_an_answer_that_does_not_fit(monkeypatch, capsys):
    monkeypatch.setattr(audit, "faulty_answers", lambda names: [f"{names[0]}: something"])
    monkeypatch.setattr(build_command.readme, "write", lambda: None)
    assert build_command.main(["04"]) == 1
    assert "padding_mask: something" in capsys.readouterr().out


def test_criterion_that_nothing_trips_is_seen():
    answers, changes = (
        AnswersAudit("a", tripped={"runs"}),
        MutantsAudit("a", criteria=("runs", "x")),
    )
    assert audit.Audit(answers, changes).idle == ["x"]
    assert "nothing wrong ever trips: x" in audit.Audit(answers, changes).shortfalls[0]


@pytest.mark.slow
def test_shortfall_ends_the_command_with_1(capsys):
    assert audit.main(["padding_mask", "--jobs=1", "--quick"]) == 0
    short = audit.Audit(AnswersAudit("a", shortfalls=["something"]), MutantsAudit("a"))
    assert audit.summarise([short], 1.0) == 1
    assert "SHORTFALL  a: something" in capsys.readouterr().out


@pytest.mark.parametrize("argument", ["paddng_mask", "--jobs=0", "--seeds=0"])
def test_bad_argument_is_named(argument, capsys):
    with pytest.raises(SystemExit):
        audit.main([argument])
    said = capsys.readouterr().err
    assert "padding_mask" in said or f"{argument} must be at least 1" in said


ANSWER = """
def f(x, ids, pad_id, *, k=True):
    if x > 1:
        x = 0
    model.eval()
    with torch.no_grad():
        kept = g(ids != pad_id, h=2)
    mask = x.transpose(1, 2)[1:]
    return cut(mask, self.num_heads).sum(dim=1)
"""


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("comparison", "x > 1 -> x >= 1"),
        ("statement-too-many", "x = 0 -> pass"),
        ("transpose-too-many", "x.transpose(1, 2) -> x"),
        ("slice-end", "x.transpose(1, 2)[1:] -> x.transpose(1, 2)[:]"),
        ("another-function", "model.eval() -> model.train()"),
        ("block-too-many", "if x > 1: | x = 0 -> x = 0"),
        (
            "detach",
            "cut(mask, self.num_heads).sum(dim=1) -> cut(mask, self.num_heads).sum(dim=1).detach()",
        ),
        ("fixed", "ids != pad_id -> ids != 0"),
        ("fixed", "cut(mask, self.num_heads) -> cut(mask, 8)"),
    ],
)
def test_each_kind_of_change_is_made(kind, change):
    found = [(m.kind, m.change) for m in mutants(ANSWER)]
    assert (kind, change) in found, "\n".join(map(str, found))


def test_a_name_takes_the_place_of_those_alike():
    text = "def f(x, n, m):\n    return g(x, n)\n"
    types = {"x": {"Tensor"}, "n": {"int"}, "m": {"int"}}
    found = [m.change for m in mutants(text, types) if m.kind == "another-name"]
    assert found == ["g(x, n) -> g(x, m)"]


def test_an_answer_is_changed_beside_its_imports_and_helpers():
    trials = _Trials(exercises.find("learn_merges"))
    assert trials.text.startswith("def learn_merges(")
    report = trials.judge(trials.define(trials.text))
    assert report.passed, report.saw


def test_mutants_are_python_and_differ():
    text = sources.exercise_cells()["split_heads"].solution
    found = [mutant.text for mutant in mutants(text)]
    assert len(found) == len(set(found)) > 20
    for mutant in found:
        compile(mutant, "mutant", "exec")


def test_conditions_table_gives_reason_for_each_empty_cell():
    table = conditions_of(["attend", "encode"])
    head, attend, encode, *reasons = table.strip().splitlines()
    assert head.split()[0] == "conditions" and len(attend.split()) == len(head.split())
    numbers = {cell for row in (attend, encode) for cell in row.split()[1:]} - {"x"}
    assert numbers == {line.split()[0] for line in reasons} and numbers


@pytest.mark.parametrize(
    ("kind", "words"), [("off-by-one", ""), ("constant", "called off-by-one, not")]
)
def test_an_edit_is_named_by_its_kind(made, kind, words):
    path = made / "mistakes.toml"
    shared = f'\\g<0>{kind} = "!= pad_id -> != pad_id + 1"\n'
    path.write_text(re.sub(r"\[shared\].*\n", shared, path.read_text("utf-8")), "utf-8")
    assert words in "\n".join(audit_answers("padding_mask").shortfalls)
    assert words or audit_answers("padding_mask").shortfalls == []
