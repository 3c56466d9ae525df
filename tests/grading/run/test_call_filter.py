"""The filter of system calls, read as the kernel reads it, for each processor."""

import errno
import struct

import pytest

from tutor_utils.grading.run import call_filter

ALLOW, ERROR = 0x7FFF0000, 0x00050000
NEW_USER = call_filter.CLONE_NEWUSER


@pytest.fixture(params=sorted(call_filter.MACHINES))
def answer(request, monkeypatch):
    """What the filter of a processor says to a call: its number, its first argument."""
    monkeypatch.setattr(call_filter.platform, "machine", lambda: request.param)
    text = call_filter.ready.__wrapped__()
    column, own = call_filter.MACHINES[request.param]

    def ask(numbers, argument=0, machine=own, third=0):
        data, loaded, at = {0: numbers[column], 4: machine, 16: argument, 32: third}, 0, 0
        while True:
            code, yes, no, value = struct.unpack_from("HBBI", text, at * 8)
            at += 1
            if code == 0x20:
                loaded = data[value]
            elif code == 0x06:
                return value
            else:
                met = {0x15: loaded == value, 0x35: loaded >= value, 0x45: loaded & value}[code]
                at += yes if met else no

    return ask


def test_dangerous_calls_are_refused_and_usual_ones_pass(answer):
    assert {answer(n) for n in call_filter.CLOSED.values() if -1 not in n} == {ERROR | errno.EPERM}
    assert answer((0, 63)) == answer((1, 64)) == ALLOW  # read, write


def test_threads_start_and_user_namespaces_do_not(answer):
    assert answer(call_filter.CLONE, 0x3D0F00) == ALLOW
    assert answer(call_filter.CLONE, NEW_USER | 17) == ERROR | errno.EPERM
    assert answer(call_filter.CLONE3) == ERROR | errno.ENOSYS


@pytest.mark.parametrize("call", call_filter.SOCKETS.values(), ids=call_filter.SOCKETS)
def test_sockets_are_those_of_unix(answer, call):
    """The network's lead nowhere; AF_VSOCK (40) would lead to the machine that this one runs on."""
    assert answer(call, 1) == ALLOW
    assert {answer(call, kind) for kind in (2, 10, 16, 17, 38, 40)} == {ERROR | errno.EPERM}


def test_buffers_of_sockets_grow_no_larger(answer):
    assert answer(call_filter.SET_OPTION, third=7) == ERROR | errno.EPERM  # SO_SNDBUF
    assert answer(call_filter.SET_OPTION, third=2) == ALLOW


def test_calls_of_another_processor_are_refused(answer):
    assert answer((0, 63), machine=0x40000003) == ERROR | errno.EPERM  # 32 bits
