"""``python3 -m tutor_utils lab``: open JupyterLab at the notebooks."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from . import environment, install

SETTINGS = Path(__file__).parent / "jupyter"  # what JupyterLab reads beside its own settings


def main(argv: list[str]) -> int:
    """Make the environment if needed, then run JupyterLab until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils lab",
        description="Open JupyterLab at the notebooks. Other arguments are passed on to it, such "
        "as --no-browser (print the address only), --port=8889 and --ip=0.0.0.0.",
    )
    parser.add_argument(
        "--cpu", dest="build", action="store_const", const="cpu", help="PyTorch's small build"
    )
    parser.add_argument(
        "--gpu", dest="build", action="store_const", const="cuda", help="PyTorch's CUDA build"
    )
    options, rest = parser.parse_known_args(argv)
    python = install.ensure(build=options.build or "auto")
    command = [python, "-m", "jupyterlab"]
    given = dict(word.partition("=")[::2] for word in rest)  # yours comes first
    if "--ip" not in given:
        command += ["--ip=127.0.0.1"]
    if "--ServerApp.root_dir" not in given:
        command += [f"--ServerApp.root_dir={environment.ROOT / 'notebooks'}"]
        command += ["--LabApp.default_url=/lab/tree/index.ipynb"]  # the front page
    if "--log-level" not in given:
        command += ["--log-level=WARN"]  # its address stands alone, not behind 20 lines of log
    if level := given.get("--log-level", "WARN"):
        command += [f"--LabApp.log_level={level}"]  # JupyterLab's own part does not hear the other
    # In a container one is often root; Jupyter then asks for this word.
    command += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # No question about news, which would be fetched from outside, before the first cell is read.
    paths = [str(SETTINGS), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)
    if not os.access(environment.ROOT / "notebooks", os.W_OK):
        print(
            f"WARN  {environment.ROOT / 'notebooks'} cannot be written: nothing that you write "
            "there is kept.\n      Copy the course into a folder of your own.",
            flush=True,
        )
    print("Starting JupyterLab. Its address follows; Ctrl-C ends it.", flush=True)
    return environment.run([*command, *rest])
