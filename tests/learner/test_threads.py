"""PyTorch keeps to the CPUs of its container."""

import pytest
import torch

from tutor_utils.learner import threads


@pytest.fixture
def told(tmp_path, monkeypatch):
    """A container that tells nothing; the test adds what it tells."""
    monkeypatch.setattr(threads, "CGROUP", tmp_path)
    monkeypatch.delenv("CPU_LIMIT", raising=False)
    return tmp_path


def test_no_limit_told(told):
    assert threads.share() is None


@pytest.mark.parametrize(
    ("text", "cpus"),
    [("200000 100000", 2), ("50000 100000", 1), ("150000 100000", 2), ("max 100000", None)],
)
def test_quota_of_the_container(told, text, cpus):
    (told / "cpu.max").write_text(text + "\n")
    assert threads.share() == cpus


@pytest.mark.parametrize(
    ("text", "cpus"), [("1.0", 1), ("0.5", 1), ("3", 3), ("", None), ("many", None)]
)
def test_limit_of_a_jupyterhub(told, monkeypatch, text, cpus):
    monkeypatch.setenv("CPU_LIMIT", text)
    assert threads.share() == cpus


def test_threads_are_lowered_and_never_raised(told, monkeypatch):
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        monkeypatch.setenv("CPU_LIMIT", "5")
        threads.keep_to_share()
        assert torch.get_num_threads() == 2
        monkeypatch.setenv("CPU_LIMIT", "1")
        threads.keep_to_share()
        assert torch.get_num_threads() == 1
    finally:
        torch.set_num_threads(before)
