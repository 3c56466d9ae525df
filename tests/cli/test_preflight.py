"""What can be known before the first byte, on systems that nobody has at hand."""

import platform

import pytest

from tutor_utils.cli import environment, gpu, preflight


def test_all_is_well_here(course):
    table = list(preflight.rows("cpu"))
    assert [row.what for row in table if row.state == "FAIL"] == []
    assert len({row.what for row in table}) == len(table)


@pytest.mark.parametrize(
    ("system", "machine", "extra", "state", "words"),
    [
        ("darwin", "arm64", {"mac_ver": ("15.1", ("", "", ""), "arm64")}, "OK", ""),
        ("darwin", "arm64", {"mac_ver": ("13.6", ("", "", ""), "arm64")}, "FAIL", "needs 14"),
        ("darwin", "x86_64", {"mac_ver": ("15.1", ("", "", ""), "x86_64")}, "FAIL", "Intel"),
        ("win32", "AMD64", {}, "OK", ""),
        ("win32", "ARM64", {}, "FAIL", "ARM"),
        ("linux", "x86_64", {"libc_ver": ("glibc", "2.36")}, "OK", ""),
        ("linux", "x86_64", {"libc_ver": ("glibc", "2.17")}, "FAIL", "needs 2.28"),
        ("linux", "x86_64", {"libc_ver": ("", "")}, "FAIL", "without glibc"),
    ],
)
def test_operating_systems_are_recognised(monkeypatch, system, machine, extra, state, words):
    monkeypatch.setattr(preflight.sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    for name, value in extra.items():
        monkeypatch.setattr(platform, name, lambda value=value: value)
    row = preflight.system()
    assert row.state == state and words in row.words
    assert bool(row.fix) is (state == "FAIL")


def test_python_of_32_bits_and_one_that_is_too_new(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(preflight.sys, "maxsize", 2**31 - 1)
        assert preflight.python().state == "FAIL"
    monkeypatch.setattr(preflight.sys, "version_info", (3, 19, 0))
    assert preflight.python().state == "WARN"


@pytest.mark.parametrize(("patch", "state"), [(1, "WARN"), (2, "OK"), (11, "OK")])
def test_patch_release_older_than_any_tried(monkeypatch, patch, state):
    monkeypatch.setattr(preflight.sys, "version_info", (3, 11, patch, "final", 0))
    row = preflight.python()
    assert row.state == state and ("3.11.2" in row.words) is (patch < 11)


def test_python_without_venv(monkeypatch):
    monkeypatch.setattr(preflight.importlib.util, "find_spec", lambda name: name == "venv" or None)
    row = preflight.venv_module()
    assert row.state == "FAIL" and "python3-venv" in row.fix


@pytest.mark.parametrize(
    ("letters", "long_paths", "state"), [(20, False, "OK"), (80, False, "FAIL"), (80, True, "OK")]
)
def test_path_on_windows(course, monkeypatch, letters, long_paths, state):
    deep = environment.Path("C:/" + "x" * (letters - 3))
    monkeypatch.setattr(environment, "VENV", deep / ".venv")
    monkeypatch.setattr(preflight.sys, "platform", "win32")
    monkeypatch.setattr(preflight, "_long_paths", lambda: long_paths)
    row = preflight.place()
    assert row.state == state
    if state == "FAIL":
        assert "too long for Windows" in row.words and "letters fewer" in row.fix


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("580.65.06, 8.9, NVIDIA GeForce RTX 4070\n", gpu.Gpu("NVIDIA GeForce RTX 4070", 580, 8.9)),
        ("NVIDIA-SMI has failed because it couldn't communicate with the driver\n", None),
        (None, None),
        ("580.65, [N/A], Something\n", None),
    ],
)
def test_gpu_is_found_by_its_driver(monkeypatch, said, found):
    monkeypatch.setattr(gpu, "output_of", lambda command, limit_s: said)
    assert gpu.find() == found


def test_gpu_download_size_is_reported(monkeypatch):
    monkeypatch.setattr(preflight.sys, "platform", "linux")
    monkeypatch.setattr(gpu, "find", lambda: gpu.Gpu("RTX 4070", 580, 8.9))
    row = preflight.card("cu130")
    assert "about 3 GB" in row.words and "--cpu" in row.fix
    monkeypatch.setattr(gpu, "find", lambda: gpu.Gpu("RTX 4070", 390, 8.9))
    assert preflight.card("cpu").state == "WARN"
