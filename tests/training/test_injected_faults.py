"""Each fault trained: which number of the run gives it away. The notebook shows this table."""

from dataclasses import replace
from functools import partial

import pytest

from tutor_utils.training import Parts, injected_faults
from tutor_utils.training.injected_faults import CONFIG, FAULTS, NO_FAULT, train_with_fault

# What gives the fault away. Where the loss lies near the border, both words are right.
DETECTED_BY = {
    "heads merged without transposing back": {"exact match"},
    "heads split and merged by view alone": {"exact match"},
    "heads split by view alone": {"exact match"},
    "no causal mask": {"exact match"},
    "one future token visible": {"exact match"},
    "cross-attention reads the decoder itself": {"exact match"},
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
    assert sum(m.source.startswith("https://") for m in FAULTS) > len(FAULTS) / 2


def match_up_to_eos(predicted, labels, eos_id, pad_id):
    """A right answer that needs the eos of a label: in the exercise each label has one."""
    rows = zip(predicted.tolist(), labels.tolist(), strict=True)
    ends = [(said, row, row.index(eos_id) + 1) for said, row in rows]
    return sum(said[:end] == row[:end] for said, row, end in ends) / len(labels)


def test_labels_without_eos_do_not_reach_the_learners_function(monkeypatch):
    monkeypatch.setattr(injected_faults, "Parts", partial(Parts, exact_match=match_up_to_eos))
    fault = next(m for m in FAULTS if m.name == "target not shifted")
    train_with_fault(fault, replace(CONFIG, steps=1), count=20)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda m: m.name)
def test_fault_is_detected_by_loss_or_exact_match(fault):
    verdict = train_with_fault(fault)
    assert verdict.detected_by in DETECTED_BY[fault.name], verdict
    if verdict.detected_by == "exact match":
        assert verdict.loss < 0.15 and verdict.score.exact_match < 0.6
    if verdict.detected_by == "neither":
        assert verdict.score.exact_match > 0.97  # "not divided at all": 5 of 195 wrong
