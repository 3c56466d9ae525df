"""How fast everything is, part by part.

Without a part: models, tasks, checks and notebooks, some minutes in all. ``device`` prints the
table of training speeds of notebook 07d.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import subprocess
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import nbformat
import torch
from nbclient import NotebookClient
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.profiler import ProfilerActivity, profile
from torch.utils.benchmark import Timer

from tutor_utils import exercises
from tutor_utils.course.learner_package import load_answer
from tutor_utils.course.sources import SOLUTIONS
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.training import (
    CONFIGS,
    Task,
    TorchTransformer,
    Trainer,
    TrainingConfig,
    devices,
    evaluate,
    fused_attention,
    upper_bound,
)
from tutor_utils.training.tasks import BOS, PAD

CPU = torch.device("cpu")
TOY = CONFIGS["copy"]
MID = replace(
    TOY,
    task=replace(CONFIGS["copy-long"].task, max_len=24, name="copy, mid size"),
    d_model=256,
    num_heads=8,
    num_layers=4,
    d_ff=1024,
)
# 65 M parameters as in the paper's base model. The paper shares one table of 37,000 ids between
# source, target and output; ours has three tables, so a vocabulary of 13,600 gives as many numbers.
BASE = TrainingConfig(
    Task("copy, base size", vocab_size=13_600, max_len=100),
    d_model=512,
    num_heads=8,
    num_layers=6,
    d_ff=2048,
    dropout=0.1,
    batch_size=64,
)


def main(argv: list[str]) -> int:
    """Measure the parts that are asked for. Exit code 1 if one of them misses its target."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--runs", type=int, default=7, help="runs of each measurement (7)")
    parser.add_argument("--device", default="auto", help="of the part device: cuda, mps, cpu")
    options = parser.parse_args(argv)
    if options.runs < 1:
        parser.error(f"--runs {options.runs} must be at least 1")
    if unknown := set(options.parts) - PARTS.keys():
        parser.error(f"there is no part {min(unknown)}; there are {', '.join(PARTS)}")
    try:
        options.device = devices.pick(options.device)
    except ValueError as error:
        parser.error(str(error))
    torch.set_num_threads(1)  # at these sizes, threads spend more time waiting than computing
    print(f"PyTorch {torch.__version__}, {platform.machine()}, 1 CPU thread")
    return max(PARTS[name](options) for name in options.parts or list(PARTS)[:-1])


# --- models: ours against ``torch.nn.Transformer`` of the same size

WORK = ("forward", "step", "decoding", "cached")
# What is compared with what, and how many times as fast ours is meant to be, at the least.
COMPARED: dict[tuple[str, str], dict[str, float]] = {
    ("ours, explicit", "torch, explicit"): {"step": 1.0},
    ("ours, explicit", "torch, as it comes"): {},
    ("ours, fused", "torch, as it comes"): {"step": 1.05},
}
# "cached" is our decoding with a cache against theirs without one: they have none. At toy size
# no cache can save so much: a call costs nearly as much for one token as for ten.
CACHED = {"mid": 4.0}
Context = Callable[[], AbstractContextManager]
Times = dict[str, dict[str, list[float]]]


