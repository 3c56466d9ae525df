"""The three decoders: what their models say, what the searches find, what the probes count."""

import pytest
import torch

from tutor_utils import exercises, noted
from tutor_utils.course import answers
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises.nb07 import decoding
from tutor_utils.exercises.nb07.decoding_truth import no_side_effects, on_the_way
from tutor_utils.exercises.nb07c.beam_search import exercise as beam_search
from tutor_utils.exercises.nb07c.cached_greedy_decode import random_model
from tutor_utils.models import DrawnLogits, FixedText, ScriptedTransformer

DECODE = """
@torch.no_grad()
def greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    was_training = model.training
    {first}
    memory, mask = model.encode(src)
    model.eval()
    said = torch.full((len(src), 1), bos_id, device=src.device)
    ended = torch.zeros(len(src), dtype=torch.bool, device=src.device)
    while said.shape[1] <= max_len and not ended.all():
        token = model.decode(said, memory, {mask})[:, -1].argmax(-1).masked_fill(ended, pad_id)
        said = torch.cat([said, token[:, None]], dim=1)
        ended |= token == eos_id
    model.train(was_training)
    return said[:, 1:]
"""


def test_no_decision_is_close_in_the_trials():
    for seed in range(5):
        for trial in exercises.find("beam_search").trials(Inputs(seed)):
            script, src, *sizes = trial.args[:6]
            if trial.refuses:
                continue
            for row in src.tolist():
                source = tuple(token for token in row if token != sizes[2][2])
                assert beam_search.search(script, source, *sizes)[1] > beam_search.CLOSE


@pytest.mark.parametrize("norm_first", [False, True])
def test_a_model_has_a_scene_whatever_the_seed(norm_first):
    for seed in range(20):
        scene = random_model.scene(seed, norm_first, 4, 3)
        said, sure = random_model.answers(scene.drawn, scene.src)
        assert all(sure), "no two words are so close that rounding could swap them"
        assert not any(random_model.NEVER in row or 4 in row or 3 in row for row in said)
        ends = {row.index(scene.eos) for row in said if scene.eos in row}
        assert len(ends) > 1 and min(ends) < 3, "rows end at different steps, one of them early"
        assert (scene.src == 3).any() and not (scene.src == 3).all(dim=1).any()


@pytest.mark.parametrize("seed", [1, 9, 13])
def test_masking_a_generated_pad_changes_the_output(seed):
    for norm_first, bos, pad in ((True, 1, 0), (False, 4, 3)):
        scene = random_model.scene(seed, norm_first, bos, pad, says_pad=True)
        right, _ = random_model.answers(scene.drawn, scene.src[:4])
        assert random_model.answers(scene.drawn, scene.src[:4], reads_pads=True)[0] != right


@pytest.mark.parametrize(
    ("tokens", "word"), [(3, "stops"), (6, "stops"), (8, "stops"), (9, "goes on to max_len")]
)
def test_one_step_more_than_needed_is_no_fault(tokens, word):
    ids = torch.tensor([[5, 6, 2], [2, 0, 0]])  # 2 rows, 3 steps
    assert decoding.stops(ids, 2, tokens) == word


def test_what_a_decoder_does_to_its_model_is_seen():
    model = ScriptedTransformer(FixedText({(5,): (6, 2)}, 1, DrawnLogits(0, 8)), 8, 7, 0).eval()
    src = torch.tensor([[5]])

    def decode():
        model.train()
        torch.set_grad_enabled(False)
        return model(src, torch.tensor([[1]]))

    noted.begin("calls")
    seen = on_the_way(decoding.side_effects(model, decode), noted.so_far())
    assert seen == {
        "dropout while it encodes": "on",
        "dropout while it decodes": "on",
        "gradients while it decodes": "off",
        "gradients afterwards": "off",
        "its mode afterwards": "training",
    }
    assert torch.is_grad_enabled(), "the switch is put back"
    assert seen.keys() == no_side_effects("eval").keys()


@pytest.mark.parametrize(
    "mask",
    [
        "torch.ones_like(mask)", "~mask", "None", "mask[:, 0, 0]", "(src != 0)[:, None, None]",
    ],
)  # fmt: skip
def test_another_source_mask_is_refused(mask):
    assert not passes(mask=mask)


def test_right_mask_built_differently_is_accepted():
    assert passes(mask="(src != pad_id)[:, None, None]")
    assert not passes(first="pass"), "it encodes with dropout"


def passes(first="model.eval()", mask="mask"):
    text = DECODE.format(first=first, mask=mask)
    exercise = exercises.find("greedy_decode")
    return judge(exercise, observe(exercise, answers.define("greedy_decode", text))).passed


def test_an_answer_takes_nothing_back_of_how_it_treats_a_model():
    assert passes()
    assert not passes(first="model.eval(); model.note = print; torch.set_grad_enabled(True)")
