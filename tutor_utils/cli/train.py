"""Train your own model from the command line, on one device or on several.

    python3 -m tutor_utils train --task copy
    python3 -m tutor_utils train --processes 2 --task copy --save run

The parts that you have not written yet are the course's. With --save a checkpoint is written at the
end, and from time to time: Ctrl-C, or a process that is killed, costs a minute and not the run.

Two machines, here called one and two, with two processes each:

    torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d --rdzv-endpoint one:29500 \\
        -m tutor_utils train --task copy --save run       (the same line on both machines)
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from .. import training
from ..course.learner_package import load_answer
from ..training import devices, distributed, errors
from . import environment


def main(argv: list[str]) -> int:
    """Train, print how it goes, and leave a checkpoint if asked. Exit code 1 for a clear fault."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--task", choices=training.CONFIGS, default="copy")
    parser.add_argument("--steps", type=int, help="the most steps of this run (the config's)")
    parser.add_argument("--batch-size", type=int, help="sequences in a step of one process")
    parser.add_argument(
        "--processes",
        type=_count,
        default=1,
        help="on one machine, by torchrun; they share batches",
    )
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    parser.add_argument(
        "--amp-dtype",
        default="auto",
        choices=("auto", *devices.AMP_DTYPES),
        help="type of the large products: bfloat16 where the device has it (auto)",
    )
    parser.add_argument("--tf32", action="store_true", help="round float32 products on a GPU")
    parser.add_argument("--compile", action="store_true", help="fuse operations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, metavar="PATH", help="keep PATH.json up to date")
    parser.add_argument(
        "--save-steps", type=int, default=500, metavar="N", help="at the latest each N steps (500)"
    )
    parser.add_argument(
        "--save-seconds", type=float, default=60, metavar="S", help="or each S seconds (60)"
    )
    parser.add_argument("--resume", type=Path, metavar="PATH", help="carry on from PATH.json")
    parser.add_argument("--losses", type=Path, metavar="FILE", help="write each step's loss")
    options = parser.parse_args(argv)

    several = "LOCAL_RANK" in os.environ
    if options.processes > 1 and not several:
        own: list[object] = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        own += [f"--nproc-per-node={options.processes}", "-m", "tutor_utils", "train", *argv]
        return environment.run(own)
    first = os.environ.get("RANK", "0") == "0"
    say = print if first else lambda *_: None
    try:
        devices.allow_tf32(options.tf32)
        device = devices.pick(options.device)
        device = distributed.join(device) if several else device
        trainer = _trainer(options, device, several, say)
        keep = None
        if options.save:
            keep = training.Periodic(options.save, options.save_steps, options.save_seconds)
        run = trainer.run(options.steps, keep=keep, on_eval=lambda run: say(_line(run)))
        say("\n".join([str(run), *run.notes]))
        if options.losses and first:
            options.losses.write_text(json.dumps(run.losses), "utf-8")
        if options.save and first:
            say(f"saved {trainer.save(options.save)}")
    except (ValueError, OSError, errors.TrainingError, training.CheckpointError) as error:
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
    say: Callable[..., object],
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
    say(f"{config.task.name}: {whose} Transformer on {device}, {trainer.precision.name}")
    if options.resume:
        for note in trainer.load(options.resume):
            say(note)
    return trainer


def _count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to 64")
    return int(text)


def _line(run: training.Run) -> str:
    now = {name: values[-1] for name, values in run.history.items()}
    return f"step {now['step']:>5}   loss {now['loss']:.4f}   exact match {now['exact_match']:.1%}"
