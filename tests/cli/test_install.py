"""Set-up: it looks first, says each failure in a sentence, and leaves nothing that looks ready."""

import os
import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tutor_utils.cli import environment, gpu, install, preflight

FAIL = "import sys; print({!r}); sys.exit(1)"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 122] Disk quota exceeded", "disk is full"),
        ("Temporary failure in name resolution", "no connection"),
        ("ReadTimeoutError: Read timed out.", "no connection"),
        ("IncompleteRead(10 bytes read)", "no connection"),
        ("Tunnel connection failed: 407 Proxy Authentication Required", "proxy refuses"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED]", "certificates"),
        ("[Errno 13] Permission denied: 'x'", "cannot be written"),
        ("[WinError 5] Access is denied", "cannot be written"),
        ("ERROR: Wheel 'torch' located at /tmp/t.whl is invalid.", "came damaged"),
        ("something else", "run the same command again"),
    ],
)
def test_failure_is_explained_and_leaves_nothing_that_looks_ready(fake_pip, message, words, capsys):
    fake_pip(FAIL.format(message))
    with pytest.raises(environment.SetupFailed, match=words) as failure:
        install.ensure()
    assert message in str(failure.value)
    others_may_fit = message == "something else"
    assert ("do not fit here" in capsys.readouterr().out) == others_may_fit
    assert not environment.ready([environment.LEARNER])
    fake_pip()
    install.ensure()  # it can be run again
    assert environment.ready([environment.LEARNER])


