"""PyTorch keeps to the CPUs of its container."""

import pytest
import torch

from tutor_utils.learner import threads


@pytest.mark.parametrize(
    ("quota", "told", "cpus"),
    [
        ("200000 100000", "", 2),
        ("50000 100000", "", 1),
        ("150000 100000", "", 2),
        ("max 100000", "", None),
        ("max 100000", "many", None),
        ("max 100000", "0.5", 1),
        ("400000 100000", "3", 3),  # a JupyterHub says it too
    ],
)
def test_limit_of_the_container(tmp_path, monkeypatch, quota, told, cpus):
    monkeypatch.setattr(threads, "CGROUP", tmp_path)
    monkeypatch.setenv("CPU_LIMIT", told)
    (tmp_path / "cpu.max").write_text(quota + "\n")
    assert threads.share() == cpus


def test_threads_are_lowered_and_never_raised(monkeypatch):
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        for limit, now in ((5, 2), (1, 1)):
            monkeypatch.setattr(threads, "share", lambda limit=limit: limit)
            threads.keep_to_share()
            assert torch.get_num_threads() == now
    finally:
        torch.set_num_threads(before)
