"""``python3 -m tutor_utils lab``: open JupyterLab at the notebooks."""

from __future__ import annotations

import argparse
import socket

from . import environment


def main(argv: list[str]) -> int:
    """Make the environment if needed, then run JupyterLab until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils lab",
        description="Open JupyterLab at the notebooks. Other arguments are passed on to it.",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument(
        "--port", type=int, help="the port to listen on (8888, or the next free one)"
    )
    parser.add_argument("--ip", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    options, rest = parser.parse_known_args(argv)
    if options.port is not None and not _free(options.ip, options.port):
        parser.error(f"--port={options.port} is taken. Choose another, or leave --port out.")
    python = environment.ensure()
    notebooks = environment.ROOT / "notebooks"
    command = [
        python,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={notebooks}",
        f"--ip={options.ip}",
    ]
    command += ["--no-browser"] if options.no_browser else []
    command += [f"--port={options.port}"] if options.port is not None else []
    print("Starting JupyterLab. Its address follows; Ctrl-C ends it.", flush=True)
    return environment.run([*command, *rest])


def _free(ip: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ip, port))
        except OSError:
            return False
    return True
