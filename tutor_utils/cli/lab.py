"""``python3 -m tutor_utils lab``: open JupyterLab at the notebooks."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
from pathlib import Path

from . import environment, install

SETTINGS = Path(__file__).parent / "jupyter"  # what JupyterLab reads beside its own settings


def main(argv: list[str]) -> int:
    """Make the environment if needed, then run JupyterLab until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils lab",
        description="Open JupyterLab at the notebooks. Other arguments are passed on to it.",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument(
        "--port", type=_port, help="the port to listen on (8888, or the next free one)"
    )
    parser.add_argument(
        "--cpu", dest="build", action="store_const", const="cpu", help="PyTorch's small build"
    )
    parser.add_argument(
        "--gpu", dest="build", action="store_const", const="cuda", help="PyTorch's CUDA build"
    )
    parser.add_argument("--ip", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    options, rest = parser.parse_known_args(argv)
    if options.port is not None and (why := _closed(options.ip, options.port)):
        parser.error(why)
    python = install.ensure(build=options.build or "auto")
    command = [python, "-m", "jupyterlab", f"--ip={options.ip}"]
    if not any(word.startswith("--ServerApp.root_dir") for word in rest):  # yours comes first
        command += [f"--ServerApp.root_dir={environment.ROOT / 'notebooks'}"]
        command += ["--LabApp.default_url=/lab/tree/index.ipynb"]  # the front page
    if not any("log-level" in word or "log_level" in word for word in rest):
        command += ["--log-level=WARN"]  # its address stands alone, not behind 20 lines of log
    command += ["--no-browser"] if options.no_browser else []
    command += [f"--port={options.port}"] if options.port is not None else []
    # In a container one is often root; Jupyter then asks for this word.
    command += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # No question about news, which would be fetched from outside, before the first cell is read.
    paths = [str(SETTINGS), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)
    print("Starting JupyterLab. Its address follows; Ctrl-C ends it.", flush=True)
    return environment.run([*command, *rest])


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535 is wanted")
    return int(text)


def _closed(ip: str, port: int) -> str:
    """Why JupyterLab could not listen there; empty where it can."""
    host = "" if ip == "*" else ip  # Jupyter's word for every address of this machine
    family = socket.AF_INET6 if ":" in ip else socket.AF_INET
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # there the option lets two programs have one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"--port={port} is taken. Choose another, or leave --port out."
            if isinstance(error, PermissionError):
                return f"--port={port} is reserved for the system. Choose one above 1024."
            return f"--ip={ip} is no address of this machine ({error.strerror or error})."
    return ""
