# ruff: noqa: E501 - a notebook a line
"""Honest notebooks in odd forms. Each of these passes ``check(split_heads)`` for its learner.

A case is a name and a notebook made from the given one: what learners do with cells, names,
magics, editors and platforms. ``CASES`` says nothing of how marking copes with any of them.
"""

from tests.grading.submissions import WRONG, answered, cell, code, insert, solved, stub

BODY = """    batch, length, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)
"""
RIGHT = f"def split_heads(x, num_heads):\n{BODY}"
CUT = f"def cut(x, num_heads):\n{BODY}"
BY_CUT = "def split_heads(x, num_heads):\n    return cut(x, num_heads)\n"


def uses(line):
    """The answer with one more line in it."""
    return f"def split_heads(x, num_heads):\n    {line}\n{BODY}"


# What the answer's cell holds.
IN_THE_CELL = {
    "plain": RIGHT,
    "twice in a cell": WRONG + RIGHT,
    "lambda": "split_heads = lambda x, num_heads: cut(x, num_heads)\n" + CUT,
    "helper below": BY_CUT + CUT,
    "time": f"%%time\n{RIGHT}",
    "line magic": f"%matplotlib inline\n{RIGHT}",
    "helpers of the course": "from tutor_utils import hint, mine, viz\n"
    f'{RIGHT}\nhint("split_heads")\nparts = mine("project_qkv")\nviz.mask(1).show\ncheck(split_heads)',
    "shell": f"!pip --version\n{RIGHT}",
    "prints": uses("print(x.shape)"),
    "asserts": f"{RIGHT}\nassert split_heads(torch.zeros(1, 2, 4), 2).shape == (1, 2, 2, 2)",
    "if": f"if True:\n{''.join('    ' + line + chr(10) for line in RIGHT.splitlines())}",
    "partial": f"from functools import partial\n{CUT}\nsplit_heads = partial(cut)",
    "callable": f"class Cut:\n    def __call__(self, x, num_heads):\n    {BODY.replace(chr(10), chr(10) + '    ')}\n"
    "split_heads = Cut()",
    "globals": f"{CUT}\nglobals()['split_heads'] = cut",
    "tabs": RIGHT.replace("    ", "\t"),
    "windows lines": RIGHT.replace("\n", "\r\n"),
    "await": f"import asyncio\nawait asyncio.sleep(0)\n{RIGHT}",
    "string annotations": f"from __future__ import annotations\n{RIGHT}",
    "autoreload": f"%load_ext autoreload\n%autoreload 2\n{RIGHT}",
    "orders inside": uses("%time None\n    files = !echo a"),
    "a try below that stops": f"{RIGHT}\nprint(split_heads(torch.zeros(4, 8), 2))",
    "100,000 lines": f"for i in range(100_000):\n    print('line', i)\n{RIGHT}",
}

# One more cell before the answer, and the answer that uses it.
WITH_A_CELL = {
    "helper": (CUT, BY_CUT),
    "constant in if": ("if True:\n    AXES = (1, 2)", RIGHT.replace("(1, 2)", "(*AXES)")),
    "optional import": (
        "try:\n    import not_on_this_machine as tool\nexcept ImportError:\n    tool = None",
        uses("assert tool is None"),
    ),
    "list appended": ("AXES = []\nAXES.append(1)\nAXES.append(2)", RIGHT.replace("1, 2", "*AXES")),
    "star that is not needed": ("from not_on_this_machine import *", RIGHT.replace("x,", "x: Tensor,")),
    "star": ("from math import *", uses("assert floor(1.5) == 1")),
    "cell that stops": ("1 / 0", RIGHT),
    "cell of text": ("this is no Python", RIGHT),
    "global in a function": (
        "def setup():\n    global A\n    A = 1\nsetup()",
        RIGHT.replace("(1, 2)", "(A, 2)"),
    ),
    "written to a file": (f"%%writefile my_heads.py\n{RIGHT}", "from my_heads import split_heads"),
    "other default": (
        "torch.set_default_dtype(torch.float64)\nimport warnings\nwarnings.simplefilter('error')",
        RIGHT,
    ),
}  # fmt: skip

