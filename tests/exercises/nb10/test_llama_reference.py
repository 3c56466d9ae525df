"""Hugging Face's Llama, the truth of notebook 10, and the learner's classes give one result."""

import re

import pytest
import torch
import transformers
from torch.utils.flop_counter import FlopCounterMode

from tutor_utils.course import sources
from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.nb10 import llama

SIZES = (97, 64, 4, 2, 3, 160)
EPS = 1e-5


@pytest.fixture(scope="module")
def part():
    """The course's own part of a name."""
    return lambda name: course_answer(name, own=False)


def published(kv_heads, *, tied):
    """Hugging Face's model, with random gains as well."""
    config = transformers.LlamaConfig(
        vocab_size=97,
        hidden_size=64,
        intermediate_size=160,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=kv_heads,
        max_position_embeddings=128,
        rms_norm_eps=EPS,
        tie_word_embeddings=tied,
        attn_implementation="eager",
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )
    model = transformers.LlamaForCausalLM(config).eval()
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for name, p in model.named_parameters():
            drawn = torch.randn(p.shape, generator=generator)
            p.copy_(1 + 0.3 * drawn if "norm" in name else 0.15 * drawn)
    return model


@pytest.mark.parametrize("tied", [True, False], ids=["tied", "free"])
@pytest.mark.parametrize("kv_heads", [4, 2, 1])
def test_own_classes_give_llamas_logits_and_ids(part, kv_heads, tied):
    theirs = published(kv_heads, tied=tied)
    sizes = (97, 64, 4, kv_heads, 3, 160)
    ours = part("ModernLanguageModel")(*sizes, eps=EPS, tie_weights=tied).eval()
    part("load_llama")(theirs.state_dict(), ours)
    ids = torch.randint(97, (2, 40), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        wanted = theirs(ids).logits
        whole, _ = ours(ids)
        found, cache = [], None
        for piece in (ids[:, :10], *ids[:, 10:].split(1, dim=1)):
            logits, cache = ours(piece, cache)
            found.append(logits)
    torch.testing.assert_close(whole, wanted, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(torch.cat(found, dim=1), wanted, atol=1e-5, rtol=1e-5)
    assert cache[0][0].shape == (2, kv_heads, 40, 16)
    said = theirs.generate(ids[:, :10], max_new_tokens=12, do_sample=False)
    assert part("generate_cached")(ours, ids[:, :10], 12, temperature=0.0).tolist() == said.tolist()


def test_truth_gives_llamas_logits():
    theirs = published(2, tied=False).double()
    given = theirs.state_dict()
    t = {role: given[llama.published(role)] for role in llama.model_shapes(*SIZES, tied=False)}
    ids = torch.randint(97, (2, 20), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        torch.testing.assert_close(
            llama.model(t, ids, (4, 2), eps=EPS)[0], theirs(ids).logits, atol=1e-5, rtol=1e-5
        )


def test_notebooks_numbers_are_those_of_transformers():
    text = (sources.SOLUTIONS / "10_since_2017.py").read_text("utf-8")
    names = {"torch": torch, "Tensor": torch.Tensor}
    exec(re.search(r"def tiny_file.*?\npublished_ids = .*?\]\n", text, re.DOTALL)[0], names)
    theirs = published(2, tied=True)
    theirs.load_state_dict(names["tiny_file"](), strict=False)
    start = torch.tensor([[3, 14, 15, 92, 65]])
    with torch.no_grad():
        found = theirs(start).logits[0, -1, :6]
    torch.testing.assert_close(found, torch.tensor(names["published_logits"]), atol=1e-4, rtol=1e-4)
    said = theirs.generate(start, max_new_tokens=12, do_sample=False)[0, 5:]
    assert said.tolist() == names["published_ids"]


def test_cached_step_computes_a_fiftieth_of_the_whole(part):
    model = part("ModernLanguageModel")(97, 64, 4, 2, 3, 160).eval()
    ids = torch.randint(97, (1, 257), generator=torch.Generator().manual_seed(0))

    def operations(*given):
        with FlopCounterMode(display=False) as counted:
            model(*given)
        return counted.get_total_flops()

    with torch.no_grad():
        _, cache = model(ids[:, :256])
        whole, step = operations(ids), operations(ids[:, 256:], cache)
    assert whole > 50 * step, "counted, not timed: a busy machine changes nothing"
