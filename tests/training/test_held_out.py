"""What is held out is in no batch, by construction; and it is what it says to be."""

from collections import Counter

import pytest
import torch

from tutor_utils.training import TASKS, Task, held_out
from tutor_utils.training.tasks import EOS, PAD


def rows(src):
    """The sequences without what stands behind eos."""
    return [tuple(row[: row.index(EOS)]) for row in src.tolist()]


def everything(most):
    """Every sequence of 1 to ``most`` of the 8 symbols, (B, 1 + most)."""
    found = []
    for n in range(1, most + 1):
        symbols = torch.cartesian_prod(*[torch.arange(3, 11)] * n).view(-1, n)
        ended = torch.cat([symbols, torch.full_like(symbols[:, :1], EOS)], dim=1)
        found.append(torch.nn.functional.pad(ended, (0, most - n), value=PAD))
    return torch.cat(found)


def test_a_sequence_belongs_to_one_part_however_it_is_padded():
    every = everything(4)
    parts = held_out.part_of(every)
    wider = torch.nn.functional.pad(every, (0, 5), value=PAD)
    assert torch.equal(parts, held_out.part_of(wider))
    shares = torch.bincount(parts, minlength=held_out.PARTS) / len(every)
    assert shares.min() > 0.8 / held_out.PARTS and shares.max() < 1.2 / held_out.PARTS
    assert len(set(held_out.fingerprint(every).tolist())) == len(every), "no two share a number"


@pytest.mark.parametrize("name", ["copy", "copy-fixed", "reverse"])
def test_no_batch_holds_what_is_held_out(name):
    task = TASKS[name]
    if name == "reverse":
        task = task.drawn_by(lambda *args: TASKS["copy"].batch(args[0], args[3]))
    tested = set()
    for part, count in ((held_out.VALIDATION, 500), (held_out.TEST, 2000)):
        found = rows(held_out.sequences(task, part, count, seed=3)[0])
        tested |= {row for row in found if len(row) > 1}
    generator, seen = torch.Generator().manual_seed(0), set()
    for _ in range(40):
        src, tgt = held_out.training_batch(task, 64, generator)
        assert src.shape[0] == tgt.shape[0] == 64 and tgt.shape[1] == src.shape[1] + 1
        assert not held_out.is_held_out(src).any()
        seen |= set(rows(src))
    assert not seen & tested


def test_where_all_is_held_out_the_empty_sequence_is_trained(monkeypatch):
    monkeypatch.setattr(held_out, "is_held_out", lambda src: src[:, 0] != EOS)
    src, tgt = held_out.training_batch(TASKS["copy"], 3)
    assert src[:, 0].eq(EOS).all() and src[:, 1:].eq(PAD).all()
    assert tgt[:, :2].tolist() == [[1, EOS]] * 3 and tgt[:, 2:].eq(PAD).all()


@pytest.mark.parametrize("part", [held_out.VALIDATION, held_out.TEST])
def test_the_sequences_are_distinct_and_half_of_them_long(part):
    src, tgt, length = held_out.sequences(TASKS["sort"], part, 2000, seed=1)
    assert len(set(rows(src))) == len(src) == 2000
    assert (held_out.part_of(src) == part)[length > 1].all()
    counts = Counter(length.tolist())
    assert counts[10] >= 1000 and counts[9] == 111
    assert [len(row) for row in rows(src)] == length.tolist()
    assert tgt[-1, 1:11].tolist() == sorted(src[-1, :10].tolist())


def test_one_symbol_is_trained_on_and_never_held_out():
    alone = {(n,) for n in range(3, 11)}
    validation, test = (
        set(rows(held_out.sequences(TASKS["reverse"], n, 999, 0)[0])) for n in (0, 1)
    )
    assert alone <= validation and not alone & test
    generator = torch.Generator().manual_seed(0)
    assert alone <= set(rows(held_out.training_batch(TASKS["reverse"], 2000, generator)[0]))


def test_another_step_is_evaluated_on_other_sequences():
    one, other = (set(rows(held_out.sequences(TASKS["copy"], 0, 300, s)[0])) for s in (1, 2))
    long = {row for row in one & other if len(row) == 10}
    assert not long


def test_too_few_sequences_are_named():
    with pytest.raises(ValueError, match="vocab_size=4, max_len=1"):
        held_out.sequences(Task("one", vocab_size=4, max_len=1), held_out.TEST, 5, 0)
    with pytest.raises(ValueError, match="count=0"):
        held_out.training_batch(TASKS["copy"], 0)
