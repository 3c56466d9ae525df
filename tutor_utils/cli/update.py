"""``python3 -m tutor_utils update [FILE.zip]``: a newer course, with every answer kept.

In a clone the newer course is fetched with git; without one, give the ZIP of the release. Your
notebooks and your code are copied first. Then each cell that you changed is put into the new
notebook, and the command says what changed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from .. import files
from . import environment

PRISTINE = ".pristine"  # in a learner's ZIP: the notebooks as they were handed out


class CannotUpdate(Exception):
    """Nothing was changed. The message says why, and what to do."""


@dataclass
class Merged:
    """A new notebook with the learner's cells in it, and what there is to say about it."""

    notebook: dict[str, Any]
    kept: list[str] = field(default_factory=list)
    both: list[str] = field(default_factory=list)
    homeless: list[str] = field(default_factory=list)

    def words(self) -> list[str]:
        lines = [f"  your cells kept: {', '.join(self.kept)}"] if self.kept else []
        if self.both:
            lines.append(f"  changed by you and by the course, yours kept: {', '.join(self.both)}")
        if self.homeless:
            lines.append(f"  no longer in the notebook, only in the copy: {len(self.homeless)}")
        return lines


def main(argv: list[str]) -> int:
    """Copy, fetch, merge. Exit code 1: nothing was changed, for the reason that is printed."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils update",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("zip", nargs="?", type=Path, metavar="FILE.zip", help="a release")
    options = parser.parse_args(argv)
    try:
        newer: Clone | Release = Release(options.zip) if options.zip else Clone()
        return _update(newer)
    except CannotUpdate as reason:
        print(f"{reason} Nothing was changed.", file=sys.stderr)
        return 1


def _update(newer: Clone | Release) -> int:
    if newer.is_here():
        print("The course is up to date.")
        return 0
    folder = environment.ROOT / "notebooks"
    changed, merged = {}, {}
    for path in sorted(folder.glob("[0-9i]*.ipynb")):
        before, after = newer.pristine(path.name), newer.notebook(path.name)
        mine = _read(path.read_bytes())
        if before is None or mine is None or before == mine:
            continue
        changed[path.name] = path
        if after is not None:
            merged[path.name] = merge(before, mine, after)
    newer.can_apply(list(changed))
    copies = copy_of(folder, list(changed.values()))
    if copies:
        print(f"Your notebooks and your code are copied to {copies}")
    drafts = {
        name: json.dumps(found.notebook, indent=1, ensure_ascii=False) + "\n"
        for name, found in merged.items()
    }
    newer.apply(list(changed))
    for name, text in drafts.items():
        files.write(folder / name, text)
    print("\n".join(newer.news()))
    for name, found in merged.items():
        print("\n".join([name, *(found.words() or ["  nothing of yours was in it"])]))
    return 0


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
                found.homeless.append(name)
        last = name if name in new else last
    return found


def _text(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else source


def _read(content: bytes) -> dict[str, Any] | None:
    """A notebook, or None where it cannot be read: then it is left as it is."""
    try:
        found = json.loads(content)
        return found if isinstance(found.get("cells"), list) else None
    except (ValueError, AttributeError):
        return None


def copy_of(folder: Path, notebooks: list[Path]) -> Path | None:
    """Copy what is the learner's into a new folder beside the notebooks."""
    own = folder / "my_transformer"
    if not notebooks and not own.exists():
        return None
    copies = folder / f"before-update-{time.strftime('%Y%m%d-%H%M%S')}"
    try:
        copies.mkdir()
        for path in notebooks:
            shutil.copy2(path, copies)
        if own.exists():
            shutil.copytree(own, copies / own.name)
    except OSError as error:
        shutil.rmtree(copies, ignore_errors=True)
        raise CannotUpdate(f"Your work cannot be copied first ({error.strerror}).") from error
    return copies


