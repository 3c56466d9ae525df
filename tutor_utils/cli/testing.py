"""``python3 -m tutor_utils test``: the tests of the package, and nbval over the solutions.

``test --quick``, on the way there, leaves out what takes long: under three minutes on two cores.
``test --quick -m lint`` looks at layout, types and imports alone, as CI does first. Other words go
to pytest: ``test -k decoder``. A run tries a share of what is dear: some mistakes of an exercise.
With ``EVERY_CASE=1`` set, as before a release, it tries all.
"""

from __future__ import annotations

import os

from . import environment, install

HANGS_S = 1800  # a busy machine may take its time
NOT_QUICK = ("browser", "grading", "training", "viz")  # folders that take minutes


def main(argv: list[str]) -> int:
    """Make the environment if needed and run everything. Further arguments go to pytest."""
    if {"-h", "--help"} & {*argv}:
        print(__doc__)  # asking makes no environment
        return 0
    python = install.ensure(tests=True)
    pytest = [python, "-m", "pytest", "-n", "2"]
    tests = environment.ROOT / "tests"
    if "--quick" in argv:
        rest = [argument for argument in argv if argument != "--quick"]
        without = [f"--ignore={tests / name}" for name in NOT_QUICK]
        code = environment.run(
            [*pytest, "--dist=worksteal", "-m", "not slow and not lint", *without, tests, *rest]
        )
        print("Before you commit, run it without --quick.")
        return code
    replay = ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={HANGS_S}"]
    replay.append(f"--nbval-kernel-startup-timeout={HANGS_S}")
    print("1 of 2: the tests of the package", flush=True)
    # worksteal: a browser test takes minutes; nobody shall wait for the other's last ones
    # -rs: what was skipped, and why
    package = environment.run([*pytest, "--dist=worksteal", "-rs", tests, *argv])
    print("\n2 of 2: each solution notebook is run again, its outputs are compared", flush=True)
    # loadfile: the cells of one notebook belong to one kernel and must stay together
    os.environ["OMP_NUM_THREADS"] = "1"  # as when their outputs were stored
    solutions = environment.ROOT / "solutions"
    replayed = environment.run([*pytest, "--dist=loadfile", *replay, solutions, *argv])
    words = {0: "passed"}
    print(f"\npackage: {words.get(package, 'FAILED')}, notebooks: {words.get(replayed, 'FAILED')}")
    return package or replayed
