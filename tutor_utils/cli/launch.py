"""The processes of one training run, which torchrun starts; where they end in a fault, a sentence.

By itself torchrun adds sixty lines of its own frames to what the processes say.
"""

from __future__ import annotations

import logging
import os
import signal
import sys

from . import environment


def start(argv: list[str], processes: int) -> int:
    """Run ``tutor_utils train`` with these arguments in several processes; return the exit code."""
    options = [f"--nproc-per-node={processes}", "--max-restarts=0", "--standalone"]
    return environment.run(
        [sys.executable, "-m", __name__, *options, "-m", "tutor_utils", "train", *argv]
    )


def main(argv: list[str]) -> int:
    """Run torchrun with these arguments, without its own frames in the output."""
    os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")  # read when PyTorch is loaded
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.run import parse_args, run

    logging.disable(logging.CRITICAL)
    try:
        run(parse_args(argv))
    except SignalException:  # Ctrl-C: the processes have said where they stopped
        return 130
    except ChildFailedError as error:
        rank, first = error.get_first_failure()
        if first.exitcode < 0 and -first.exitcode not in (signal.SIGTERM, signal.SIGINT):
            print(_killed(rank, -first.exitcode), file=sys.stderr)
        return 1
    return 0


def _killed(rank: int, number: int) -> str:
    name = signal.Signals(number).name
    why = " Often there was too little memory." if name == "SIGKILL" else ""
    return (
        f"Process {rank + 1} was ended from outside ({name}).{why} What was learned is in the last "
        "checkpoint, if --save was given: carry on with --resume."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
