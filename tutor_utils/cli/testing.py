"""``python3 -m tutor_utils test``: the tests of the package, and nbval over the solutions."""

from __future__ import annotations

from . import environment

CELL_LIMIT_S = 300


def main(argv: list[str]) -> int:
    """Make the environment if needed and run everything. Further arguments go to pytest."""
    python = environment.ensure(tests=True)
    pytest = [python, "-m", "pytest", "-n", "2"]
    replay = ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_LIMIT_S}"]
    print("1 of 2: the tests of the package", flush=True)
    # worksteal: a browser test takes minutes; nobody shall wait for the other's last ones
    package = environment.run([*pytest, "--dist=worksteal", environment.ROOT / "tests", *argv])
    print("\n2 of 2: every solution notebook is run again and its outputs are compared", flush=True)
    # loadfile: the cells of one notebook belong to one kernel and must stay together
    solutions = environment.ROOT / "solutions"
    replayed = environment.run([*pytest, "--dist=loadfile", *replay, solutions, *argv])
    words = {0: "passed"}
    print(f"\npackage: {words.get(package, 'FAILED')}, notebooks: {words.get(replayed, 'FAILED')}")
    return package or replayed
