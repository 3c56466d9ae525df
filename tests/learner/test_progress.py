"""Progress: one file an exercise, a token for Binder, and nothing lost."""

import html
import re

import pytest
from stems import STEM
from torch import Tensor, nn

from tutor_utils import check, exercises, export_progress, files, import_progress, package, progress
from tutor_utils.course import learner_package, sources, store
from tutor_utils.exercises.folder import right_answers

RIGHT = right_answers(exercises.path_of("split_heads"))["reshape_transpose"]


def pass_split_heads():
    names = {}
    exec(RIGHT, names)
    digest = learner_package.keep("split_heads", [RIGHT], names)
    store.save(store.Record("split_heads", "passed", tries=2, digest=digest))


def test_token_brings_progress_and_code_back(learner_home, tmp_path, monkeypatch):
    pass_split_heads()
    store.save(store.Record("project_qkv", "tried", tries=1, hints=2))
    token = export_progress()
    assert "\n" not in token
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "elsewhere"))
    assert progress().passed == []
    assert import_progress(token).passed == ["split_heads"]
    assert learner_package.load_answer("split_heads").is_learners, "the learner's own code is used"
    assert store.load("project_qkv").hints == 2


def test_import_checks_again(learner_home, tmp_path, monkeypatch):
    pass_split_heads()
    broken = RIGHT.replace(".transpose(1, 2)", "")
    files.write(store.folder() / "split_heads.py", broken)
    token = export_progress()
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "elsewhere"))
    assert import_progress(token).passed == []


def test_import_keeps_what_was_there(learner_home, tmp_path, monkeypatch):
    pass_split_heads()
    token = export_progress()
    other = RIGHT + "\n# another version\n"
    files.write(store.folder() / "split_heads.py", other)
    import_progress(token)
    copies = list((store.folder() / "history").iterdir())
    assert [c.read_text("utf-8") for c in copies] == [other]


@pytest.mark.parametrize("token", ["", "tutor1:abc", "hello", "tutor1:" + "A" * 40])
def test_bad_token_is_refused_in_words(token):
    with pytest.raises(ValueError, match="token="):
        import_progress(token)


def test_package_is_whole_and_can_be_imported(learner_home, capsys):
    import subprocess
    import sys

    pass_split_heads()
    folder = package()
    assert "1 of" in capsys.readouterr().out
    code = "import my_transformer as m, torch; print(m.split_heads(torch.zeros(1, 2, 4), 2).shape)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder.parent, capture_output=True, text=True
    )
    assert "torch.Size([1, 2, 2, 2])" in done.stdout, done.stderr


def test_bonus_is_never_asked_for(learner_home):
    rows = progress().rows
    extra = [e.id for e, _ in rows if e.bonus]
    assert extra
    for exercise, _ in rows:
        if not exercise.bonus:
            store.save(store.Record(exercise.id, "passed"))
    done = progress()
    assert done.next is None and done.summary.endswith("All done.")
    assert "bonus, open" in str(done)
    store.save(store.Record(extra[0], "passed"))
    assert progress().summary.endswith(f"Bonus: 1 of {len(extra)} passed. All done.")


def test_bonus_that_nobody_began_stops_no_run(learner_home, capsys):
    names = {"Tensor": Tensor, "nn": nn}
    exec(sources.exercise_cells()["beam_search"].stub, names)
    check("beam_search", names["beam_search"])
    assert "NOT STARTED" in capsys.readouterr().out
    with pytest.raises(AssertionError):
        check("beam_search", lambda *_: None)


def test_the_table_says_the_same_and_asks_for_no_bonus(learner_home, monkeypatch):
    pass_split_heads()
    store.save(store.Record("beam_search", "passed", tries=1))
    store.save(store.Record("encode", "tried", tries=3))
    page = progress()._repr_html_()
    wanted = sum(not exercises.find(name).optional for name in exercises.names())
    assert f'value="1" max="{wanted}"' in page and html.escape(progress().counted) in page
    assert "02 Q, K, V projection and head splitting: 1 of 3 passed" in page
    assert "export_progress" not in page
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://example.org/")
    assert "export_progress" in progress()._repr_html_()
    assert f"07 Train it: the copy task: 0 of {progress().tally('07')[1]} passed" in page
    assert f'<a href="{STEM["01"]}.ipynb">' in page and "tried, not passed, 3 tries" in page
    for _, exercise, words in progress().lines():
        assert re.search(f"<code>{exercise}</code></td><td[^>]*>{words}</td>", page)
    assert "Part I: 1 of 38 exercises passed." in page
