"""Tasks: the format of the contract, the rewriting, and bad input."""

from dataclasses import replace

import pytest
import torch
from bench import host_device_syncs

from tutor_utils.training.tasks import BOS, EOS, PAD, TASKS, Task

HOW = {"reverse": lambda row: row[::-1], "sort": sorted}


@pytest.mark.parametrize("name", TASKS)
def test_each_row_is_symbols_eos_and_pads(name):
    task = TASKS[name]
    src, tgt = task.batch(300, torch.Generator().manual_seed(1))
    assert src.dtype == tgt.dtype == torch.long
    assert src.shape == (300, task.max_len + 1) and tgt.shape == (300, task.max_len + 2)
    lengths = set()
    for source, target in zip(src.tolist(), tgt.tolist(), strict=True):
        n = source.index(EOS)
        lengths.add(n)
        pads = [PAD] * (task.max_len - n)
        symbols = source[:n]
        assert all(3 <= s < task.vocab_size for s in symbols)
        assert source == [*symbols, EOS, *pads]
        assert target == [BOS, *HOW.get(name, list)(symbols), EOS, *pads]
    assert lengths == set(task.lengths)
    assert {s for row in src.tolist() for s in row} >= {3, task.vocab_size - 1}


@pytest.mark.parametrize(
    ("given", "full_length", "of_three"),
    [({}, 0.1, 0.0), ({"longer": 1.0}, 0.19, 0.0), ({"repetitive": 0.4}, 0.1, 0.4)],
)
def test_training_gets_more_of_what_is_hard(given, full_length, of_three):
    src, _ = Task("one", **given).batch(4000, torch.Generator().manual_seed(0))
    full = [row[:10] for row in src.tolist() if row[10] == EOS]
    assert len(full) / len(src) == pytest.approx(full_length, abs=0.02)
    # Ten symbols, drawn evenly from 8, hold three or fewer once in 400 sequences.
    few = sum(len(set(row)) <= 3 for row in full) / len(full)
    assert few == pytest.approx(of_three, abs=0.08)


def test_what_is_held_out_is_drawn_evenly():
    evenly = replace(TASKS["sort"], longer=0.0, repetitive=0.0)
    assert evenly != TASKS["sort"]
    length = torch.full((50, 1), 10)
    drawn = [task.of_lengths(length, task.generator(0)) for task in (TASKS["sort"], evenly)]
    assert all(map(torch.equal, *drawn))


def test_same_seed_same_batch():
    task = TASKS["sort"]
    first, again, other = (task.batch(5, task.generator(seed))[0] for seed in (0, 0, 1))
    assert torch.equal(first, again) and not torch.equal(first, other)


@pytest.mark.parametrize("name", ["copy", "reverse", "sort"])
def test_a_batch_is_made_without_waiting(name):
    assert host_device_syncs(lambda: TASKS[name].batch(4)) == {}
    assert host_device_syncs(lambda: TASKS[name].batch(4)[0].max().item()) != {}, (
        "it can see a wait"
    )


@pytest.mark.parametrize("name", ["copy", "reverse", "sort"])
def test_batches_of_a_learner_are_rewritten_too(name):
    task = TASKS[name]
    theirs = TASKS["copy"].batch(20, torch.Generator().manual_seed(3))
    asked = []

    def copy_batch(*args):
        asked.append(args)
        return theirs

    src, tgt = task.drawn_by(copy_batch).batch(20, None, "cpu")
    assert asked == [(20, 10, 11, None, "cpu")] and torch.equal(src, theirs[0])
    task.drawn_by(copy_batch).batch(20, generator := task.generator(0), "cpu")
    assert asked[1] == (20, 10, 11, generator), "drawn where the generator is, then moved"
    for source, target in zip(src.tolist(), tgt.tolist(), strict=True):
        n = source.index(EOS)
        assert target[1 : n + 2] == [*HOW.get(name, list)(source[:n]), EOS]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"vocab_size": 3}, "vocab_size=3"),
        ({"min_len": 0}, "min_len=0"),
        ({"max_len": 0}, "max_len=0"),
        ({"min_len": 5, "max_len": 4}, "min_len=5"),
        ({"min_len": 2, "source": lambda: None}, "min_len=2"),
        ({"longer": -0.5}, "longer=-0.5"),
        ({"repetitive": 1.5}, "repetitive=1.5"),
    ],
)
def test_bad_tasks_are_named(wrong, said):
    with pytest.raises(ValueError, match=said):
        Task("bad", **wrong)


def test_an_empty_batch_is_named():
    with pytest.raises(ValueError, match="count=0"):
        TASKS["copy"].batch(0)
