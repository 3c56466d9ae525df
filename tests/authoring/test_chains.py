"""Right answers carried on: the chains that broke once, and a chain that breaks is told."""

import pytest

from tutor_utils.authoring import chains as module
from tutor_utils.authoring.chains import chains
from tutor_utils.course import answers


@pytest.mark.parametrize(
    ("name", "into"), [("DecoderLayer", {"Decoder"}), ("padding_mask", {"target_mask"})]
)
def test_right_parts_make_right_parts(name, into):
    found = list(chains(name, into))
    assert {chain.into for chain in found} == into
    assert [chain.shortfall for chain in found if chain.saw] == []


def test_right_part_that_breaks_the_next_is_reported(monkeypatch):
    none = answers.define("padding_mask", "def padding_mask(ids, pad_id):\n    return None\n")
    monkeypatch.setattr(module, "right_answers", lambda folder: ["none"])
    monkeypatch.setattr(answers, "right", lambda name, how: none)
    (chain,) = chains("padding_mask", {"target_mask"})
    told = "padding_mask: none is right, and makes a right target_mask wrong"
    assert chain.shortfall.startswith(told)
