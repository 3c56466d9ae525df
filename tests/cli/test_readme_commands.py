"""Every command in the README and the guides is run here, maybe with tiny arguments, or elsewhere.

A line that stands in no table fails the test: nothing gets into the README that nobody ran.
"""

import re
import shlex

import pytest

from tutor_utils.cli import commands, environment, install

README = (environment.ROOT / "README.md").read_text("utf-8")
GUIDES = "\n".join(
    (environment.ROOT / name).read_text("utf-8")
    for name in ("CONTRIBUTING.md", ".github/teaching.md", ".github/publishing.md")
)
COURSE = re.compile(r"^(?:python3|py) -m tutor_utils\b")

# The beginning of a command -> what is put behind it here, and why not the line as it stands.
RUN_HERE = {
    "audit": (["--help"], "takes an hour; tests/authoring audits"),
    "bench": (["--help"], "takes minutes; tests/test_bench.py measures small ones"),
    "doctor": (["--help"], "starts a kernel; test_doctor.py does"),
    "grade": (["--help"], "marks a class; tests/grading do"),
    "lab": (["--help"], "opens JupyterLab; tests/browser do"),
    "mistake": (["--help"], "tests/authoring write one"),
    "new": (["--help"], "tests/authoring make one"),
    "build": (["--help"], "tests/authoring build"),
    "lock": (["--help"], "asks PyPI"),
    "progress": ([], "as it stands"),
    "review": (["--help"], "serves a page; tests/grading/test_review.py asks it"),
    "run pip": (["--version"], "nothing is installed by a test"),
    "run pytest": (["--version"], "tests/grading mark with it"),
    "site": (["--help"], "tests/authoring/test_site.py builds one"),
    "train": (["--help"], "minutes; tests/training train, and in two processes"),
    "update": (["--help"], "test_update.py updates clones"),
    "zip": (["--out", "{tmp}"], "not into the course's folder"),
    "term": (["--help"], "adds up marked classes; tests/grading/test_review.py"),
    "test": (None, "this is it"),
    "fetch": (["--help"], "downloads; its own tests have a server"),
}
# Programs that are not the course's, and who runs these lines.
ELSEWHERE = {
    "docker": "there is no Docker where the tests run; CI's workflow builds the image",
    "uv": "asks PyPI; run by hand before each release, and in CI",
    "pip": "asks PyPI; run by hand before each release, and in CI",
    "python3 -m venv": "the environment of the classic way",
    "source": "a shell's own word",
    "jupyter": "tests/browser open it",
    "transformer-course": "test_folder.py installs the wheel and opens a course",
    "pytest": "this is it",
    "export": "a shell's own word",
    "cat": "tests/grading/test_nbgrader.py writes this file",
    "mkdir": "tests/grading/test_nbgrader.py",
    "nbgrader": "tests/grading/test_nbgrader.py goes through a real course",
    "git": "tests/authoring/test_with_an_address.py makes a clone of an addressed copy",
    "cd ": "a shell's own word",
    "cp": "CONTRIBUTING's small class",
    "ruff": "tests/test_repository.py",
    "https:": "a link",
}


def lines(text):
    """The course's commands inside of sentences, and those of the blocks without a language:
    continued lines joined, no comments."""
    yield from re.findall(r"`((?:python3|py) -m tutor_utils \w[^`\n]*)`", text)
    fences = r"^(?:\d+\.)? *```(\w*)\n(.*?)^ *```$"
    for language, block in re.findall(fences, text, re.DOTALL | re.MULTILINE):
        if language:
            continue
        block = re.sub(r"<<'END'\n.*?\nEND\n", "\n", block.replace("\\\n", " "), flags=re.DOTALL)
        for line in block.splitlines():
            line = re.sub(r"(^|\s)# .*", "", line).strip()
            if line:
                yield line


@pytest.mark.parametrize("line", sorted(set(lines(f"{README}\n{GUIDES}"))))
def test_every_command_runs(line, tmp_path, capsys, monkeypatch):
    if not COURSE.match(line):
        if not re.search(r"^\[\[|= |WRITE", line):  # an example of a file's content
            assert any(line.startswith(word) for word in ELSEWHERE), f"nobody runs: {line}"
        return
    words = shlex.split(COURSE.sub("", line))
    known = next((n for n in RUN_HERE if words[: len(n.split())] == n.split()), None)
    assert known, f"nobody runs: {line}"
    tiny, _ = RUN_HERE[known]
    if tiny is None:
        return
    keep = words if known == "progress" else known.split()
    # nothing is set up by a test: this interpreter has to do
    monkeypatch.setattr(install, "ensure", lambda **_: environment.current())
    try:
        code = commands.main([*keep, *(word.format(tmp=tmp_path) for word in tiny)])
    except SystemExit as done:  # argparse's way to end --help
        code = done.code
    assert code in (0, None), capsys.readouterr()


def test_every_command_stands_in_the_readme_or_a_guide():
    for name in commands.COMMANDS:
        assert f"tutor_utils {name}" in README + GUIDES, name


def test_powershell_has_the_two_commands():
    (block,) = re.findall(r"^```powershell\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert "py -m tutor_utils lab" in block and "py -m tutor_utils test" in block
    assert "Activate.ps1" in README
