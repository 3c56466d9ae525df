"""Train your own model from the command line, on one device or on several.

    python3 -m tutor_utils train --task copy
    python3 -m tutor_utils train --task copy --processes 2

The parts that you have not written yet are the course's.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
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
    parser.add_argument("--steps", type=int, help="the most steps (the config's)")
    parser.add_argument("--batch-size", type=int, help="sequences in a step of one process")
    parser.add_argument(
        "--processes",
        type=_count,
        default=1,
        help="on one machine, by torchrun; they share batches",
    )
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    parser.add_argument("--amp-dtype", default="float32", choices=devices.AMP_DTYPES)
    parser.add_argument("--compile", action="store_true", help="fuse operations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, metavar="PATH", help="write PATH.json at the end")
    parser.add_argument("--resume", type=Path, metavar="PATH", help="carry on from PATH.json")
    parser.add_argument("--losses", type=Path, metavar="FILE", help="write each step's loss")
    options = parser.parse_args(argv)

    several = "LOCAL_RANK" in os.environ
    if options.processes > 1 and not several:
        own = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        own += [f"--nproc-per-node={options.processes}", "-m", "tutor_utils", "train", *argv]
        return environment.run(own)
    first = os.environ.get("RANK", "0") == "0"
    say = print if first else lambda *_: None
    try:
        device = devices.pick(options.device)
        device = distributed.join(device) if several else device
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
            log_every=1 if options.losses else None,
        )
        whose = "your" if transformer.is_learners else "the course’s"
        say(f"{config.task.name}: {whose} Transformer on {device}")
        if options.resume:
            trainer.load(options.resume)
        run = trainer.run(options.steps, on_eval=lambda run: say(_line(run)))
        say(run)
        if options.losses and first:
            options.losses.write_text(json.dumps(run.losses), "utf-8")
        if options.save and first:
            say(f"saved {trainer.save(options.save)}")
    except (ValueError, OSError, errors.TrainingError, training.CheckpointError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        if torch.distributed.is_available() and torch.distributed.is_initialized():
            torch.distributed.destroy_process_group()
    return 0


def _count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to 64")
    return int(text)


def _line(run: training.Run) -> str:
    now = {name: values[-1] for name, values in run.history.items()}
    return f"step {now['step']:>5}   loss {now['loss']:.4f}   exact match {now['exact_match']:.1%}"
