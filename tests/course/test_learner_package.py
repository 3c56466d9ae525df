"""The learner's package: what is kept in it, and what is loaded from it."""

import os
import sys

import pytest
import torch

from tutor_utils import export_progress, import_progress
from tutor_utils.course import learner_package, store

CAUSAL_MASK = '''
def causal_mask(length, device=None):
    """one"""
    return torch.ones(1, 1, length, length, dtype=torch.bool, device=device).tril()
'''
REWRITTEN = CAUSAL_MASK.replace('"one"', '"two"')
TARGET_MASK = """
def target_mask(ids, pad_id):
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


def test_import_fills_in_the_course_s_part_that_an_answer_needs(tmp_path, monkeypatch):
    """causal_mask was left out, target_mask passed with the course's."""
    keep("target_mask", TARGET_MASK)
    token = export_progress()
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "elsewhere"))
    assert import_progress(token).passed == ["target_mask"]
    assert learner_package.load_answer("target_mask").is_learners


def test_a_completed_package_imports_every_part(passed):
    own = learner_package.complete()
    assert own == ["causal_mask", "target_mask"]
    text = (store.folder() / "__init__.py").read_text("utf-8")
    assert "from .Transformer import Transformer" in text


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
