"""Each clause that a learner can read has a wrong answer that breaks it alone.

``clauses.toml`` is the table. That the wrong answers are refused is tried in ``test_answers``; here
stands that no clause is without one, and that the table speaks of the docstrings as they are.
"""

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

from tutor_utils import exercises
from tutor_utils.course import sources
from tutor_utils.engine import circumstances, condition_words

TABLE = tomllib.loads((Path(__file__).parent / "clauses.toml").read_text("utf-8"))
OF_FORM = {"runs", "type", "dtype", "shape", *condition_words.CONDITIONS, *circumstances.ALL}


def clauses(docstring):
    """The sentences of the prose, and each line of a section such as ``Shapes:``."""
    found, prose, in_section = [], [], False
    for line in docstring.splitlines():
        if re.fullmatch(r"[A-Z]\w+:", line):
            in_section = True
        elif not in_section:
            prose.append(line.strip())
            if not line.strip():
                found += sentences(prose)
        elif re.match(r" {5,}", line):
            found[-1] += " " + line.strip()
        elif line.strip():
            found.append(line.strip())
            in_section = True
        if in_section and prose:
            found = found + sentences(prose)
    return found + sentences(prose)


def sentences(lines):
    text = " ".join(line for line in lines if line)
    lines.clear()
    return [s for s in re.split(r"(?<=[.])\s+(?=[A-Z`])", text) if s]


def docstring(name):
    tree = ast.parse(sources.exercise_cells()[name].solution)
    return next(
        ast.get_docstring(node)
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    )


@pytest.mark.parametrize("name", exercises.names())
def test_each_clause_is_in_the_table(name):
    written = clauses(docstring(name))
    rows = "\n".join([f"[{name}]", *(f'{json.dumps(c, ensure_ascii=False)} = ""' for c in written)])
    assert written == list(TABLE.get(name, {})), f"write its rows into clauses.toml:\n{rows}"


@pytest.mark.parametrize("name", exercises.names())
def test_each_clause_has_a_wrong_answer(name):
    files = {p.stem.removeprefix("wrong_") for p in exercises.path_of(name).glob("wrong_*.py")}
    for clause, proofs in TABLE.get(name, {}).items():
        assert proofs, clause
        assert set(proofs.split()) <= files | OF_FORM, clause
