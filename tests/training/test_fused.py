"""Fused attention in the learner's classes: the same numbers, and weights for whoever looks."""

from functools import partial

import pytest
import torch
from torch import nn

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.folder import right_answers
from tutor_utils.training import Trainer, evaluate, fused_attention
from tutor_utils.training.fused import FusedAttention
from tutor_utils.viz import Recording

PATH = "tutor_utils.training.fused.F.scaled_dot_product_attention"


def _batch(trainer):
    src, tgt = trainer.draw()
    return src, tgt[:, :-1]


@pytest.fixture
def calls(monkeypatch):
    """The sizes of the queries of each fused call."""
    real, sizes = nn.functional.scaled_dot_product_attention, []
    monkeypatch.setattr(PATH, lambda q, *a, **k: sizes.append(q.shape) or real(q, *a, **k))
    return sizes


@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_fused_attention_gives_the_same_logits_and_gradients(transformer, small, dropout):
    torch.manual_seed(0)
    model = transformer(11, 11, d_model=16, num_heads=2, num_layers=2, d_ff=16, dropout=dropout)
    model, batch = model.double().train(), _batch(Trainer(model, small))
    found = []
    for context in (None, fused_attention(model.double())):
        model.zero_grad()
        torch.manual_seed(1)
        if context:
            context.__enter__()
        logits = model(*batch)
        logits.square().mean().backward()
        found.append([logits, *(p.grad.clone() for p in model.parameters())])
    context.__exit__(None, None, None)
    assert all(torch.allclose(a, b, atol=1e-10) for a, b in zip(*found, strict=True))


def _masks():
    some = torch.rand(3, 2, 4, 6, generator=torch.Generator().manual_seed(0)) > 0.4
    some[1] = False  # rows without an open key
    return {
        "none": None,
        "padding": some[:, :1, :1],
        "each head": some,
        "two axes": some[0, 0],
        "one axis": some[0, 0, 0],
        "additive": torch.zeros(3, 1, 4, 6).masked_fill(~some[:, :1], -1e9),
    }


