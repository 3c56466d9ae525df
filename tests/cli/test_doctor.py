"""The doctor says each fault in words, with what to do beside it."""

import pytest

from tutor_utils.cli import doctor, environment

WELL = {"torch": "2.13.0", "device": "cpu", "widgets": "8.1", "korean": "NanumGothic"}


def states(rows):
    return {row.what: row.state for row in rows}


def test_all_well():
    assert set(states(doctor.diagnose_packages(WELL)).values()) == {"OK"}


@pytest.mark.parametrize(
    ("change", "what", "state"),
    [
        ({"torch": None, "torch error": "ImportError: no"}, "PyTorch", "FAIL"),
        ({"widgets": None, "widgets error": "ImportError: no"}, "widgets", "FAIL"),
        ({"korean": ""}, "fonts", "WARN"),
        ({"fonts error": "ImportError: no"}, "fonts", "FAIL"),
    ],
)
def test_each_fault_has_its_fix(change, what, state):
    found = {k: v for k, v in (WELL | change).items() if v is not None}
    row = next(r for r in doctor.diagnose_packages(found) if r.what == what)
    assert row.state == state and row.fix
    assert str(row).startswith(state)


def test_full_disk_and_small_memory(monkeypatch):
    monkeypatch.setattr(doctor, "NEED_DISK_GB", 1e9)
    monkeypatch.setattr(doctor, "NEED_MEMORY_GB", 1e9)
    assert states(doctor.check_machine()) == {"disk": "FAIL", "memory": "WARN"}


def test_folder_that_cannot_be_written(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "ROOT", tmp_path / "gone")
    monkeypatch.delenv("TUTOR_HOME")
    assert states(doctor.check_folders()) == {"notebooks": "FAIL", "your work": "FAIL"}


def test_without_environment_it_says_what_to_run(monkeypatch):
    monkeypatch.setattr(doctor, "interpreter", lambda: None)
    for rows in (doctor.check_python(), doctor.check_packages()):
        assert any(row.state == "WARN" and "tutor_utils lab" in row.fix for row in rows)


def test_kernel_really_starts():
    assert states(doctor.check_kernel()) == {"JupyterLab": "OK", "kernel": "OK"}


def test_kernel_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(doctor, "_KERNEL", "import time; time.sleep(9)")
    monkeypatch.setattr(doctor, "KERNEL_LIMIT_S", 0.5)
    assert states(doctor.check_kernel())["kernel"] == "FAIL"
