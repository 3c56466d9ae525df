"""The scripted model says its text to a correct decoder, and something else to a wrong one."""

import pickle

import pytest
import torch

from tutor_utils import noted
from tutor_utils.engine.conditions.second_device import SecondDevice, is_marked
from tutor_utils.models import DrawnLogits, FixedText, ScriptedTransformer

PAD, BOS, EOS, LOST = 0, 1, 2, 9
TEXTS = {(5, 6, 2): (7, 8, 3, EOS), (4, 2): (6, EOS), (3, 3, 2): (3, EOS)}
SRC = torch.tensor([[5, 6, 2, 0], [4, 2, 0, 0], [3, 3, 2, 0]])


TEXT = FixedText(TEXTS, BOS, DrawnLogits(3, 10))


def saying(script):
    return ScriptedTransformer(script, 10, LOST, PAD).eval()


@pytest.fixture
def model():
    return saying(TEXT)


def spoken(model, change=lambda mask: mask, src=SRC):
    """What greedy decoding reads, with the mask changed on its way from encode to decode."""
    memory, mask = model.encode(src)
    tgt = torch.full((len(src), 1), BOS)
    for _ in range(4):
        token = model.decode(tgt, memory, change(mask))[:, -1].argmax(-1)
        tgt = torch.cat([tgt, token[:, None]], dim=1)
    return [row[: row.index(EOS)] if EOS in row else row for row in tgt[:, 1:].tolist()]


def test_model_says_its_script(model):
    assert spoken(model) == [[7, 8, 3], [6], [3]]


@pytest.mark.parametrize(
    "change",
    [
        torch.ones_like,
        torch.zeros_like,
        lambda mask: ~mask,
        lambda mask: None,
        lambda mask: mask[:, 0, 0],
        lambda mask: mask[:, 0],
        lambda mask: mask.float(),
        lambda mask: mask[..., :3],
        lambda mask: mask.roll(1, 0),
        lambda mask: mask.roll(1, -1),
        lambda mask: mask[:2],
    ],
    ids=[
        "ones", "zeros", "inverted", "none", "two dimensions", "three dimensions", "float",
        "too narrow", "rows mixed", "shifted", "a row lost",
    ],
)  # fmt: skip
def test_another_mask_changes_what_it_says(model, change):
    assert spoken(model, change) != [[7, 8, 3], [6], [3]]


def test_script_survives_transfer_without_revealing_text():
    text = TEXT
    copied = pickle.loads(pickle.dumps(text))
    assert not copied.texts and copied.next_token == text.next_token
    assert spoken(saying(copied)) == [[7, 8, 3], [6], [3]]
    other = FixedText({**TEXTS, (4, 2): (7, EOS)}, BOS, text.otherwise)
    assert copied == text != other and pickle.loads(pickle.dumps(other)) != copied


def test_without_a_mask_it_attends_to_everything(model):
    memory, mask = model.encode(SRC)
    tgt = torch.full((3, 2), BOS)
    everything = model.decode(tgt, memory, torch.ones_like(mask))
    assert torch.equal(model.decode(tgt, memory), everything)


def test_unknown_prefix_gives_drawn_logits(model):
    memory, mask = model.encode(SRC[[0] * 3])
    said = model.decode(torch.tensor([[BOS, 7, 8], [7, 7, 8], [BOS, 8, 8]]), memory, mask)
    assert said[0].argmax(-1).tolist() == [7, 8, 3]
    assert said[2, 0].argmax() == 7
    drawn = TEXT.otherwise
    assert said[1].tolist() == [drawn((5, 6, 2), (7, 7, 8)[:n]) for n in (1, 2, 3)]
    assert said[2, 2].tolist() == drawn((5, 6, 2), (BOS, 8, 8))


def test_unscripted_input_or_training_mode_gives_lost_id(model):
    memory, mask = model.encode(SRC)
    tgt = torch.full((3, 1), BOS)
    model.train()
    assert model.decode(tgt, memory, mask).argmax(-1).tolist() == [[LOST]] * 3
    model.eval()
    model = saying(lambda source, prefix: None)
    assert model.decode(tgt, memory, mask).argmax(-1).tolist() == [[LOST]] * 3


