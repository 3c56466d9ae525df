"""Train your own model from the command line, on one device or on several.

    python3 -m tutor_utils train --task copy
    python3 -m tutor_utils train --processes 2 --task copy --save run

The parts that you have not written yet are the course's. With --save a checkpoint is written each
time the run is evaluated: Ctrl-C, or a process that is killed, does not cost the run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import torch

from .. import training
from ..course.learner_package import load_answer
from ..training import checkpoint, devices, distributed, errors
from . import launch


def main(argv: list[str]) -> int:
    """Train, print how it goes, and leave a checkpoint if asked. Exit code 1 for a clear fault."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--task", choices=training.CONFIGS, default="copy")
    parser.add_argument(
        "--steps", type=_at_least_1, help="the most steps of this run (the config's)"
    )
    parser.add_argument("--batch-size", type=_at_least_1, help="sequences in a step of one process")
    parser.add_argument(
        "--processes", type=_at_least_1, default=1, help="by torchrun; they share each batch"
    )
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, mps or xpu")
    parser.add_argument(
        "--amp-dtype",
        default="auto",
        choices=("auto", *devices.AMP_DTYPES),
        help="type of the large products: bfloat16 where the device has it (auto)",
    )
    parser.add_argument(
        "--threads",
        type=_at_least_1,
        default=1,
        help="CPU threads of a process (1: for a model of this size more only wait for each other)",
    )
    parser.add_argument("--compile", action="store_true", help="fuse operations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, metavar="PATH", help="keep PATH.json up to date")
    parser.add_argument("--resume", type=Path, metavar="PATH", help="carry on from PATH.json")
    parser.add_argument("--losses", type=Path, metavar="FILE", help="write each step's loss")
    options = parser.parse_args(argv)

    several = "LOCAL_RANK" in os.environ
    first = os.environ.get("RANK", "0") == "0"
    report = _report if first else lambda _: None
    trainer = None
    try:
        device = devices.pick(options.device)
        if not several and options.processes > 1:
            return launch.start(argv, options.processes)
        if several:
            named, device = device, distributed.join(device)
            if named.type != device.type:
                report(f"Several processes cannot share {named.type} devices: they run on the CPU.")
        torch.set_num_threads(options.threads)
        trainer = _trainer(options, device, several, report)
        if options.save and first:
            checkpoint.try_out(options.save)

        def evaluated(run: training.Run) -> None:
            report(_line(run))
            if options.save and first:
                try:
                    trainer.save(options.save)
                except checkpoint.CheckpointError as error:  # the run goes on, and tries again
                    report(str(error))

        run = trainer.run(options.steps, on_eval=evaluated)
        report("\n".join([str(run), *run.notes]))
        if options.losses and first:
            options.losses.write_text(json.dumps(run.losses), "utf-8")
        if options.save and first:
            report(f"saved {trainer.save(options.save)}")
    except (checkpoint.CheckpointError, distributed.ProcessLost) as error:
        if first:  # the others have the same to say
            print(error, file=sys.stderr, flush=True)
        if several and trainer is None:
            distributed.wait_for_others()
        return 1
    except (ValueError, OSError, errors.TrainingError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped by you before the run had begun or while it was saved.", file=sys.stderr)
        return 130
    finally:
        if torch.distributed.is_available() and torch.distributed.is_initialized():
            torch.distributed.destroy_process_group()
    return 0


def _trainer(
    options: argparse.Namespace,
    device: torch.device,
    several: bool,
    report: Callable[..., object],
) -> training.Trainer:
    """The trainer that the options ask for, carried on from a checkpoint if they say so."""
    config = training.CONFIGS[options.task]
    if options.batch_size is not None:
        config = replace(config, batch_size=options.batch_size)
    transformer = load_answer("Transformer")
    make = distributed.SharedTrainer if several else training.Trainer
    trainer = make(
        config.build_model(transformer.value, options.seed),
        config,
        seed=options.seed,
        device=device,
        amp_dtype=options.amp_dtype,
        compile_model=options.compile,
    )
    whose = "your" if transformer.is_learners else "the course’s"
    report(f"{config.task.name}: {whose} Transformer on {device}, {trainer.precision.name}")
    resume = options.resume
    try:
        for note in trainer.load(resume) if resume else ():
            report(note)
    except checkpoint.NoCheckpoint:
        raise checkpoint.NoCheckpoint(
            f"There is no checkpoint {resume}. A run with --save {resume} writes one."
        ) from None
    return trainer


def _report(text: str) -> None:
    with suppress(OSError):  # a terminal that was closed does not end the run
        print(text, flush=True)


def _at_least_1(text: str) -> int:
    if not (text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def _line(run: training.Run) -> str:
    now = {name: values[-1] for name, values in run.history.items()}
    return f"step {now['step']:>5}   loss {now['loss']:.4f}   exact match {now['exact_match']:.1%}"
