"""Notebook 07 trains from a learner's own package as it does from the course's parts."""

import contextlib
import io
import linecache
import math
from unittest import mock

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import exercises
from tutor_utils.course import learner_package, sources, store, syntax
from tutor_utils.exercises.folder import right_answers

# Answers written in other ways than the course's: other names, other layouts, other libraries.
OWN = {
    "TransformerEmbedding": "on_the_fly",
    "masked_attend": "where_einsum",
    "MultiHeadAttention": "softmax_float32",
    "FeedForward": "conv",
    "EncoderLayer": "sublayer_connection",
    "DecoderLayer": "residual_module",
    "Encoder": "module_dict",
    "Decoder": "added_modules",
    "Transformer": "generator_by_weight",
    "copy_batch": "loop_pad_sequence",
    "train_step": "closure",
    "train_model": "mode_restored",
    "greedy_decode": "to_max_len",
}


def keep(exercise, how):
    """What happens when a learner's answer passes its check."""
    text = right_answers(exercises.path_of(exercise))[how]
    names = {"math": math, "torch": torch, "F": F, "nn": nn, "Tensor": Tensor}
    names["__name__"] = "__main__"
    for needed in syntax.free_names(text):
        if needed not in names and exercises.known(needed):
            names[needed] = learner_package.load_answer(needed).value
    linecache.checkcache()
    exec(compile(text, f"{how}.py", "exec"), names)
    digest = learner_package.keep(exercise, [text], names)
    store.save(store.Record(exercise, "passed", tries=1, digest=digest))


def told_by_the_notebook():
    """Whose parts notebook 07 takes, and its score after 500 steps; no pictures, no questions."""
    path = next(sources.SOLUTIONS.glob("07_*.py"))
    names, told = {"__name__": "notebook"}, io.StringIO()
    for head, text in sources.cells(path.read_text("utf-8")):
        if "[markdown]" in head or 'check="' in head or 'predict="' in head:
            continue
        text = text.replace("cooldown=1000, steps=1000", "cooldown=500, steps=500")
        with contextlib.redirect_stdout(told):
            exec(sources.solution_version(text, markers=False), names)
        names["viz"] = mock.MagicMock()
        if "run.score" in text:
            break
    lines = told.getvalue().splitlines()
    whose = [line for line in lines if "yours:" in line or "course's:" in line]
    assert names["run"].step == 500
    return whose, names["run"].score


def test_the_notebook_learns_with_a_learners_own_parts():
    """With the course's parts it runs when its stored outputs are compared (nbval)."""
    for exercise, stem in OWN.items():
        keep(exercise, stem)
    own, score = told_by_the_notebook()
    for exercise in ("Transformer", "copy_batch", "train_step", "train_model"):
        assert any(line.startswith("yours:") and exercise in line for line in own)
    assert score.exact_match > 0.95
