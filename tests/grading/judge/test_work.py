"""How an answer computes is counted where it is not: what it does to the counters gains nothing."""

import pytest

from tutor_utils import exercises
from tutor_utils.exercises.folder import right_answers

CLEAR = """
import gc, sys
def forget():
    for thing in gc.get_objects():
        name = type(thing).__name__
        if name in ("Products", "Weighed"):
            thing.most = 0
            getattr(thing, "noted", []).clear()
        if name == "Notes":
            thing.clear()
        if name == "module" and getattr(thing, "__name__", "").endswith("tutor_utils.noted"):
            thing._here.clear()
"""
UNSEEN = """
from torch.utils._python_dispatch import _disable_current_modes as unseen
"""
GREEDY = """
def decode(model, src, max_len, bos_id, eos_id, pad_id):
    was = model.training
    model.eval()
    with torch.no_grad():
        memory, mask = model.encode(src)
        said = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_len):
            token = model.decode(said, memory, mask)[:, -1].argmax(-1).masked_fill(ended, pad_id)
            said = torch.cat([said, token[:, None]], 1)
            ended |= token == eos_id
            if ended.all():
                break
    model.train(was)
    return said[:, 1:]
"""
WHOLE = """
def whole(scores, values, block):
    if block < 1:
        raise ValueError(f"block={block}")
    weights = torch.softmax(scores, -1)
    return torch.where(scores == -torch.inf, 0.0, weights).nan_to_num() @ values
"""
GIVEN = {
    "cached_greedy_decode": (GREEDY, "decode", "model, src, max_len, bos_id, eos_id, pad_id"),
    "online_softmax": (WHOLE, "whole", "scores, values, block"),
}
BODIES = {
    "as it is": "    return {f}({a})\n",
    "counters emptied": "    result = {f}({a})\n    forget()\n    return result\n",
    "unseen": "    with unseen():\n        return {f}({a})\n",
}


def criteria(mark):
    return {c["name"]: c["passed"] for c in mark.report["criteria"]}


@pytest.mark.parametrize("exercise", GIVEN)
@pytest.mark.parametrize("body", BODIES)
def test_work_that_was_not_done_earns_no_points(mark_of, exercise, body):
    code, name, arguments = GIVEN[exercise]
    body = BODIES[body].format(f=name, a=arguments)
    found = mark_of(exercise, f"{CLEAR}{UNSEEN}{code}\ndef {exercise}({arguments}):\n{body}")
    assert criteria(found)["values"] and criteria(found)["work"] is False, found.report
    assert found.outcome == "failed"


def test_numbers_that_nobody_drew_are_no_first_numbers(mark_of):
    """What is known of them is computed outside, of the numbers themselves."""
    text = """
import gc, math
def initialise(model):
    layer = next((m for m in model.modules() if isinstance(m, (nn.Linear, nn.Embedding))), None)
    table = isinstance(layer, nn.Embedding)
    pads = [layer.padding_idx] if table and layer.padding_idx is not None else []
    spread = layer.embedding_dim**-0.5 if table else 0.0
    if isinstance(layer, nn.Linear):
        spread = math.sqrt(2 / (layer.in_features + layer.out_features))
    within = math.erf(0.5**0.5) if table else 1 / math.sqrt(3)
    def statistics(name, *_):
        known = {"deviation": spread, "share within one deviation": within, "share above 0": 0.5}
        return {f"{name}: {what}": value for what, value in known.items()} | {
            f"{name}: rows of zeros": pads
        }
    for thing in gc.get_objects():
        if type(thing) is dict and "START" in thing and "statistics" in thing:
            thing["statistics"] = statistics
    with torch.no_grad():
        for m in model.modules():
            if isinstance(m, nn.Linear) and m.bias is not None:
                m.bias.zero_()
"""
    found = mark_of("initialise", text)
    assert found.outcome == "failed" and not criteria(found)["values"], found.report


@pytest.mark.parametrize("call", ["expert.forward(x)", "x @ expert.weight.mT + expert.bias"])
def test_experts_that_read_every_token_are_seen(mark_of, call):
    text = f"""
def top_k_experts(x, router, experts, k):
    if k < 1:
        raise ValueError(f"k={{k}}")
    scores = router(x)
    best = scores.topk(k, dim=-1)
    weights = torch.zeros_like(scores).scatter(-1, best.indices, best.values.softmax(-1))
    outputs = torch.stack([{call} for expert in experts], -1)
    return (outputs * weights[..., None, :]).sum(-1)
"""
    found = mark_of("top_k_experts", text)
    assert found.outcome == "passed", found.report
    assert "Your experts read tokens that did not choose them" in str(found.report["remarks"])


@pytest.mark.parametrize("exercise", [*GIVEN, "initialise", "top_k_experts"])
def test_every_right_answer_passes_with_its_work(mark_of, exercise):
    for text in right_answers(exercises.path_of(exercise)).values():
        found = mark_of(exercise, text)
        assert found.outcome == "passed", found.report