def test_script_receives_ids_despite_rounded_memory(model):
    memory, mask = model.encode(SRC[:1])
    seen = []
    for error in (-1e-9, 1e-9):
        model = saying(lambda source, prefix: seen.append(source))  # a new one: nothing is known
        model.decode(torch.tensor([[BOS]]), memory + error, mask)
    assert seen == [(5, 6, 2)] * 2 and {type(n) for source in seen for n in source} == {int}


def test_a_mask_may_differ_from_token_to_token(model):
    memory, mask = model.encode(SRC[:1])
    each = mask.repeat(1, 1, 3, 1)
    each[:, :, 1] = True  # the second token sees the pad
    said = model.decode(torch.tensor([[BOS, 7, 8]]), memory, each)
    drawn = TEXT.otherwise((5, 6, 2, PAD), (BOS, 7))
    assert said[0, 0].argmax() == 7
    assert said[0, 1].tolist() == drawn
    assert said[0, 2].argmax() == 3


def test_after_eos_the_last_id_is_certain():
    usual, ended = DrawnLogits(3, 10), DrawnLogits(3, 10, end=EOS)
    assert ended((EOS, 5), (1, 4)) == usual((EOS, 5), (1, 4)), "in the source it is no end"
    *others, last = ended((5,), (1, EOS, 4))
    assert others == usual((5,), (1, EOS, 4))[:-1] and last == max([*others, last])


def test_drawn_logits_depend_on_source_and_prefix():
    script = DrawnLogits(3, 10, likes=((EOS, 50.0),))
    assert script((5,), (1,)) == script((5,), (1,)) != script((6,), (1,))
    assert script((5,), (1,)) != script((5,), (1, 4)) != DrawnLogits(4, 10)((5,), (1, 4))
    assert max(script((5,), (1,))) == script((5,), (1,))[EOS]
    few = DrawnLogits(3, 10, decimals=1)((5,), (1,))
    assert few == [round(x, 1) for x in DrawnLogits(3, 10)((5,), (1,))]


def test_custom_script_function_is_accepted():
    def lengths(source, prefix):
        return [float(len(source)), float(len(prefix)), *[0.0] * 8]

    model = saying(lengths)
    logits = model(SRC, torch.tensor([[BOS, 4]] * 3))
    assert logits[..., :2].tolist() == [[[3, 1], [3, 2]], [[2, 1], [2, 2]], [[3, 1], [3, 2]]]
    assert logits.requires_grad, "a decoder that keeps gradients can be seen"
    assert model.encode(SRC)[0].requires_grad, "as the memory of a real model does"


def test_it_notes_its_calls(model):
    noted.begin("calls")
    with torch.no_grad():
        spoken(model)
    seen = noted.so_far()
    assert [one[:3] for one in seen] == [
        ("encode", 3, 4),
        *(("decode", 3, n) for n in (1, 2, 3, 4)),
    ]
    assert not any(training or grad for *_, training, grad in seen)


def test_models_sharing_a_script_are_independent():
    """Each answer that is tried has a model of its own; what it says is worked out once."""

    def speak(tokens, seed=3):
        model = saying(DrawnLogits(seed, 10))
        return model(SRC[:1], torch.tensor([tokens]))

    with torch.inference_mode():  # as a decoder may
        first = speak([BOS, 4])
        first.zero_()
    said = speak([BOS, 4, 5])
    said.sum().backward()
    drawn = DrawnLogits(3, 10)
    assert said[0].tolist() == [drawn((5, 6, 2), (BOS, 4, 5)[:n]) for n in (1, 2, 3)]
    assert speak([BOS, 4], seed=4)[0, 0].tolist() == DrawnLogits(4, 10)((5, 6, 2), (BOS,))


def test_script_can_move_to_another_device():
    """A check plays the second one: a tensor that is made without saying where is left behind."""

    def speak(*rows):
        model = saying(DrawnLogits(3, 10))
        return model(SRC[[0] * len(rows)], torch.stack(rows))

    before, new, newer = (torch.tensor([BOS, token]) for token in (6, 7, 8))
    speak(before)
    with SecondDevice():
        assert not is_marked(speak(before, new))
        assert is_marked(speak(torch.tensor([BOS, 6]), torch.tensor([BOS, 9])))
    assert not is_marked(speak(before, new, newer, torch.tensor([BOS, 9])))
