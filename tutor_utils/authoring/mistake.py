"""``python3 -m tutor_utils mistake EXERCISE FILE``: a learner's answer becomes a known mistake.

FILE is a .py with the answer, or a notebook that holds it. Its code is run here, without a sandbox:
only for code that you would run yourself. Says if the answer passes, or if its mistake is known
already; else writes it into the exercise's mistakes.toml.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nbformat

from .. import exercises, files
from ..course import answers, modules
from ..course.sources import is_untouched
from ..course.syntax import bindings, segment
from ..engine.exercise import Exercise
from ..engine.naming.errors.explain import general_slugs
from ..engine.run.observe import observe
from ..engine.verdict.examine import examine
from ..engine.verdict.report import Outcome, Report
from ..exercises import folder
from ..exercises.edits import Form
from ..exercises.mistakes import Mistakes
from . import as_edit, unwritten
from .generate import ROOT

UNNAMED = "name-the-mistake"
WHAT = "what the code does instead, in two sentences."
NAME = " Above: what the mistake is called."
_GIVEN = ("math", "torch", "F", "nn", "Tensor")  # every answer has these without an import


class Refused(ValueError):
    """Why no entry was made for the answer."""


def main(argv: list[str]) -> int:
    """Add a mistake. Exit codes: 1 nothing was written or the audit fell short, 2 bad argument."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils mistake", description=__doc__)
    parser.add_argument("exercise", metavar="EXERCISE")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--slug", default=UNNAMED, help="its name, such as mask-inverted")
    options = parser.parse_args(argv)
    try:
        path, report = add(options.exercise, options.file, options.slug)
    except (exercises.UnknownName, OSError) as error:
        parser.error(str(error))
    except Refused as error:
        print(error)
        return 1
    print(f"wrote {path.relative_to(ROOT).as_posix()}")
    print(f"Until now learners were told ({report.diagnosis or 'no name'}): {report.means}")
    left = [line for line in unwritten.left_in_exercise(options.exercise) if path.name in line]
    if left:
        print("Left to write:", *left, sep="\n")
        print(f"Then: python3 -m tutor_utils audit --quick {options.exercise}")
        return 0
    sys.stdout.flush()
    # another process: this one read the exercise before the mistake was in it
    audit = [sys.executable, "-m", "tutor_utils", "audit", "--quick", options.exercise]
    return subprocess.run(audit, cwd=ROOT).returncode


def add(name: str, source: Path, slug: str = UNNAMED) -> tuple[Path, Report]:
    """Write a new known mistake of an exercise from a learner's file.

    Args:
        name: The exercise.
        source: A ``.py`` file with the answer, or a notebook (``.ipynb``) that holds it. It is run:
            only for code that you would run yourself.
        slug: The mistake's name.

    Returns:
        ``mistakes.toml``, and what learners were told until now.

    Raises:
        UnknownName: there is no such exercise.
        Refused: it passes, is known already, is not there or does not run; in words.
        OSError: the file cannot be read.
    """
    exercise = exercises.find(name)
    place = exercises.path_of(name)
    _require_slug(slug)
    if unfinished := [line for line in unwritten.left_in_exercise(name) if "/exercise.py:" in line]:
        raise Refused("Finish exercise.py first:\n" + "\n".join(unfinished))
    code = answer_in(source, name)
    report = report_on(exercise, code)
    if report.explained:
        known = " and ".join(m.name.partition(": ")[2] for m in report.explained)
        raise Refused(f"It is known already: {known}. Nothing was written.")
    if slug == UNNAMED and report.diagnosis:
        raise Refused(
            f"It is called {report.diagnosis} already, by a rule: {report.means} If this is true "
            "of it, nothing is missing. Else give it a name of its own with --slug."
        )
    path = place / folder.MISTAKES
    there = folder.known_mistakes(place)
    if slug == UNNAMED and any(entry.slug == UNNAMED for entry in there.entries):
        raise Refused("One is not named yet. Name it first, or give this one a --slug.")
    form = as_edit.derive(folder.right_answers(place), code)
    files.write(path, _with_entry(there, slug, _entry(there, slug, form)))
    return path, report


