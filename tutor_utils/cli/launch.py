"""The processes of one training run, which torchrun starts; where they end in a fault, a sentence.

By itself torchrun adds sixty lines of its own frames to what the processes say.
"""

from __future__ import annotations

import logging
import os
import signal
import sys

from . import environment


def start(argv: list[str], processes: int, machines: int, meet: str | None) -> int:
    """Run ``tutor_utils train`` with these arguments in several processes; return the exit code.

    Args:
        processes: on each machine.
        meet: host:port, where the processes of all machines find each other; None on one machine.
    """
    options = [f"--nproc-per-node={processes}", "--max-restarts=0"]
    if meet is None:
        options.append("--standalone")
    else:
        options += [f"--nnodes={machines}", "--rdzv-backend=c10d", f"--rdzv-endpoint={meet}"]
        print(f"Waiting for {machines} machines at {meet} ...", flush=True)
    return environment.run(
        [sys.executable, "-m", __name__, *options, "-m", "tutor_utils", "train", *argv]
    )


def main(argv: list[str]) -> int:
    """Be torchrun with these arguments. What its processes say comes out as it is."""
    os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")  # read when PyTorch is loaded
    from torch.distributed import DistError
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.elastic.rendezvous.api import RendezvousError
    from torch.distributed.run import parse_args, run

    logging.disable(logging.CRITICAL)
    options = parse_args(argv)
    try:
        run(options)
    except SignalException:  # Ctrl-C: the processes have said where they stopped
        return 130
    except ChildFailedError as error:
        rank, first = error.get_first_failure()
        if first.exitcode < 0 and -first.exitcode not in (signal.SIGTERM, signal.SIGINT):
            print(_killed(rank, -first.exitcode), file=sys.stderr)
        return 1
    except (RendezvousError, DistError, OSError) as error:
        print(
            f"The machines lost each other, or did not meet at {options.rdzv_endpoint} "
            f"({type(error).__name__}). Run the same line on each of them; the first one's "
            "name and port must be open to the others.",
            file=sys.stderr,
        )
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
