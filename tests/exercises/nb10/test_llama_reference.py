"""The truth of notebook 10, and the numbers that it shows, are those of Hugging Face's Llama."""

import re

import torch
import transformers
from torch.utils.flop_counter import FlopCounterMode

from tutor_utils.course import sources
from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.nb10 import llama

SIZES = (97, 64, 4, 2, 3, 160)
EPS = 1e-5


def published(*, tied):
    """Hugging Face's model, with random gains as well."""
    config = transformers.LlamaConfig(
        vocab_size=97,
        hidden_size=64,
        intermediate_size=160,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
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


def test_truth_gives_llamas_logits():
    theirs = published(tied=False).double()
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
    theirs = published(tied=True)
    theirs.load_state_dict(names["tiny_file"](), strict=False)
    start = torch.tensor([[3, 14, 15, 92, 65]])
    with torch.no_grad():
        found = theirs(start).logits[0, -1, :6]
    torch.testing.assert_close(found, torch.tensor(names["published_logits"]), atol=1e-4, rtol=1e-4)
    said = theirs.generate(start, max_new_tokens=12, do_sample=False)[0, 5:]
    assert said.tolist() == names["published_ids"]


def test_cached_step_computes_a_fiftieth_of_the_whole():
    model = course_answer("ModernLanguageModel", own=False)(*SIZES).eval()
    ids = torch.randint(97, (1, 257), generator=torch.Generator().manual_seed(0))

    def operations(*given):
        with FlopCounterMode(display=False) as counted:
            model(*given)
        return counted.get_total_flops()

    with torch.no_grad():
        _, cache = model(ids[:, :256])
        whole, step = operations(ids), operations(ids[:, 256:], cache)
    assert whole > 50 * step, "counted, not timed: a busy machine changes nothing"