@dataclass(frozen=True)
class Ratio:
    """Times as fast as the other: the median of the runs, and the middle half of them."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f}-{self.high:.2f})"


def bench_models(options: argparse.Namespace) -> int:
    """Print medians and ratios, taken in turns; 1 if a target is missed beyond the spread."""
    missed = []
    for size, config, least in (("toy", TOY, 15), ("mid", MID, 5)):
        times = time_all(config, CPU, max(options.runs, least))
        print(f"\n{size}, batch {config.batch_size} (ms of CPU time, median)")
        print(f"{'':<37}" + "".join(f"{work:>18}" for work in WORK))
        for name, row in times.items():
            medians = (1000 * statistics.median(row[work]) for work in WORK)
            print(f"{name:<37}" + "".join(f"{median:>18.2f}" for median in medians))
        print("times as fast (middle half of the runs)")
        for (ours, theirs), targets in COMPARED.items():
            if size in CACHED and theirs == "torch, explicit":
                targets = targets | {"cached": CACHED[size]}
            found, pair = ratios(times, ours, theirs), f"{ours} / {theirs}"
            print(f"{pair:<37}" + "".join(f"{found[work]!s:>18}" for work in WORK))
            missed += [
                f"{size}: {pair}, {work}: {found[work]}, target {least}"
                for work, least in targets.items()
                if found[work].high < least  # else the spread may be all that is between them
            ]
    print("\n".join(missed) or "Every ratio meets its target.")
    return 1 if missed else 0


def ratios(times: Times, ours: str, theirs: str) -> dict[str, Ratio]:
    """forward, step, ... -> how many times as fast ours is. Each run is compared with itself."""
    found = {}
    for work in WORK:
        each = [b / a for a, b in zip(times[ours][work], times[theirs][work], strict=True)]
        low, median, high = statistics.quantiles(each, n=4) if len(each) > 1 else each * 3
        found[work] = Ratio(median, low, high)
    return found


def trainers(
    config: TrainingConfig, device: torch.device, **options: object
) -> Iterator[tuple[str, Trainer, Context]]:
    """The models that are compared, each with the context that it runs in."""
    transformer = load_answer("Transformer").value
    for name, make, context in (
        ("ours, explicit", transformer, lambda model: nullcontext()),
        ("ours, fused", transformer, fused_attention),
        ("torch, explicit", TorchTransformer, lambda model: sdpa_kernel(SDPBackend.MATH)),
        # fused where PyTorch finds it faster
        ("torch, as it comes", TorchTransformer, lambda model: nullcontext()),
    ):
        # no loss is ever brought to Python, and the context says what is fused
        own = {"device": device, "without_sync": True, "fused": False}
        trainer = Trainer(config.build_model(make), config, **own, **options)
        yield name, trainer, partial(context, trainer.model)


def time_all(config: TrainingConfig, device: torch.device, runs: int) -> Times:
    """Model -> forward, step, decoding, cached -> seconds of each run. The models take turns."""
    compared = list(trainers(config, device))
    times: Times = {name: {work: [] for work in WORK} for name, *_ in compared}
    for run in range(runs + 2):  # two to warm up
        for name, trainer, context in compared:
            with context():
                for work, call in _calls(trainer, name).items():
                    taken = seconds(call, device)
                    if run > 1:
                        times[name][work].append(taken)
    return times


def seconds(call: Callable[[], object], device: torch.device) -> float:
    """CPU seconds of one call on a CPU, where others may be busy too; elsewhere wall seconds."""
    on_cpu = device.type == "cpu"
    clock = time.process_time if on_cpu else time.perf_counter
    if not on_cpu:
        torch.accelerator.synchronize(device)
    start = clock()
    call()
    if not on_cpu:
        torch.accelerator.synchronize(device)
    return clock() - start


def _calls(trainer: Trainer, name: str) -> dict[str, Callable[[], object]]:
    src, tgt = trainer.draw()
    # No id is -1: nobody stops early, so that all say the same number of tokens.
    arguments = (trainer.model, src, trainer.task.max_len + 1, BOS, -1, PAD)
    full, cached = trainer.parts.greedy_decode, load_answer("cached_greedy_decode").value
    return {
        "forward": partial(_forward, trainer.model, src, tgt[:, :-1]),
        "step": partial(training_step, trainer, src, tgt),
        "decoding": partial(full, *arguments),
        "cached": partial(cached if name == "ours, explicit" else full, *arguments),
    }


def training_step(trainer: Trainer, *batch: torch.Tensor) -> None:
    """One update, on a new batch where none is given."""
    trainer.model.train()
    trainer.update(*(batch or trainer.draw()))


def _forward(model: nn.Module, src: torch.Tensor, decoder_input: torch.Tensor) -> None:
    model.eval()
    with torch.no_grad():
        model(src, decoder_input)


# --- tasks: CPU seconds until each is learned, with the course's own model

# CPU seconds of training and evaluations together, the median of all seeds, on a core that needs
# PACE_MS for a training step of ``torch.nn.Transformer`` at toy size. What it takes here, now, is
# measured before and after each run, so that the verdict depends neither on the machine nor on
# who else is busy on it.
PACE_MS = 7.0
LIMITS_S = {"copy-fixed": 1.0, "copy": 1.2, "copy-long": 4.0, "reverse": 2.5, "sort": 4.0}
SEEDS = range(10)
OTHERS = 5000  # held-out sequences that no evaluation has used, for each seed
MOST_WRONG, MOST_WRONG_LONGEST = 0.002, 0.01


def bench_tasks(options: argparse.Namespace) -> int:
    """Print what each seed of each task took, and what the trained models get wrong.

    Exit code 1 where the median of the seeds is above the task's limit (see ``PACE_MS``), a seed
    is not perfect twice in a row, or too many of the other sequences are wrong.
    """
    transformer = load_answer("Transformer").value
    torch.optim.Adam([nn.Parameter(torch.zeros(1))])  # what the first one imports is not counted
    pacer = Trainer(TOY.build_model(TorchTransformer), TOY)
    step, faults = partial(training_step, pacer, *pacer.draw()), []
    for _ in range(5):  # to warm up
        step()
    print(f"CPU s at pace: with {PACE_MS} ms for a step of torch.nn.Transformer at toy size")
    print(f"\n{'task':<34}{'seed':>5}{'steps':>7}{'CPU s':>8}{'at pace':>9}   wrong of {OTHERS}")
    for name, config in CONFIGS.items():
        at_pace, wrong, tried, worst = [], 0, 0, [0, 0]
        longest = config.task.max_len
        for seed in SEEDS:
            trainer = Trainer(config.build_model(transformer, seed), config, seed=seed)
            paces = [seconds(step, CPU) for _ in range(20)]
            run = trainer.run(final=100)
            paces += [seconds(step, CPU) for _ in range(20)]
            others = evaluate(trainer.model, config.task, trainer.parts, OTHERS, seed=1)
            at_pace.append(run.cpu_seconds * PACE_MS / (1000 * statistics.median(paces)))
            wrong, tried = wrong + others.wrong, tried + others.tried
            worst[0] += others.wrong_by_length[longest]
            worst[1] += others.tried_by_length[longest]
            line = f"{config.task.name:<34}{seed:>5}{run.step:>7}{run.cpu_seconds:>8.2f}"
            print(f"{line}{at_pace[-1]:>9.2f}   {others.wrong}", flush=True)
            if run.perfect_in_a_row < 2:
                faults.append(f"{name}, seed {seed}: not learned in {run.step} steps")
        median, limit = statistics.median(at_pace), LIMITS_S[name]
        print(
            f"  median at pace {median:.2f} s (limit {limit}), slowest {max(at_pace):.2f} s; wrong "
            f"{wrong / tried:.3%} (at most {upper_bound(wrong, tried):.3%}), of length {longest} "
            f"{worst[0] / worst[1]:.3%} (at most {upper_bound(*worst):.3%})"
        )
        if median > limit:
            faults.append(f"{name}: median {median:.2f} s at pace is above {limit} s")
        if wrong / tried > MOST_WRONG or worst[0] / worst[1] > MOST_WRONG_LONGEST:
            faults.append(f"{name}: too many wrong after stopping")
    print("\n".join(faults) or "Every task meets its targets.")
    return 1 if faults else 0


# --- checks, on the course's own answers

LIMIT_MS = 100


def bench_checks(options: argparse.Namespace) -> int:
    """Print the median latency of each check, in milliseconds; 1 if one is above 100 ms."""
    slow = 0
    print(f"\n{'exercise':<24}{'median':>10}{'slowest':>10}   (ms of CPU time)")
    for exercise in exercises.exercises():
        answer = load_answer(exercise.id).value
        times = [
            1000 * seconds(lambda: judge(exercise, observe(exercise, answer)), CPU)  # noqa: B023
            for _ in range(options.runs)
        ]
        median = statistics.median(times)
        slow += median > LIMIT_MS
        mark = "  SLOW" if median > LIMIT_MS else ""
        print(f"{exercise.id:<24}{median:>10.1f}{max(times):>10.1f}{mark}")
    print(f"{slow} of the checks take more than {LIMIT_MS} ms.")
    return 1 if slow else 0


# --- notebooks, as a learner's kernel runs them

LONGEST, MOST_CPU_S, MOST_MB = "07", 30, 600


def bench_notebooks(options: argparse.Namespace) -> int:
    """Print seconds and peak memory of each solution notebook; 1 where 07 takes too much."""
    missed = 0
    print(f"\n{'notebook':<40}{'seconds':>9}{'CPU s':>8}{'peak MB':>9}")
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]*_*.ipynb")):
        wall, cpu, peak = run_notebook(path)
        print(f"{path.stem:<40}{wall:>9.1f}{cpu:>8.1f}{peak:>9.0f}", flush=True)
        if path.stem.partition("_")[0] == LONGEST:
            missed = int(cpu > MOST_CPU_S or peak > MOST_MB)
    print(f"Limits of {LONGEST}: {MOST_CPU_S} CPU s, {MOST_MB} MB.")
    return missed


# The most that the kernel ever held, where Linux says it; else what it holds at the end.
_LAST_CELL = """
import pathlib, psutil, time
status = pathlib.Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peaks = [int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")]
print(time.process_time(), peaks[0] if peaks else psutil.Process().memory_info().rss)
"""


def run_notebook(path: Path) -> tuple[float, float, float]:
    """Wall seconds, the kernel's CPU seconds and its peak memory in MB."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(_LAST_CELL))
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    with tempfile.TemporaryDirectory() as home:
        start = time.perf_counter()
        client.execute(
            env=os.environ | {"TUTOR_HOME": home, "PYTHONPATH": str(SOLUTIONS.parent)},
            stderr=subprocess.DEVNULL,  # a kernel says there how it is connected
        )
        wall = time.perf_counter() - start
    cpu, peak = notebook.cells[-1].outputs[0].text.split()
    return wall, float(cpu), int(peak) / 1e6


# --- device: training speed and memory on one device, as Markdown


def bench_device(options: argparse.Namespace) -> int:
    """Print the ratios and the table. Exit code 1 if a line could not be measured."""
    device, faults = options.device, 0
    on_gpu = device.type != "cpu"
    sizes = {"toy": TOY, "base": BASE} if on_gpu else {"toy": TOY}
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    print(f"**{name}**, TF32: {torch.get_float32_matmul_precision() != 'highest'}.\n")
    for size, config in sizes.items():
        times = time_all(config, device, max(options.runs, 2) if on_gpu else 2)
        for ours, theirs in COMPARED:
            found = ", ".join(f"{work} {r}" for work, r in ratios(times, ours, theirs).items())
            print(f"Times as fast, {size}, {ours} / {theirs}: {found}", flush=True)
    _, trainer, _ = next(trainers(TOY, device))
    training_step(trainer)
    waits = host_device_syncs(partial(training_step, trainer))
    print(f"Host-device syncs in one training step: {waits or 'none'}.\n")
    print("| size | model | type | compiled | steps/s | tokens/s | peak memory | times as fast |")
    print("|---|---|---|---|---|---|---|---|")
    types = [("float32", False), ("bfloat16", False)]
    if device.type == "cuda":
        types.append(("bfloat16", True))
    for size, config in sizes.items():
        first = None
        for amp_dtype, compiled in types:
            made = trainers(config, device, amp_dtype=amp_dtype, compile_model=compiled)
            for model, trainer, context in made:
                head = f"| {size} | {model} | {amp_dtype} | {'yes' if compiled else 'no'} |"
                try:
                    steps, memory = _measured(trainer, context, 3.0 if on_gpu else 0.5)
                except Exception as error:  # a variant must not cost the others
                    faults += 1
                    words = f"{type(error).__name__}: {error}".splitlines()[0].replace("|", "/")
                    print(f"{head} {words} | | | |", flush=True)
                    continue
                first = first or steps
                tokens = steps * sum(part.numel() for part in trainer.draw())  # pads too
                print(f"{head} {steps:.1f} | {tokens:,.0f} | {memory} | {steps / first:.2f} |")
                del trainer
                gc.collect()
                torch.compiler.reset()
    return int(faults > 0)


def _measured(trainer: Trainer, context: Context, window: float) -> tuple[float, str]:
    """Steps a second, and the peak memory, over ``window`` seconds."""
    on_cuda = trainer.device.type == "cuda"
    with context():
        for _ in range(3):  # compiling happens here
            training_step(trainer)
        if on_cuda:
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats(trainer.device)
        # It synchronises the device, and the median leaves out what disturbed it.
        timer = Timer("step()", globals={"step": partial(training_step, trainer)})
        median = timer.blocked_autorange(min_run_time=window).median
    if not on_cuda:
        return 1 / median, "unknown"
    return 1 / median, f"{torch.cuda.max_memory_allocated(trainer.device) / 1e9:.2f} GB"


# Each brings a value to Python, so on a GPU Python would wait there for all that came before.
_SYNCING = ("aten::item", "aten::_local_scalar_dense", "aten::nonzero", "aten::is_nonzero")


def host_device_syncs(step: Callable[[], object]) -> dict[str, int]:
    """How often one call of ``step`` waits for the device, by place; empty if never.

    With CUDA the keys are the places in the code (``file.py:line``), as PyTorch reports them
    (``torch.cuda.set_sync_debug_mode``). Elsewhere they are the operations that would wait on a
    GPU. Adam is left out there: on a CPU it reads its own step counts.
    """
    if torch.cuda.is_available():
        before = torch.cuda.get_sync_debug_mode()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            torch.cuda.set_sync_debug_mode("warn")
            try:
                step()
            finally:
                torch.cuda.set_sync_debug_mode(before)
        syncs = [w for w in caught if "called a synchronizing" in str(w.message)]
        return dict(Counter(f"{Path(w.filename).name}:{w.lineno}" for w in syncs))
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        step()
    events = profiled.events() or []
    optimizer = [e.time_range for e in events if e.name.startswith("Optimizer.step")]
    found = Counter(
        e.name
        for e in events
        if e.name in _SYNCING
        and not any(span.start <= e.time_range.start <= span.end for span in optimizer)
    )
    if "aten::item" in found:  # it contains the other one: count each sync once
        del found["aten::_local_scalar_dense"]
    return dict(found)


PARTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "models": bench_models,
    "tasks": bench_tasks,
    "checks": bench_checks,
    "notebooks": bench_notebooks,
    "device": bench_device,
}
