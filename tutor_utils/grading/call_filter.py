"""The system calls that are closed to a run: no answer needs them, and kernels broke through them.

The filter is libseccomp's. Where that library is missing the other walls stand, and `missing` says
so: the command prints it.
"""

from __future__ import annotations

import contextlib
import errno
from functools import cache
from importlib import import_module
from typing import Any

try:
    pyseccomp: Any = import_module("pyseccomp")
except (ImportError, OSError, RuntimeError, AttributeError):  # another system, no libseccomp
    pyseccomp = None

CLOSED = (
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("add_key", "request_key", "keyctl"),
    *("userfaultfd", "memfd_create", "memfd_secret", "bpf", "perf_event_open"),
    *("unshare", "setns", "mount", "umount", "umount2", "pivot_root", "chroot", "mount_setattr"),
    *("fsopen", "fsmount", "fsconfig", "fspick", "move_mount", "open_tree", "open_by_handle_at"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "kcmp"),
    *("shmget", "msgget", "semget", "mq_open", "quotactl", "acct", "swapon", "reboot"),
    *("kexec_load", "init_module", "finit_module", "delete_module", "personality"),
    *("modify_ldt", "vmsplice", "fanotify_init", "name_to_handle_at", "syslog"),
)
CLONE_NEWUSER = 0x10000000
MISSING = (
    "Note: libseccomp is missing, so dangerous system calls are not closed to the marked code. "
    "The other walls stand. Debian, Ubuntu: sudo apt-get install libseccomp2"
)


def missing() -> str:
    """What to say where system calls cannot be filtered; empty where they can."""
    return "" if pyseccomp is not None else MISSING


def load() -> None:
    """Close the calls to this process and all that it starts, for good."""
    if not missing():
        ready().load()


@cache
def ready() -> Any:
    """The filter, made before a run needs it."""
    calls = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)
    for name in CLOSED:
        with contextlib.suppress(RuntimeError, OSError, ValueError):  # not on this processor
            calls.add_rule(pyseccomp.ERRNO(errno.EPERM), name)
    # Nobody can look into clone3's arguments: "not there" makes glibc fall back to clone.
    calls.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    new = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER)
    calls.add_rule(pyseccomp.ERRNO(errno.EPERM), "clone", new)
    return calls
