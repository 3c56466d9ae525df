"""The notebooks that train, whole, on a second device: nothing mixes devices or needs float64."""

import ast

import pytest
import torch
from IPython.core.formatters import DisplayFormatter
from second_device import FAR, second_device

from tutor_utils.authoring import build
from tutor_utils.authoring.generate import solution_notebook
from tutor_utils.learner.mine import mine as courses
from tutor_utils.training import held_out

# Shorter trainings, and no claims about what they reach: what stands in the notebook, what here.
SHORTER = {
    "07": {"cooldown=1000, steps=1000": "cooldown=4, steps=4", "warmup=100": "warmup=2"},
    "08": {
        "range(401)": "range(3)",
        "assert perplexity(model, held_ids, 64) < len(vocab) / 4": "",
        "text = language.python_manual()": "text = language.python_manual()[:6000]",
    },
    "09": {
        "dates(20_000, seed=0)": "dates(200, seed=0)",
        "[:1000], everything[1000:]": "[:40], everything[40:]",
        "viz.Live(1100": "viz.Live(8",
        "study(train, 1100, 5e-3, curve)": "study(train, 8, 5e-3, curve)",
        "step % 100 == 0": "step % 8 == 0",
        "assert len(wrong) < 10": "",
        "study(short, 200, 3e-3)": "study(short, 3, 3e-3)",
        'assert said in ("2005-03-04", "2005-04-03")': "",
    },
    "10": {
        "learn_to_copy(1500)": "learn_to_copy(3)",
        "learn_to_copy(1500, scattered)": "learn_to_copy(3, scattered)",
        "for _ in range(9):": "for _ in range(1):",
    },
    "11": {"steps, draw = 400": "steps, draw = 4", "steps: int = 360": "steps: int = 3"},
    "11a": {"steps = 150": "steps = 3"},
    "12": {
        "dates(12_000, seed=0": "dates(200, seed=0",
        "dates(4000, seed=7": "dates(60, seed=7",
        "old[:200], old[200:], spanish": "old[:9], old[9:], spanish",
        "420, 5e-3": "3, 5e-3",
        "study(model, choose, 120": "study(model, choose, 3",
        "some(american[200:], 64, draw), 120": "some(american[9:], 64, draw), 3",
        "text_loss, 700": "text_loss, 3",
        "questions(300, 999)": "questions(9, 999)",
        "loss_of, 100, 1e-2": "loss_of, 3, 1e-2",
        "imitate(reference, 300": "imitate(reference, 3",
        "steps: int = 100": "steps: int = 3",
        "imitate(imitator, 100": "imitate(imitator, 3",
        "steps=25": "steps=3",
    },
    "12a": {
        "text_loss, 700, 6e-3": "text_loss, 10, 6e-3",
        "steps=60": "steps=10",
        "steps=200": "steps=10",
        "questions(300, random.Random(999))": "questions(9, random.Random(999))",
        "some = (3, 30, 300)": "some = (3,)",
        "(30, 300, 3000)": "(30,)",
    },
    "12b": {
        "dates(12_000, seed=0": "dates(1000, seed=0",
        "old[:200], old[200:], new[:200], new[200:]": "old[:9], old[9:], new[:9], new[9:]",
        "study(base, old, 420, 64": "study(base, old, 8, 9",
        "study(model, new, 120, 32": "study(model, new, 8, 9",
        "RANKS = (1, 4, 16)": "RANKS = (4,)",
    },
}


def cells(number):
    """The code cells of a notebook, its trainings shortened."""
    [source] = build.sources([number])
    found = [c.source for c in solution_notebook(source).cells if c.cell_type == "code"]
    for long, short in SHORTER[number].items():
        assert any(long in cell for cell in found), f"{number}: {long!r} is in no cell"
        found = [cell.replace(long, short) for cell in found]
    return found


def run_cell(cell, names):
    """Run it as a notebook does: what its last line gives is shown."""
    tree = ast.parse(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is not None:
        DisplayFormatter().format(eval(compile(ast.Expression(last.value), "cell", "eval"), names))


def run(number, monkeypatch):
    """All cells of a notebook, with ``device`` set; the answers are those of its own cells."""
    names = {"__name__": "__main__"}

    def mine(*wanted):
        found = [names[name] if name in names else courses(name) for name in wanted]
        return found[0] if len(found) == 1 else tuple(found)

    given = {"mine": mine, "check": lambda answer: None, "predict": lambda *answer: None}
    held_out._factors.cache_clear()  # other tests play this device in another way
    with second_device(monkeypatch):
        for cell in cells(number):
            run_cell(cell, names)
            names |= given | ({"device": FAR} if "device" in names else {})
    held_out._factors.cache_clear()
    return names


@pytest.mark.slow
@pytest.mark.parametrize("number", SHORTER)
def test_a_notebook_runs_on_a_second_device(number, monkeypatch):
    names = run(number, monkeypatch)
    assert next(names["model"].parameters()).device == FAR


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: x + torch.ones(3),
        lambda x: torch.cat([x, torch.ones(3)]),
        lambda x: x.double(),
        lambda x: torch.multinomial(x, 1, generator=torch.Generator()),
    ],
)
def test_the_second_device_refuses_what_a_real_one_refuses(wrong, monkeypatch):
    with second_device(monkeypatch):
        x = torch.ones(3, device=FAR)
        assert (x + torch.ones(())).tolist() == [2, 2, 2]
        with pytest.raises((RuntimeError, TypeError), match=r"device|generator|float64"):
            wrong(x)