class Clone:
    """The newer course is what git's upstream holds."""

    def __init__(self) -> None:
        if shutil.which("git") is None or not (environment.ROOT / ".git").exists():
            raise CannotUpdate(
                "This folder is no git clone. Get the newer course as a ZIP and run: "
                "python3 -m tutor_utils update FILE.zip"
            )
        _git("rev-parse", "--git-dir")  # a folder in which git refuses to work has its own words
        try:
            self.upstream = _git("rev-parse", "--abbrev-ref", "@{upstream}").strip()
        except CannotUpdate as error:
            raise CannotUpdate("This clone follows no other repository.") from error
        _git("fetch", "--quiet")
        self.old = _git("rev-parse", "HEAD").strip()

    def is_here(self) -> bool:
        return not _git("rev-list", f"HEAD..{self.upstream}").strip()

    def pristine(self, name: str) -> dict[str, Any] | None:
        return self._at("HEAD", name)

    def notebook(self, name: str) -> dict[str, Any] | None:
        return self._at(self.upstream, name)

    @staticmethod
    def _at(commit: str, name: str) -> dict[str, Any] | None:
        try:
            return _read(_git("show", f"{commit}:notebooks/{name}").encode())
        except CannotUpdate:
            return None

    def can_apply(self, notebooks: list[str]) -> None:
        """Whether git could go on without losing anything: asked before anything is touched."""
        changed = _git("diff", "--name-only", "HEAD").split("\n")
        ours = {f"notebooks/{name}" for name in notebooks}
        others = [path for path in changed if path and path not in ours]
        if others:
            raise CannotUpdate(
                f"You changed files of the course itself: {', '.join(others[:5])}. "
                f"Take them back with git stash, or update by hand."
            )
        if _git("rev-list", f"{self.upstream}..HEAD").strip():
            raise CannotUpdate("You committed to this clone. Merge by hand: git merge.")

    def apply(self, notebooks: list[str]) -> None:
        ours = [f"notebooks/{name}" for name in notebooks]
        if ours:
            _git("checkout", "HEAD", "--", *ours)
        _git("merge", "--quiet", "--ff-only", self.upstream)

    def news(self) -> list[str]:
        return ["What is new:", _git("log", "--format=  %s", f"{self.old}..HEAD").rstrip()]


class Release:
    """The newer course is a learner's ZIP."""

    def __init__(self, path: Path) -> None:
        try:
            self.zip = zipfile.ZipFile(path)
            names = [PurePosixPath(name) for name in self.zip.namelist()]
        except (OSError, zipfile.BadZipFile) as error:
            raise CannotUpdate(f"{path} is no ZIP that can be read ({error}).") from error
        tops = {name.parts[0] for name in names if name.parts}
        self.top = next(iter(tops)) if len(tops) == 1 else ""
        if f"{self.top}/tutor_utils/__init__.py" not in self.zip.namelist():
            raise CannotUpdate(f"{path} holds no course.")
        if any(name.is_absolute() or ".." in name.parts or ":" in str(name) for name in names):
            raise CannotUpdate(f"{path} would write outside its folder.")

    def is_here(self) -> bool:
        mark = environment.ROOT / "pyproject.toml"
        new = self.zip.read(f"{self.top}/pyproject.toml")
        return mark.exists() and mark.read_bytes() == new and self._same_notebooks()

    def _same_notebooks(self) -> bool:
        return all(
            self.zip.read(info) == (environment.ROOT / info.filename.split("/", 1)[1]).read_bytes()
            for info in self.zip.infolist()
            if f"/{PRISTINE}/" in info.filename
            and (environment.ROOT / info.filename.split("/", 1)[1]).exists()
        )

    def pristine(self, name: str) -> dict[str, Any] | None:
        path = environment.ROOT / PRISTINE / name
        return _read(path.read_bytes()) if path.exists() else None

    def notebook(self, name: str) -> dict[str, Any] | None:
        try:
            return _read(self.zip.read(f"{self.top}/notebooks/{name}"))
        except KeyError:
            return None

    def can_apply(self, notebooks: list[str]) -> None:
        """A ZIP that could be opened can be unpacked."""

    def apply(self, notebooks: list[str]) -> None:
        """Write each file in one step. A notebook whose origin is unknown is copied, then kept."""
        for info in self.zip.infolist():
            inside = info.filename.split("/", 1)[1]
            target = environment.ROOT / inside
            if info.is_dir() or not inside:
                continue
            content = self.zip.read(info)
            if inside.startswith("notebooks/") and target.name not in notebooks:
                unknown = self.pristine(target.name) is None
                if target.exists() and unknown and target.read_bytes() != content:
                    target = files.free_name(target, ".new-")
            try:
                files.write(target, content)
            except OSError as error:
                raise CannotUpdate(
                    f"{target} cannot be written ({error.strerror}); run the command again. "
                    f"Your copies are safe."
                ) from error

    def news(self) -> list[str]:
        log = environment.ROOT / "CHANGELOG.md"
        text = log.read_text("utf-8") if log.exists() else ""
        newest = text.split("\n## ")[1] if "\n## " in text else ""
        return ["What is new:", *(f"  {line}" for line in newest.strip().splitlines())]


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
