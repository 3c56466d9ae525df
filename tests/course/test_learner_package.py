"""The learner's package: what is kept in it, and what is loaded from it."""

import inspect
import linecache
import os
import sys

import pytest
import torch

from tutor_utils import exercises, export_progress, import_progress
from tutor_utils.course import learner_package, store

CAUSAL_MASK = '''
def causal_mask(length, device=None):
    """one"""
    return torch.ones(1, 1, length, length, dtype=torch.bool, device=device).tril()
'''
REWRITTEN = CAUSAL_MASK.replace('"one"', '"two"')
TARGET_MASK = """
def target_mask(ids, pad_id):  # größer
    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
"""


def keep(exercise, text):
    """What happens when an answer passes its check."""
    digest = learner_package.keep(exercise, [text], {"torch": torch})
    store.save(store.Record(exercise, "passed", tries=1, digest=digest))


def causal_mask_in(answer):
    return answer.__globals__["causal_mask"]


@pytest.fixture
def passed(monkeypatch):
    """Both answers have passed and were used once."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # as where learners work
    keep("causal_mask", CAUSAL_MASK)
    keep("target_mask", TARGET_MASK)
    answer = learner_package.load_answer("target_mask")
    assert answer.is_learners and causal_mask_in(answer.value).__doc__ == "one"


def test_no_exercise_is_read_to_list_what_has_passed(passed, monkeypatch):
    monkeypatch.setattr(exercises, "_read", None)  # all of them take half a second
    learner_package.write_init()
    assert '"causal_mask"' in (store.folder() / "__init__.py").read_text("utf-8")


def test_an_earlier_answer_that_was_rewritten_is_used(passed):
    path = store.answer_file("causal_mask")
    before = path.stat()
    keep("causal_mask", REWRITTEN)  # of the same size
    os.utime(path, (before.st_atime, before.st_mtime))  # and in the same second
    answer = learner_package.load_answer("target_mask")
    assert answer.is_learners and causal_mask_in(answer.value).__doc__ == "two"
    assert learner_package.load_answer("causal_mask").value.__doc__ == "two"


def test_the_course_s_own_answer_uses_the_rewritten_one_too(passed):
    store.answer_file("target_mask").unlink()
    keep("causal_mask", REWRITTEN)
    answer = learner_package.load_answer("target_mask")
    assert not answer.is_learners and causal_mask_in(answer.value).__doc__ == "two"


def test_importing_an_answer_adds_the_missing_course_parts(tmp_path, monkeypatch):
    """causal_mask was left out, target_mask passed with the course's."""
    keep("target_mask", TARGET_MASK)
    token = export_progress()
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "elsewhere"))
    assert import_progress(token).passed == ["target_mask"]
    assert learner_package.load_answer("target_mask").is_learners


EMBEDDING = """
class TransformerEmbedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = TokenEmbedding()
"""
TOKENS = """
class TokenEmbedding(nn.Module):
    pass
"""


@pytest.mark.parametrize("yours", [(), ("TokenEmbedding",), ("TokenEmbedding", "both")])
def test_a_class_is_the_same_in_every_cell(yours):
    """``isinstance(part, TokenEmbedding)`` is a natural thing to write."""

    def mine(name):
        return learner_package.load_answer(name).value

    for name, text in (("TokenEmbedding", TOKENS), ("TransformerEmbedding", EMBEDDING)):
        if name in yours or "both" in yours:
            learner_package.keep(name, [text], {"nn": torch.nn})
            digest = store.digest(store.answer_file(name).read_text("utf-8"))
            store.save(store.Record(name, "passed", tries=1, digest=digest))
    first, whole = mine("TokenEmbedding"), mine("TransformerEmbedding")
    keep("causal_mask", CAUSAL_MASK)  # something else passes in between
    mine("causal_mask")
    assert mine("TokenEmbedding") is first and mine("TransformerEmbedding") is whole
    assert whole.__init__.__globals__["TokenEmbedding"] is first


def history():
    return [p.name for p in (store.folder() / "history").glob("*")]


def test_kept_answer_names_its_owner_and_is_imported():
    keep("causal_mask", CAUSAL_MASK)
    text = store.answer_file("causal_mask").read_text("utf-8")
    title = exercises.find("causal_mask").title
    assert text.startswith(f"# Written by you. It passed the check of `causal_mask`: {title}.\n")
    assert store.load("causal_mask").digest == store.digest(text)
    init = (store.folder() / "__init__.py").read_text("utf-8")
    assert init.splitlines()[2:] == [
        *("from .causal_mask import causal_mask", "", "__all__ = ["),
        *('    "causal_mask",', "]"),
    ]


