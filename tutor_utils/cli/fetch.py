"""``python3 -m tutor_utils fetch NAME``: published weights for notebooks 08 to 10 and 12."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from ..published import hub
from ..published.catalogue import CATALOGUE, PublishedModel
from ..published.files import Unusable, entry_of, home, missing

# Installed on request: nobody needs them who does not load published weights.
PACKAGES = {
    "huggingface_hub": "huggingface_hub>=0.30",  # downloads with a bar, and goes on after a break
    "tokenizers": "tokenizers>=0.20",  # the tokens of OPT and NLLB
    "sentencepiece": "sentencepiece>=0.2",  # the tokens of M2M-100
}
DONE, NOT_DONE, BAD_INPUT = 0, 1, 2


def main(argv: list[str]) -> int:
    """Fetch one model. Exit code 1: not done; 2: a name or folder that cannot be used."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils fetch")
    names = ", ".join(f"{e.name} ({e.megabytes:,} MB)" for e in CATALOGUE.values())
    parser.add_argument("name", help=f"one of: {names}")
    parser.add_argument("--from", dest="source", type=Path, metavar="FOLDER", help="files you have")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    options = parser.parse_args(argv)
    try:
        entry = entry_of(options.name)
    except Unusable as error:
        print(error)
        return BAD_INPUT
    folder = home() / entry.name
    lacking = [wanted for name, wanted in PACKAGES.items() if find_spec(name) is None]
    download = not options.source and missing(entry, folder)
    if (lacking or download) and not (options.yes or _agreed(entry, folder, lacking)):
        return NOT_DONE
    if lacking and subprocess.run([sys.executable, "-m", "pip", "install", *lacking]).returncode:
        print("pip could not install them: see above. Is this machine online?")
        return NOT_DONE
    try:
        if options.source:
            hub.take(entry, options.source, folder)
        elif download:
            from huggingface_hub import HfApi, hf_hub_download

            hub.download(entry, hub.plan(entry, HfApi()), folder, hf_hub_download)
    except Unusable as error:
        print(error)
        return BAD_INPUT if options.source else NOT_DONE
    print(f"{entry.name} is in {folder}. The last cells of its notebook find it there.")
    return DONE


def _agreed(entry: PublishedModel, folder: Path, lacking: list[str]) -> bool:
    """Whether the user agrees, who is told the size, the licence, and what is installed."""
    print(f"{entry.name}: about {entry.megabytes:,} MB from {entry.repo}, into {folder}.")
    print(f"Licence: {entry.licence}.")
    if lacking:
        print(f"Into the course's environment come {', '.join(lacking)}.")
    try:
        answer = input("Go on? [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() in ("y", "yes"):
        return True
    print("Nothing was changed. `--yes` asks nothing.")
    return False