# What the learner's machine has and another one may not: a keyboard, a screen, a file.
NOT_HERE = {
    "asks": f"heads = int(input('How many heads? '))\n{RIGHT}",
    "window": "import matplotlib\nmatplotlib.use('TkAgg')\nimport matplotlib.pyplot as plt\n"
    f"plt.show()\n{RIGHT}",
    "own file": f"with open('numbers.csv') as file:\n    numbers = file.read()\n{RIGHT}",
}
# One more file beside the notebook: its name, its text, and the answer that uses it.
BESIDE = {
    "module": ("helpers.py", CUT, f"from helpers import cut\n{BY_CUT}"),
    "run": ("helpers.py", CUT, f"%run helpers.py\n{BY_CUT}"),
    "numbers": ("axes.csv", "1,2", RIGHT.replace("1, 2", "*map(int, open('axes.csv').read()[::2])")),
}  # fmt: skip


def _without_ids(notebook):
    for item in notebook["cells"]:
        item.pop("id", None)
        item["metadata"] = {}
    return notebook


def _after(notebook, source):
    """One more cell between the answer and its check."""
    return insert(notebook, source, "check-split_heads")


def _format_3(notebook):
    cells = [dict(c) for c in notebook["cells"]]
    for item in cells:
        item.pop("id")
        if item["cell_type"] == "code":
            text = "".join(item.pop("source"))
            item |= {"input": text, "outputs": [], "language": "python", "collapsed": False}
            item["prompt_number"] = item.pop("execution_count", None)
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}


def _colab(notebook):
    """No ids but Colab's own, a drive that is not here, one string for each cell."""
    insert(notebook, "from google.colab import drive\ndrive.mount('/content/drive')\n%cd /content")
    for item in notebook["cells"]:
        item.pop("id", None)
        item["source"] = "".join(item["source"])
        item["metadata"] = {"id": "a", "executionInfo": {"status": "ok", "user": {"userId": "1"}}}
    return notebook | {"metadata": {"colab": {"provenance": []}, "accelerator": "GPU"}}


def _one_cell(notebook):
    """All answers and checks merged into the first."""
    names = [n for e in ("project_qkv", "split_heads") for n in (e, f"check-{e}")]
    merged = [cell(notebook, name) for name in names]
    merged[0]["source"] = "\n\n".join("".join(c["source"]) for c in merged)
    notebook["cells"] = [c for c in notebook["cells"] if c not in merged[1:]]
    return notebook


def _helper_of_another_answer(notebook):
    first = cell(notebook, "project_qkv")
    first["source"] = f"{CUT}\n{''.join(first['source'])}"
    return notebook


def _moved_to_the_end(notebook):
    found = [cell(notebook, name) for name in ("split_heads", "check-split_heads")]
    notebook["cells"] = [c for c in notebook["cells"] if c not in found] + found
    return notebook


def _only_the_answer(_):
    start = [c for c in solved()["cells"] if c["cell_type"] == "code"][:2]
    return solved() | {"cells": [*start, code(RIGHT, "split_heads"), code("check(split_heads)")]}


NOTEBOOKS = {
    "in the next cell": lambda: _after(answered(WRONG), RIGHT),
    "mended in the next cell": lambda: _after(
        answered(WRONG), f"old = split_heads\n{CUT}\nsplit_heads = cut"
    ),
    "untouched, answered below": lambda: _after(stub(), RIGHT),
    "split over two cells": lambda: _after(answered(CUT), "split_heads = cut"),
    "without ids": lambda: _without_ids(answered(RIGHT)),
    "format 3": lambda: _format_3(answered(RIGHT)),
    "colab": lambda: _colab(answered(RIGHT)),
    "one cell": lambda: _one_cell(answered(RIGHT)),
    "helper of another answer": lambda: _helper_of_another_answer(answered(BY_CUT)),
    "at the end": lambda: _moved_to_the_end(answered(RIGHT)),
    "nothing else": lambda: _only_the_answer(None),
}
CASES = {
    **{f"cell: {name}": answered(text) for name, text in IN_THE_CELL.items()},
    **{f"before: {n}": insert(answered(text), more) for n, (more, text) in WITH_A_CELL.items()},
    **{f"file: {name}": make() for name, make in NOTEBOOKS.items()},
}