@pytest.mark.parametrize("moment", range(2))
def test_a_disk_that_fills_while_the_course_itself_writes(fake_pip, monkeypatch, moment):
    fake_pip()
    real, left = install.write, [moment]

    def write(path, content):
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        real(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(install, "write", write)
        with pytest.raises(environment.SetupFailed, match="disk is full"):
            install.ensure()
    assert not environment.ready([environment.LEARNER])
    install.ensure()


def test_requirements_are_checked_before_anything_is_written(course, fake_pip, monkeypatch, capsys):
    steps = fake_pip()
    monkeypatch.setattr(preflight, "free_gb", lambda: 0.4)
    with pytest.raises(environment.SetupFailed, match="Nothing was changed"):
        install.ensure()
    assert not steps and not environment.VENV.exists()
    assert re.search(r"FAIL +disk +0\.4 GB free of 3\.0 GB", capsys.readouterr().out)


def test_lock_that_does_not_fit_falls_back_in_words(fake_pip, monkeypatch, capsys):
    steps = fake_pip()
    step = install._step

    def refuse_the_lock(what, command):
        step(what, command)
        if "--require-hashes" in command and command[-1].name == "requirements.lock":
            why = "ERROR: No matching distribution found for numpy==2.4"
            raise environment.SetupFailed(install.explain(what, why))

    monkeypatch.setattr(install, "_step", refuse_the_lock)
    install.ensure()
    assert "do not fit here" in capsys.readouterr().out
    assert "no build for this Python" in install.explain("x", NONE_THERE)
    assert steps[-1][1][-2:] == ["-r", str(environment.LEARNER)]


@pytest.mark.skipif(os.name == "nt", reason="the CPU index is for Linux alone")
def test_a_build_that_is_nowhere_costs_gigabytes_after_a_yes(fake_pip, monkeypatch, capsys):
    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr("builtins.input", lambda words: print(words) or "y")
    steps = fake_pip({"PyTorch, cpu": FAIL.format("ERROR: No matching distribution for torch")})
    install.ensure()
    said = capsys.readouterr().out
    assert said.index("about 3 GB to download") < said.index("Take it? [y/N]")
    assert "--require-hashes" in dict(steps)["installing PyTorch"]
    assert environment.read_stamp()["build"] == "cu130"


@pytest.mark.parametrize("answer", ["", "n", None])
def test_no_gigabytes_without_a_yes(fake_pip, monkeypatch, answer):
    def asked(words):
        if answer is None:  # no terminal
            raise EOFError
        return answer

    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr("builtins.input", asked)
    steps = fake_pip({"PyTorch, cpu": FAIL.format("ERROR: No matching distribution for torch")})
    with pytest.raises(environment.SetupFailed, match=r"has no torch==2\.13\.0\+cpu, and PyPI's"):
        install.ensure()
    assert "installing PyTorch" not in dict(steps)
    assert not environment.ready([environment.LEARNER])


NONE_THERE = "ERROR: No matching distribution found for torch"  # is the last line of most of them


@pytest.mark.parametrize(
    ("message", "tries"),
    [
        ("ERROR: Wheel 'torch' located at /tmp/t.whl is invalid.", 2),
        ("IncompleteRead(5000000 bytes read)", 2),
        (f"WARNING: NewConnectionError: Name or service not known {NONE_THERE}", 2),
        (f"[SSL: CERTIFICATE_VERIFY_FAILED] - skipping {NONE_THERE}", 1),
        (f"ProxyError: Tunnel connection failed: 407 {NONE_THERE}", 1),
        ("[Errno 13] Permission denied: 'x'", 1),
        ("[Errno 28] No space left on device", 1),
        ("something else", 1),
    ],
)
def test_pytorch_that_cannot_be_fetched_never_becomes_another(
    fake_pip, monkeypatch, message, tries
):
    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr("builtins.input", lambda words: "y")
    steps = fake_pip({"PyTorch, cpu": FAIL.format(message)})
    with pytest.raises(environment.SetupFailed) as failure:
        install.ensure()
    assert "has no build for this Python" not in str(failure.value)
    assert [what for what, _ in steps if "PyTorch" in what] == ["installing PyTorch, cpu"] * tries


def test_pytorch_whose_download_was_cut_is_fetched_again(fake_pip, tmp_path, capsys):
    script = f"""
        import pathlib, sys
        cut = pathlib.Path({str(tmp_path / "cut")!r})
        if not cut.exists():
            cut.touch()
            print("ERROR: Wheel 'torch' located at /tmp/t.whl is invalid.")
            sys.exit(1)
    """
    fake_pip({"PyTorch, cpu": script})
    install.ensure(build="cpu")
    assert environment.read_stamp()["build"] == "cpu"
    assert "once more: A file came damaged" in capsys.readouterr().out


def test_gigabytes_that_find_no_room_are_refused(fake_pip, monkeypatch):
    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr(preflight, "free_gb", lambda: 4.0)
    fake_pip({"PyTorch, cpu": FAIL.format("ERROR: No matching distribution for torch")})
    with pytest.raises(environment.SetupFailed, match="too small for that"):
        install.ensure()


CARD = gpu.Gpu("RTX 4070", 580, 8.9)


@pytest.mark.parametrize(
    ("system", "card", "build", "found_at"),
    [
        ("linux", None, "cpu", "whl/cpu"),
        ("win32", None, "cpu", "requirements-torch.lock"),
        ("darwin", None, "cpu", "requirements-torch.lock"),
        ("linux", CARD, "cu130", "requirements-torch.lock"),
        ("win32", CARD, "cu130", "whl/cu130"),
        ("linux", gpu.Gpu("old driver", 550, 8.9), "cu126", "whl/cu126"),
        ("win32", gpu.Gpu("Pascal", 580, 6.1), "cu126", "whl/cu126"),
        ("linux", gpu.Gpu("ancient driver", 470, 7.5), "cpu", "whl/cpu"),
    ],
)
def test_each_machine_gets_its_build(fake_pip, monkeypatch, system, card, build, found_at):
    for module in (gpu, install, preflight):
        monkeypatch.setattr(module.sys, "platform", system)
    monkeypatch.setattr(preflight, "system", lambda: preflight.Row("OK", "system", system))
    monkeypatch.setattr(preflight, "_long_paths", lambda: True)
    monkeypatch.setattr(gpu, "find", lambda: card)
    monkeypatch.setattr(environment, "python_of", lambda: environment.venv() / "bin" / "python")
    steps = fake_pip("")
    install.make([environment.LEARNER])
    commands = [" ".join(command) for what, command in steps if "PyTorch" in what]
    assert len(commands) == 1 and found_at in commands[0]
    assert environment.read_stamp()["build"] == build


def test_cpu_can_be_requested_but_a_missing_gpu_cannot(fake_pip, monkeypatch):
    monkeypatch.setattr(gpu, "find", lambda: CARD)
    steps = fake_pip()
    install.ensure(build="cpu")
    assert environment.ready([environment.LEARNER])  # and stays: no GPU build behind one's back
    install.ensure(build="cuda")
    assert "--force-reinstall" in steps[-2][1]
    monkeypatch.setattr(gpu, "find", lambda: None)
    environment.LEARNER.write_text("another==2\n", "utf-8")
    with pytest.raises(environment.SetupFailed, match="--gpu: no NVIDIA card"):
        install.ensure(build="cuda")


def test_user_pip_settings_are_ignored(course, monkeypatch):
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX"):
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    found = install._variables()
    assert "elsewhere" not in found.values()
    assert found["PIP_USER"] == "0" and found["HTTPS_PROXY"] == "http://proxy:3128"


def test_the_locks_fit_the_ranges():
    """Every requirement is pinned inside its range, and each pin has hashes."""
    for file in (environment.LEARNER, environment.TESTS):
        text = environment.lock_of(file).read_text("utf-8")
        text += environment.TORCH_LOCK.read_text("utf-8")
        pins = dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))
        for line in environment.requirements([file]):
            wanted = Requirement(line)
            assert wanted.specifier.contains(pins[canonicalize_name(wanted.name)], True), line
        assert all("--hash=sha256:" in block for block in re.split(r"\n(?=[a-z0-9])", text)[1:])
