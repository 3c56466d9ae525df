"""``python3 -m tutor_utils fetch NAME``: published weights for notebooks 08 to 10."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from ..published import hub
from ..published.catalogue import CATALOGUE, Entry
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
    try:
        if not _packages(entry, options.yes):
            return NOT_DONE
        if options.source:
            hub.take(entry, options.source, folder)
        elif missing(entry, folder) and not _download(entry, folder, options.yes):
            return NOT_DONE
    except Unusable as error:
        print(error)
        return BAD_INPUT if options.source else NOT_DONE
    print(f"{entry.name} is in {folder}. The last cells of its notebook find it there.")
    return DONE


def _download(entry: Entry, folder: Path, yes: bool) -> bool:
    from huggingface_hub import HfApi, hf_hub_download

    files = hub.plan(entry, HfApi())
    _introduce(entry, f"{sum(f.size for f in files) / 1e6:,.0f} MB")
    print(f"It goes to {folder}.")
    if not _agreed("Download?", yes):
        return False
    hub.download(entry, files, folder, hf_hub_download)
    return True


def _packages(entry: Entry, yes: bool) -> bool:
    """Whether all packages are there, installed now if the user agrees."""
    lacking = [wanted for name, wanted in PACKAGES.items() if find_spec(name) is None]
    if not lacking:
        return True
    _introduce(entry, f"about {entry.megabytes:,} MB")
    print(f"These packages are needed too: {', '.join(lacking)}.")
    if not _agreed("Install them into the course's environment?", yes):
        return False
    if subprocess.run([sys.executable, "-m", "pip", "install", *lacking]).returncode:
        print("pip could not install them: see above. Is this machine online?")
        return False
    return True


def _introduce(entry: Entry, size: str) -> None:
    print(f"{entry.name}: {size} from {entry.repo}.")
    print(f"Licence: {entry.licence}.")


def _agreed(question: str, yes: bool) -> bool:
    if yes:
        return True
    try:
        answer = input(f"{question} [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() in ("y", "yes"):
        return True
    print("Nothing was changed. `--yes` answers yes to every question.")
    return False