def test_an_answer_that_takes_another_s_place_leaves_a_copy():
    keep("causal_mask", CAUSAL_MASK)
    keep("causal_mask", CAUSAL_MASK)
    assert history() == []
    keep("causal_mask", REWRITTEN)
    assert history() == ["causal_mask-1.py"]


def test_the_course_s_part_leaves_no_copy():
    keep("target_mask", TARGET_MASK)
    for needed in ("padding_mask", "causal_mask"):
        text = store.answer_file(needed).read_text("utf-8")
        assert text.startswith(f"# The course's part of `{needed}`: ")
    keep("causal_mask", CAUSAL_MASK)
    assert history() == []
    learner_package.fill_in("causal_mask")
    assert "Written by you" in store.answer_file("causal_mask").read_text("utf-8")


def test_whose_answer_is_loaded_and_why():
    def loaded():
        answer = learner_package.load_answer("causal_mask")
        own, the_courses = map(answer.value.__module__.startswith, ("_my_", "course."))
        assert (own, the_courses) == (answer.is_learners, not answer.is_learners)
        assert learner_package.is_kept(answer.value) == own
        assert learner_package.is_the_courses(answer.value) == the_courses
        return answer.is_learners, answer.remark

    path = store.answer_file("causal_mask")
    assert loaded() == (False, "")
    keep("causal_mask", CAUSAL_MASK)
    assert loaded() == (True, "")
    kept = path.read_text("utf-8")
    path.write_text(kept + "# by hand\n", "utf-8")
    assert loaded() == (True, "changed by hand, still passes")
    path.write_text(kept.replace(".tril()", ""), "utf-8")
    assert loaded() == (False, "your file was changed by hand and no longer passes")
    path.write_text("import torch\n1 / 0\n", "utf-8")
    assert loaded() == (False, "your file does not load: ZeroDivisionError: division by zero")
    path.write_text(kept, "utf-8")
    store.save(store.Record("causal_mask", "tried", digest=store.digest(kept)))
    assert loaded() == (False, ""), "it has not passed"


def test_course_answer_can_use_learner_parts_or_course_parts(passed):
    own = learner_package.course_answer("target_mask")
    assert learner_package.is_kept(causal_mask_in(own))
    alone = learner_package.course_answer("target_mask", own=False)
    assert learner_package.is_the_courses(causal_mask_in(alone))
    assert sys.modules["course.target_mask"].target_mask is alone, "as torch.compile looks it up"
    assert "def target_mask" in inspect.getsource(alone)


def test_course_answer_can_use_course_parts_alone():
    keep("split_heads", "def split_heads(x, num_heads): ...")
    for own in (True, False):
        layer = learner_package.course_answer("EncoderLayer", own=own)
        attention = vars(sys.modules[layer.__module__])["MultiHeadAttention"]
        inner = vars(sys.modules[attention.__module__])["split_heads"]
        assert learner_package.is_the_courses(inner) == (not own)


def test_an_error_shows_the_lines_that_stand_there_now(passed):
    path = store.answer_file("causal_mask")
    assert '"one"' in "".join(linecache.getlines(str(path)))
    keep("causal_mask", REWRITTEN + "\n\n")
    learner_package.load_answer("causal_mask")
    assert '"two"' in "".join(linecache.getlines(str(path)))


def test_an_answer_that_is_not_there(monkeypatch):
    for function in (learner_package.load_answer, learner_package.course_answer):
        with pytest.raises(exercises.UnknownName):
            function("target_masc")
    monkeypatch.setattr(learner_package.sources, "exercise_cells", dict)
    with pytest.raises(FileNotFoundError, match=r"'target_mask' is not here: .*solutions"):
        learner_package.course_answer("target_mask")
    learner_package.fill_in("target_mask")
    assert not store.answer_file("target_mask").exists()
    assert learner_package.complete() == []


def test_bonus_is_left_out_unless_the_learner_passed_it():
    keep("causal_mask", CAUSAL_MASK)
    assert learner_package.complete() == ["causal_mask"]
    names = {path.stem for path in store.folder().glob("[!_]*.py")}
    assert names == {e.id for e in exercises.exercises() if not e.optional}
    text = (store.folder() / "__init__.py").read_text("utf-8")
    assert "from .Transformer import Transformer" in text


def test_a_file_in_another_encoding_does_not_reach_the_others(passed):
    store.answer_file("merge_heads").write_bytes("# größer".encode("latin-1"))
    assert learner_package.load_answer("target_mask").is_learners
