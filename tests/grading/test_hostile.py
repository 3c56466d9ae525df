"""Each hostile cell earns no more than the same wrong answer without the attack."""

import re
import socket
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from every_case import share

from tests.grading.submissions import (
    ATTACKS,
    SECRET,
    WRONG,
    answered,
    attack,
    cell,
    handed_in,
    solved,
    split_heads_of,
)
from tutor_utils.grading.judge.examiner import SANDBOX
from tutor_utils.grading.judge.marks import Settings
from tutor_utils.grading.run.monitor import Limits

SETTINGS = Settings(secret=SECRET, notebooks=("02",))


def marked(text, seconds=6):
    settings = replace(SETTINGS, limits=Limits(seconds))
    return split_heads_of(handed_in("eve", answered(text)), settings)


@pytest.fixture(scope="module")
def honest(bubblewrap):
    return marked(WRONG, seconds=300).earned


def test_attacks_know_the_course_as_it_is():
    """An attack on a module that was renamed would fail at its import, and prove nothing."""
    text = "\n".join(path.read_text("utf-8") for path in ATTACKS.values())
    named = set(re.findall(r"(?:import|from) (tutor_utils[\w.]*)", text))
    assert len(named) > 4
    assert [name for name in sorted(named) if find_spec(name) is None] == []


# Each takes two seconds and more.
@pytest.mark.parametrize("name", share(list(ATTACKS), 2))
def test_attack_gains_nothing(name, honest):
    result = marked(attack(name))
    assert result.outcome != "passed"
    assert result.earned <= honest
    assert not Path("/tmp/marking-was-here").exists()  # as one of them would have it


def test_right_answer_passes_after_every_attack(bubblewrap):
    right = cell(solved(), "split_heads")["source"]
    assert marked(right, seconds=300).outcome == "passed"


def in_sandboxes():
    """Ids of the processes that live in another process-id namespace than ours."""
    found, own = set(), Path("/proc/self/ns/pid").readlink()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "ns/pid").readlink() != own:
                found.add(folder.name)
        except OSError:
            continue
    return found


@pytest.mark.parametrize("name", ["survivor", "stop_self"])
def test_nothing_survives(bubblewrap, name):
    before = in_sandboxes()
    marked(attack(name))
    server = psutil.Process(SANDBOX.fork)
    assert psutil.wait_procs(server.children(), timeout=300)[1] == [], "a process was left behind"
    assert not Path("/tmp/survivor-of-marking").exists()
    left = in_sandboxes() - before
    end = time.monotonic() + 300  # another worker of these tests may be marking
    while left and time.monotonic() < end:
        time.sleep(0.1)
        left = {pid for pid in left if Path("/proc", pid).exists()}
    assert not left


def test_listeners_of_this_machine_hear_nothing(bubblewrap):
    heard = []
    with socket.create_server(("127.0.0.1", 47011)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind("\0marking-test")
        unix.listen()
        for server in (tcp, unix):
            server.settimeout(0.2)
        marked(attack("network"))
        for server in (tcp, unix):
            try:
                heard.append(server.accept())
            except TimeoutError:
                continue
    assert not heard