class AddsMasks(course_answer("MultiHeadAttention", own=False)):
    """A class that takes masks of numbers too: they are added to the scores."""

    def forward(self, query, key, value, mask=None):
        if mask is None or mask.dtype == torch.bool:
            return super().forward(query, key, value, mask)
        q, k, v = (
            w(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for w, x in ((self.w_q, query), (self.w_k, key), (self.w_v, value))
        )
        weights = (q @ k.mT / q.shape[-1] ** 0.5 + mask).softmax(-1)
        return self.w_o((weights @ v).transpose(1, 2).flatten(2)), weights


@pytest.mark.parametrize("kind", _masks())
def test_every_mask_gives_the_same_output_and_weights(kind):
    torch.manual_seed(0)
    attention, mask = AddsMasks(8, 2), _masks()[kind]
    query, memory = torch.randn(3, 4, 8), torch.randn(3, 6, 8)
    plain = attention(query, memory, memory, mask)
    with fused_attention(attention):
        fused = attention(query, memory, memory, mask)
        for a, b in zip(plain, fused, strict=True):
            torch.testing.assert_close(a, torch.as_tensor(b + 0))


@pytest.mark.parametrize(
    ("name", "how", "sizes"),
    [
        (name, how, sizes)
        for name, sizes in (
            ("MultiHeadAttention", (8, 2)),
            ("GroupedQueryAttention", (16, 4, 2, 500.0)),
        )
        for how in right_answers(exercises.path_of(name))
    ],
)
def test_every_right_answer_is_fused(name, how, sizes):
    assert not FusedAttention(answers.right(name, how)(*sizes)).refused


def test_dropout_that_is_no_module_is_not_lost():
    class Hidden(course_answer("MultiHeadAttention", own=False)):
        def forward(self, *args):
            output, weights = super().forward(*args)
            return nn.functional.dropout(output, 0.5, self.training), weights

    assert FusedAttention(Hidden(8, 2)).refused == ["Hidden"]


def test_a_viewer_sees_weights_inside_the_block(trainer, calls):
    src, decoder_input = _batch(trainer)
    with fused_attention(trainer.model):
        calls.clear()
        trainer.model(src, decoder_input)
        assert len(calls) == 3
        inside = Recording(trainer.model).record(src, decoder_input[:, :-1])
        assert len(calls) == 3
    trainer.model(src, decoder_input)
    assert len(calls) == 3  # it ends with the block
    outside = Recording(trainer.model).record(src, decoder_input[:, :-1])
    assert inside.kinds == outside.kinds
    for kind in inside.kinds:
        assert (inside.layers(kind)[0].weights == outside.layers(kind)[0].weights).all()


def test_weights_are_computed_when_they_are_first_used(trainer):
    x, mask = torch.randn(2, 5, 16), torch.ones(5, 5, dtype=torch.bool).tril()
    plain = trainer.model.encoder(x, mask)[1][0]
    with fused_attention(trainer.model):
        weights = trainer.model.encoder(x, mask)[1][0]
        assert weights.table is None
        assert weights.shape == plain.shape and weights.table is not None
        torch.testing.assert_close(weights[:, 0].sum(-1), torch.ones(2, 5))
        torch.testing.assert_close(torch.stack([weights])[0], plain)
        assert weights.requires_grad and (weights > 0).equal(plain > 0)


@pytest.mark.parametrize("place", ["", ".w_q", ".dropout"])
@pytest.mark.parametrize("kind", ["register_forward_hook", "register_forward_pre_hook"])
def test_a_module_with_a_hook_runs_as_it_is(trainer, calls, place, kind):
    batch, heard = _batch(trainer), []
    part = trainer.model.get_submodule(f"encoder.layers.0.attention{place}")
    with fused_attention(trainer.model):
        calls.clear()
        getattr(part, kind)(lambda module, args, *output: heard.append(1))
        trainer.model(*batch)
    assert len(calls) == 2 and bool(heard) == (place != ".dropout")


def test_trainer_and_evaluation_are_fused_by_default(transformer, small, calls):
    model = small.build_model(transformer)
    trainer = Trainer(model, small)
    calls.clear()
    trainer.update(*trainer.draw())
    assert len(calls) == 3
    evaluate(model, small.task, count=20)
    assert len(calls) > 6
    calls.clear()
    off = Trainer(model, small, fused=False)
    off.run(1, count=20)
    assert not calls


def test_a_callback_of_a_run_sees_the_learner_s_own_forward(trainer):
    seen = []
    trainer.run(2, count=10, record=lambda step: seen.append(vars(_first(trainer))), record_at=(1,))
    assert all("forward" not in names for names in seen)


def _first(trainer):
    return trainer.model.encoder.layers[0].attention


def test_a_model_that_uses_its_weights_can_train(transformer, small):
    class Frugal(transformer):
        def encode(self, src):
            memory, mask = super().encode(src)
            weights = self.encoder(self.source(src), mask)[1][0]
            return memory + 0 * weights.square().sum(), mask

    assert Trainer(small.build_model(Frugal), small).run(2, count=10).step == 2


def _changed(name, change):
    """A learner's class that computes something else in one respect."""
    parent = course_answer("MultiHeadAttention", own=False)

    def forward(self, query, key, value, mask=None):
        return change(self, super(wrong, self).forward, query, key, value, mask)

    wrong = type(name, (parent,), {"forward": forward})
    return wrong(8, 2, 0.5)


OTHERS = {
    "scaled": lambda self, own, q, k, v, mask: tuple(1.01 * x for x in own(q, k, v, mask)),
    "unmasked": lambda self, own, q, k, v, mask: own(q, k, v, None),
    "all blocked": lambda self, own, q, k, v, mask: (
        (lambda out: (out[0] + (~mask).all().float(), out[1]))(own(q, k, v, mask))
        if mask is not None and not mask.any()
        else own(q, k, v, mask if mask is None else mask | ~mask.any(-1, keepdim=True))
    ),
    "values from keys": lambda self, own, q, k, v, mask: own(q, k, k, mask),
    "never drops": lambda self, own, q, k, v, mask: (self.dropout.eval(), own(q, k, v, mask))[1],
    "raises": lambda self, own, q, k, v, mask: {}["no"],
}


@pytest.mark.parametrize("name", OTHERS)
def test_attention_that_computes_something_else_is_not_exchanged(name):
    wrong = _changed(name, OTHERS[name])
    with torch.no_grad():
        wrong.w_q.weight.zero_()  # a start that hides much
    with pytest.raises(ValueError, match=f"{name} computes something else"), fused_attention(wrong):
        pass
    assert "forward" not in vars(wrong)


def test_a_model_without_attention_is_named():
    with pytest.raises(ValueError, match="no attention module"), fused_attention(nn.Linear(2, 2)):
        pass


def test_looking_for_the_exchange_leaves_no_trace(transformer, small):
    model = small.build_model(transformer)
    before = {name: p.clone() for name, p in model.state_dict().items()}
    torch.manual_seed(3)
    FusedAttention(model)
    drawn = torch.rand(1)
    torch.manual_seed(3)
    assert torch.equal(drawn, torch.rand(1)) and model.training
    assert all(torch.equal(p, before[name]) for name, p in model.state_dict().items())


# --- notebook 10's classes, and their cache

SIZES = (97, 32, 4, 2, 3, 48)


@pytest.fixture
def speaker():
    torch.manual_seed(0)
    model = course_answer("ModernLanguageModel", own=False)(*SIZES).eval()
    course_answer("initialise", own=False)(model)
    return model


@pytest.mark.parametrize("length", [1, 7, 300])
def test_fused_cache_says_the_same_ids(speaker, length):
    say = partial(course_answer("generate_cached", own=False), speaker, temperature=0.0)
    start = torch.randint(97, (2, length))
    plain = say(start, 20)
    with fused_attention(speaker):
        assert say(start, 20).equal(plain)


def test_fused_cache_gives_the_same_logits_keys_and_values(speaker):
    ids = torch.randint(97, (2, 9))
    plain, fused = [], []
    for found in (plain, fused):
        with torch.no_grad(), fused_attention(speaker) if found is fused else torch.no_grad():
            cache = None
            for part in ids.split([4, 1, 3, 1], dim=1):
                logits, cache = speaker(part, cache)
                found += [logits, *(x.clone() for pair in cache for x in pair)]
    for a, b in zip(plain, fused, strict=True):
        torch.testing.assert_close(a, b, atol=1e-4, rtol=1e-4)


def test_two_texts_may_go_on_from_one_cache(speaker):
    ids = torch.randint(97, (1, 6))
    with torch.no_grad(), fused_attention(speaker):
        cache = speaker(ids)[1]
        first = speaker(torch.tensor([[1]]), cache)[1]
        _, other = speaker(torch.tensor([[2]]), cache)  # must not write over the first
        again = speaker(torch.tensor([[3]]), first)[0]
        whole = speaker(torch.cat([ids, torch.tensor([[1, 3]])], dim=1))[0][:, -1:]
    assert not first[0][0].equal(other[0][0])
    torch.testing.assert_close(again, whole, atol=1e-4, rtol=1e-4)


class Copied(torch.utils._python_dispatch.TorchDispatchMode):
    """Counts the numbers that are written into new tensors beside the old ones."""

    numbers = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if func.__name__.partition(".")[0] in ("cat", "repeat_interleave", "index", "tril"):
            self.numbers += result.numel()
        return result


def test_cached_step_copies_no_old_keys(speaker):
    copied = {}
    for length in (64, 500):
        with torch.no_grad(), fused_attention(speaker):
            cache = speaker(torch.randint(97, (1, length)))[1]
            with Copied() as seen:
                speaker(torch.tensor([[5]]), cache)
        copied[length] = seen.numbers
    assert copied[64] == copied[500]


def test_cache_with_gradients_is_not_written_in_place():
    speaker = course_answer("ModernLanguageModel", own=False)(97, 32, 4, 4, 3, 48)
    ids = torch.randint(97, (1, 5))
    gradients = []
    for fused in (False, True):
        speaker.zero_grad()
        with fused_attention(speaker) if fused else torch.enable_grad():
            _, cache = speaker(ids[:, :3])
            speaker(ids[:, 3:], cache)[0].square().mean().backward()
        gradients.append([p.grad.clone() for p in speaker.parameters()])
    for a, b in zip(*gradients, strict=True):
        torch.testing.assert_close(a, b, atol=1e-5, rtol=1e-4)


def test_heads_that_turn_in_another_way_are_not_exchanged(speaker, monkeypatch):
    own = type(speaker.layers[0].attention).forward.__globals__
    real = own["rotate"]
    monkeypatch.setitem(own, "rotate", lambda x, p, base: real(x.flip(-1), p, base))
    with (
        pytest.raises(ValueError, match="GroupedQueryAttention computes"),
        fused_attention(speaker),
    ):
        pass
