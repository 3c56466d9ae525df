"""The doctor says each fault in words, with what to do beside it, and its last line is true."""

import pytest

from tutor_utils.cli import doctor, environment, gpu

WELL = {"torch": "2.13.0", "device": "cpu", "widgets": "8.1", "check": "ok", "picture": "drawn"}


def states(rows):
    return {row.what: row.state for row in rows}


@pytest.mark.parametrize("name", ["torch", "widgets", "check", "picture"])
def test_each_fault_has_its_fix(name):
    found = {key: value for key, value in WELL.items() if key != name}
    table = doctor.diagnose_packages(found | {f"{name} error": "ImportError: no"})
    (row,) = (row for row in table if row.state != "OK")
    assert row.state == "FAIL" and row.words == "ImportError: no" and row.fix


@pytest.mark.slow
def test_doctor_runs_a_check_and_draws_a_picture():
    found = states(doctor.check_packages(environment.current()))
    assert found["a check"] == found["a picture"] == found["PyTorch"] == "OK"


@pytest.mark.slow
def test_a_package_that_is_missing_is_seen(tmp_path, monkeypatch):
    """Its metadata is there, its code is not: nothing but use can tell."""
    (tmp_path / "safetensors.py").write_text("raise ImportError('gone')", "utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + doctor._INSIDE
    monkeypatch.setattr(doctor, "_INSIDE", code)
    assert "FAIL" in states(doctor.check_packages(environment.current())).values()


def test_unused_gpu_is_reported(monkeypatch):
    monkeypatch.setattr(gpu, "find", lambda: gpu.Gpu("RTX 4070", 580, 8.9))
    monkeypatch.setattr(gpu, "build_for", lambda card: "cu130")
    assert doctor.diagnose_device("cuda") == []
    (row,) = doctor.diagnose_device("cpu")
    assert row.state == "WARN" and "lab --gpu" in row.fix


def test_last_line_matches_the_result(course, monkeypatch, capsys):
    """A fresh clone: nothing is set up, so nothing works, and the exit code says so."""
    (course / "notebooks").mkdir()
    assert doctor.main([]) == 1
    out = capsys.readouterr().out
    assert "not set up yet" in out.splitlines()[-1] and "works" not in out.splitlines()[-1]
    assert not environment.VENV.exists()
    assert doctor.summary(True, 2, 0) == "2 to fix, see FAIL above."
    assert "1 to look at" in doctor.summary(True, 0, 1)


def test_folder_that_cannot_be_written(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "ROOT", tmp_path / "gone")
    monkeypatch.delenv("TUTOR_HOME")
    assert states(doctor.check_folders()) == {"notebooks": "FAIL", "your work": "FAIL"}


@pytest.mark.slow
def test_kernel_really_starts():
    found = states(doctor.check_kernel(environment.current()))
    assert found == {"JupyterLab": "OK", "kernel": "OK"}


def test_kernel_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(doctor, "_KERNEL", "import time; time.sleep(900)")
    monkeypatch.setattr(doctor, "LIMIT_S", 0.5)
    assert states(doctor.check_kernel(environment.current()))["kernel"] == "FAIL"
