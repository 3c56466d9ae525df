"""Each fault trained: which number of the run gives it away. The notebook shows this table."""

import pytest

from tutor_utils.training.injected_faults import FAULTS, NO_FAULT, train_with_fault

# What gives the fault away. Where the loss lies near the border, both words are right.
DETECTED_BY = {
    "heads merged without transposing back": {"exact match"},
    "heads split and merged by view alone": {"exact match"},
    "heads split by view alone": {"exact match"},
    "no causal mask": {"exact match"},
    "one future token visible": {"exact match"},
    "mask inverted": {"exact match"},
    "masked with 1e-9, the minus lost": {"exact match"},
    "masked after softmax, sum below 1": {"exact match"},
    "softmax over queries": {"exact match"},
    "divided by √d_model": {"neither"},
    "not divided at all": {"neither"},
    "pads of the source not masked": {"neither"},
    "no positions": {"loss"},
    "no residual": {"loss"},
    "no activation in the feed-forward network": {"neither"},
    "target not shifted": {"exact match"},
    "pads counted in the loss": {"neither"},
    "softmax before the loss": {"loss"},
    "gradients never zeroed": {"loss"},
    "no eos in the target": {"exact match"},
    "no bos in the target": {"exact match"},
}


def test_without_a_fault_it_learns():
    verdict = train_with_fault(NO_FAULT)
    assert verdict.detected_by == "neither" and verdict.score.exact_match == 1


def test_every_fault_is_listed_here():
    assert [m.name for m in FAULTS] == list(DETECTED_BY) and len(FAULTS) >= 12


def test_most_were_found_in_published_code():
    assert sum(m.seen.startswith("https://") for m in FAULTS) > len(FAULTS) / 2


@pytest.mark.parametrize("fault", FAULTS, ids=lambda m: m.name)
def test_what_gives_it_away(fault):
    verdict = train_with_fault(fault)
    assert verdict.detected_by in DETECTED_BY[fault.name], verdict
    if verdict.detected_by == "exact match":
        assert verdict.loss < 0.15 and verdict.score.exact_match < 0.6
    if verdict.detected_by == "neither":
        assert verdict.score.exact_match == 1