def report_on(exercise: Exercise, code: str) -> Report:
    """The report that a learner with this answer sees.

    Raises:
        Refused: nothing, since it passes; or it does not run at all.
    """
    try:
        value = answers.define(exercise.id, code)
    except Exception as error:
        raise Refused(
            f"It does not run as a cell of its own, so the check never sees it: "
            f"{type(error).__name__}: {error}"
        ) from error
    if is_untouched(exercise.id, code):
        raise Refused("It is the cell as learners get it: nothing was written in it.")
    report = examine(exercise, value, observe(exercise, value), answers.Bank())
    if report.outcome is Outcome.PASSED:
        raise Refused(
            "It passes the check. Either it is right, then it may go into right.py; or the check "
            "has a hole: add a trial to exercise.py on which it fails, and come again."
        )
    return report


def answer_in(source: Path, name: str) -> str:
    """The code of the answer with only the helpers and imports that it needs.

    Raises:
        Refused: the file does not define it, or is no file of Python or Jupyter.
    """
    text = source.read_text("utf-8")
    if source.suffix == ".ipynb":
        try:
            notebook = nbformat.reads(text, as_version=4)
        except Exception as error:  # nbformat raises its own, and those of jsonschema
            raise Refused(f"{source} is no notebook: {error}") from error
        cells = [c.source for c in notebook.cells if c.cell_type == "code"]
    elif source.suffix == ".py":
        cells = [text]
    else:
        raise Refused(f"{source}: a file that ends in .py or .ipynb is wanted.")
    statements = dict(_statements(cells))
    if name not in statements:
        raise Refused(f"{source} does not define {name}.{_no_python(cells, name)}")
    module = modules.from_source(name, statements)
    imports = [line for line in dict.fromkeys(module.imports) if not _is_given(line)]
    return "\n\n\n".join(filter(None, ["\n".join(imports), *module.helpers, module.body]))


def _statements(cells: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs (name, statement) of all Python cells; a later definition replaces an earlier."""
    for cell in cells:
        try:
            tree = ast.parse(cell)
        except SyntaxError:  # another cell's trouble, or a magic
            continue
        for name, node in bindings(tree):
            yield name, segment(cell, node)


def _no_python(cells: list[str], name: str) -> str:
    """Why a cell that seems to define a name is no Python, in words; "" if none does."""
    for cell in cells:
        try:
            ast.parse(cell)
        except SyntaxError as error:
            if re.search(rf"^(def|class) {name}\b", cell, re.MULTILINE):
                return f" Its code is no Python: {error.msg}, line {error.lineno}."
    return ""


def _is_given(line: str) -> bool:
    """Whether an import provides only what every answer has anyway."""
    return all(name in _GIVEN for name, _ in bindings(ast.parse(line)))


def _require_slug(slug: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise Refused(
            f"slug={slug!r}: small letters, digits and hyphens are wanted: mask-inverted."
        )


def _with_entry(known: Mistakes, slug: str, entry: str) -> str:
    """``mistakes.toml`` with the entry: another form behind its mistake, a new one at the end."""
    places = [one.at for one in known.entries]
    if f"shared.{slug}" in places:  # which has one line, without other forms: now it gets a table
        line = re.compile(rf"^{slug} = (\[\n(?: .*\n)*\]|.*)\n", re.MULTILINE)
        entry = f"[{slug}]\nedit = {line.findall(known.text)[0]}\n\n{entry}"
        known = replace(known, text=line.sub("", known.text, count=1))
    lines = known.text.splitlines(keepends=True)
    at = places.index(slug) + 1 if slug in places else len(places)
    start = known.line_of(places[at] if at < len(places) else "harmless")
    head = "".join(lines[: start - 1]).rstrip("\n")
    return f"{head}\n\n{entry}\n{''.join(lines[start - 1 :])}".rstrip("\n") + "\n"


def _entry(known: Mistakes, slug: str, form: Form) -> str:
    """The new entry; words that are already known under its name are left out."""
    own = [one for one in known.entries if one.slug == slug]
    if own:
        return as_edit.entry_text(slug, form, {}, known.right, len(own[0].forms) + 1)
    if slug in {*folder.shared_words(), *general_slugs()}:
        return as_edit.entry_text(slug, form, {}, known.right)
    words = {
        "means": f"WRITE: {WHAT}{NAME if slug == UNNAMED else ''}",
        "try_next": "WRITE: where to look, as a question or a step.",
        "hint": "WRITE: the near-fix, or leave this line out.",
    }
    return as_edit.entry_text(slug, form, words, known.right)
