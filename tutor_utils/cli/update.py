"""``python3 -m tutor_utils update``: a newer course in a clone, with every answer kept.

Your notebooks and your code are copied first. Then the newer course is fetched with git, each cell
that you changed is put into the new notebook, and the command says what changed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import files
from . import environment

WITHOUT_GIT = (
    "This folder is no git clone. Unpack the newer ZIP beside it, and copy the folder "
    "notebooks/my_transformer over: restore(name) brings each passed answer back."
)


class CannotUpdate(Exception):
    """Nothing was changed. The message says why, and what to do."""


@dataclass
class Merged:
    """A new notebook with the learner's cells in it, and the notes on it."""

    notebook: dict[str, Any]
    kept: list[str] = field(default_factory=list)
    both: list[str] = field(default_factory=list)
    without_place: list[str] = field(default_factory=list)

    def words(self) -> list[str]:
        lines = [f"  your cells kept: {', '.join(self.kept)}"] if self.kept else []
        if self.both:
            lines.append(f"  changed by you and by the course, yours kept: {', '.join(self.both)}")
        if self.without_place:
            lines.append(
                f"  no longer in the notebook, only in the copy: {len(self.without_place)}"
            )
        return lines or ["  nothing of yours was in it"]


def main(argv: list[str]) -> int:
    """Copy, fetch, merge. Exit code 1: nothing was changed, for the reason that is printed."""
    argparse.ArgumentParser(prog="python3 -m tutor_utils update", description=__doc__).parse_args(
        argv
    )
    try:
        update()
    except CannotUpdate as reason:
        print(f"{reason} Nothing was changed.", file=sys.stderr)
        return 1
    return 0


def update() -> None:
    """Bring the clone up to date.

    Raises:
        CannotUpdate: something of the learner's could be lost, or git does not work.
    """
    upstream, old = _fetch(), _git("rev-parse", "HEAD").strip()
    if not _git("rev-list", f"HEAD..{upstream}").strip():
        print("The course is up to date.")
        return
    changed = _changed_notebooks(upstream)
    if copies := _copy(changed):
        print(f"Your notebooks and your code are copied to {copies}")
    merged, unread = {}, []
    for name in changed:
        before, mine, after = _at("HEAD", name), _read(name), _at(upstream, name)
        if before and mine and after:
            merged[name] = merge(before, mine, after)
        elif not mine and (environment.ROOT / name).exists():
            unread.append(Path(name).name)
    if changed:
        _git("checkout", "HEAD", "--", *changed)
    _git("merge", "--quiet", "--ff-only", upstream)
    for name, found in merged.items():
        text = json.dumps(found.notebook, indent=1, ensure_ascii=False) + "\n"
        files.write(environment.ROOT / name, text)
    print("What is new:", _git("log", "--format=  %s", f"{old}..HEAD").rstrip(), sep="\n")
    for name, found in merged.items():
        print(Path(name).name, *found.words(), sep="\n")
    for file in unread:
        print(file, "  could not be read, so it is new now; yours is in the copy alone", sep="\n")


def merge(before: dict[str, Any], mine: dict[str, Any], after: dict[str, Any]) -> Merged:
    """The new notebook with each cell that the learner changed or added.

    Args:
        before: The notebook as it was handed out.
        mine: The same one as the learner left it.
        after: The new one.
    """
    old = {cell["id"]: cell for cell in before["cells"] if "id" in cell}
    new = {cell["id"]: cell for cell in after["cells"] if "id" in cell}
    found = Merged(after)
    last = None  # the nearest cell above that the new notebook has too
    for cell in mine["cells"]:
        name = cell.get("id")
        own = name not in old
        if own or _text(cell) != _text(old[name]):
            if name in new:
                if not own and _text(new[name]) not in (_text(old[name]), _text(cell)):
                    found.both.append(name)
                new[name].update(
                    {key: cell[key] for key in ("source", "outputs", "execution_count")
                     if key in cell}
                )  # fmt: skip
                found.kept.append(name)
            elif own:
                place = after["cells"].index(new[last]) + 1 if last else 0
                after["cells"].insert(place, cell)
                new[name] = cell
                found.kept.append(name or "a cell of your own")
            else:
                found.without_place.append(name)
        last = name if name in new else last
    return found


def _text(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else source


def _fetch() -> str:
    """Fetch the branch that this clone follows; return its name."""
    if shutil.which("git") is None or not (environment.ROOT / ".git").exists():
        raise CannotUpdate(WITHOUT_GIT)
    _git("rev-parse", "--git-dir")  # a folder in which git refuses to work has its own words
    try:
        upstream = _git("rev-parse", "--abbrev-ref", "@{upstream}").strip()
    except CannotUpdate as error:
        raise CannotUpdate("This clone follows no other repository.") from error
    _git("fetch", "--quiet")
    return upstream


def _changed_notebooks(upstream: str) -> list[str]:
    """The notebooks that the learner changed. Anything else that could be lost is refused."""
    changed = _git("diff", "--name-only", "HEAD").splitlines()
    others = [path for path in changed if not path.startswith("notebooks/")]
    if others:
        raise CannotUpdate(
            f"You changed files of the course itself: {', '.join(others[:5])}. "
            f"Take them back with git stash, or update by hand."
        )
    if _git("rev-list", f"{upstream}..HEAD").strip():
        raise CannotUpdate("You committed to this clone. Merge by hand: git merge.")
    return changed


def _at(commit: str, name: str) -> dict[str, Any] | None:
    """A notebook as it stands in a commit; None where it does not."""
    try:
        return json.loads(_git("show", f"{commit}:{name}"))
    except CannotUpdate:
        return None


def _read(name: str) -> dict[str, Any] | None:
    """The learner's notebook, or None where it cannot be read: then the copy alone has it."""
    try:
        found = json.loads((environment.ROOT / name).read_bytes())
        return found if isinstance(found.get("cells"), list) else None
    except (OSError, ValueError, AttributeError):
        return None


def _copy(notebooks: list[str]) -> Path | None:
    """Copy the learner's files into a new folder beside the notebooks."""
    folder = environment.ROOT / "notebooks"
    own = folder / "my_transformer"
    present = [path for name in notebooks if (path := environment.ROOT / name).exists()]
    if not present and not own.exists():
        return None
    copies = folder / f"before-update-{time.strftime('%Y%m%d-%H%M%S')}"
    try:
        copies.mkdir()
        for path in present:
            shutil.copy2(path, copies)
        if own.exists():
            shutil.copytree(own, copies / own.name)
    except OSError as error:
        shutil.rmtree(copies, ignore_errors=True)
        raise CannotUpdate(f"Your work cannot be copied first ({error.strerror}).") from error
    return copies


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=environment.ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        env=os.environ | {"LC_ALL": "C"},
    )
    if "dubious ownership" in done.stderr:
        raise CannotUpdate(
            "Another user owns this folder, so git does not work in it. If you trust what is in "
            f'it: git config --global --add safe.directory "{environment.ROOT.as_posix()}"\n'
        )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotUpdate(f"git {arguments[0]} did not work: {last}.")
    return done.stdout
