"""The system calls that are closed to a run: no answer needs them, and attacks have used them.

The filter is a program of the kernel's packet filter, written down here instruction by instruction
(seccomp(2), linux/filter.h), so that no library has to be installed for it.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from functools import cache

# Name: its number on x86_64, and on aarch64 (-1: it has no such call). From Linux's own tables;
# newer calls have one number for all processors.
CLOSED = {
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "userfaultfd": (323, 282), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "bpf": (321, 280), "perf_event_open": (298, 241),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "mount_setattr": (442, 442),
    "fsopen": (430, 430), "fsmount": (432, 432), "fsconfig": (431, 431), "fspick": (433, 433),
    "move_mount": (429, 429), "open_tree": (428, 428), "open_by_handle_at": (304, 265),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "kcmp": (312, 272),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "quotactl": (179, 60), "acct": (163, 89), "swapon": (167, 224), "reboot": (169, 142),
    "kexec_load": (246, 104), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "personality": (135, 92), "modify_ldt": (154, -1),
    "vmsplice": (278, 75), "fanotify_init": (300, 262), "name_to_handle_at": (303, 264),
    "syslog": (103, 116),
}  # fmt: skip
CLONE, CLONE3 = (56, 220), (435, 435)
SOCKETS = {"socket": (41, 198), "socketpair": (53, 199)}  # of Unix alone: there is no network
SET_OPTION = (54, 208)  # setsockopt
AF_UNIX, SO_SNDBUF = 1, 7
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, audit's number
OTHER_TABLE = 0x40000000  # x86_64: from here on numbers of a second table (x32)
CLONE_NEWUSER = 0x10000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE = 0, 4  # offsets in struct seccomp_data
_FIRST_ARGUMENT, _THIRD_ARGUMENT = 16, 32
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 22, 38, 2


def missing() -> str:
    """What to say where system calls cannot be filtered; empty where they can."""
    if platform.machine() in MACHINES:
        return ""
    return (
        f"Note: dangerous system calls are not closed to the marked code on this processor "
        f"({platform.machine()}). The other walls stand."
    )


def load() -> None:
    """Close the calls to this process and all that it starts, for good.

    Raises:
        OSError: the kernel takes no filter.
    """
    if missing():
        return
    text = ready()
    program = ctypes.create_string_buffer(text, len(text))
    head = struct.pack("HP", len(text) // 8, ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(head), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


@cache
def ready() -> bytes:
    """The filter for this processor, made before a run needs it."""
    column, machine = MACHINES[platform.machine()]
    refuse, absent = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
    program = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, refuse)]
    program += [(_LOAD, 0, 0, _NUMBER)]
    if machine == MACHINES["x86_64"][1]:
        program += [(_AT_LEAST, 0, 1, OTHER_TABLE), (_RETURN, 0, 0, refuse)]
    for numbers in CLOSED.values():
        if numbers[column] >= 0:
            program += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, refuse)]
    for numbers in SOCKETS.values():  # others reach the hypervisor, or hold memory that none counts
        program += [(_EQUAL, 0, 4, numbers[column]), (_LOAD, 0, 0, _FIRST_ARGUMENT)]
        program += [(_EQUAL, 1, 0, AF_UNIX), (_RETURN, 0, 0, refuse), (_RETURN, 0, 0, _ALLOW)]
    # a larger buffer is memory of the kernel's, which nobody counts
    program += [(_EQUAL, 0, 4, SET_OPTION[column]), (_LOAD, 0, 0, _THIRD_ARGUMENT)]
    program += [(_EQUAL, 0, 1, SO_SNDBUF), (_RETURN, 0, 0, refuse), (_RETURN, 0, 0, _ALLOW)]
    # Nobody can look into clone3's arguments: "not there" makes glibc fall back to clone.
    program += [(_EQUAL, 0, 1, CLONE3[column]), (_RETURN, 0, 0, absent)]
    program += [(_EQUAL, 1, 0, CLONE[column]), (_RETURN, 0, 0, _ALLOW)]
    program += [(_LOAD, 0, 0, _FIRST_ARGUMENT), (_ANY_BIT, 0, 1, CLONE_NEWUSER)]
    program += [(_RETURN, 0, 0, refuse), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)
