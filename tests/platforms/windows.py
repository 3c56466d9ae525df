"""What Windows lacks is taken away: names alone; paths, processes and the console stay."""

import contextlib
import importlib
import importlib.abc
import os
import signal
import sys

MODULES = ("fcntl", "grp", "pwd", "pty", "resource", "termios", "tty", "readline", "syslog")
# Others' packages choose their path for Windows by sys.platform, and not by these names.
PRELOADED = ("asyncio", "multiprocessing.util", "multiprocessing.popen_fork", "subprocess")
PRELOADED += ("tempfile", "torch.distributed", "torch.multiprocessing", "IPython", "psutil")
PRELOADED += ("ipywidgets", "matplotlib.pyplot", "seaborn", "jupyter_client.manager", "nbclient")
PRELOADED += ("ipykernel.kernelapp", "platformdirs", "nbgrader.apps", "jupytext")
OF_OS = ("fork", "forkpty", "geteuid", "getuid", "getgid", "getegid", "getpgid", "killpg", "mkfifo")
OF_OS += ("setsid", "sysconf", "uname", "wait4", "WIFSIGNALED", "sched_getaffinity", "getloadavg")
OF_SIGNAL = ("SIGKILL", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "setitimer", "alarm")


class Absent(importlib.abc.MetaPathFinder):
    """These modules cannot be imported."""

    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away():
    """From now on, in this process."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent())
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)

    def no_link(*_, **__):
        raise OSError(1314, "A required privilege is not held by the client")

    os.symlink = no_link
