"""``take_home``: write the learner's trained model as one HTML page."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from .. import exercises
from ..course import learner_package, store, syntax
from . import notebook

if TYPE_CHECKING:
    from torch import Tensor, nn

    from ..viz import Explorer

PAD, BOS, EOS = 0, 1, 2  # of the copy task
# Part of the picture -> the exercise whose code it shows.
EXERCISE_OF = {
    "embedding": "TokenEmbedding",
    "positions": "sinusoidal_encoding",
    "attention": "masked_attend",
    "mask": "target_mask",
    "multi_head": "MultiHeadAttention",
    "feed_forward": "FeedForward",
    "encoder": "EncoderLayer",
    "decoder": "DecoderLayer",
    "output": "Transformer",
}


def take_home(
    model: nn.Module,
    src: Tensor,
    tgt: Tensor | None = None,
    *,
    losses: Sequence[float] | Mapping[int, float] | None = None,
) -> Path:
    """Write your trained model as a page that needs no kernel and no connection.

    It shows the model with your own code in it, its losses, and its answers. It is written into
    your folder and replaces an earlier page.

    Args:
        model: your trained Transformer.
        src: sentences to show, (B, L_s) ids.
        tgt: the right answers, (B, L_t) ids, with or without bos; without them the page does not
            say which answers are right.
        losses: the loss of each step, from ``train_model`` or a run.

    Returns:
        The page's path.

    Raises:
        ValueError: the page cannot compute what this model computes; the text says why.
    """
    from .. import viz

    lines = {part: _lines(exercise) for part, exercise in EXERCISE_OF.items()}
    # No links to the notebooks: the page may be moved or sent.
    explorer = viz.explore(model, src, lines=lines)
    parts = [_curve(losses), _answers(explorer, src, tgt)]
    path = explorer.save(
        store.model_page(), title="The Transformer that you built", below="".join(parts)
    )
    _show(path)
    return path


def _lines(exercise: str) -> str:
    """The learner's code of an exercise, else the course's, without imports and docstrings."""
    own = learner_package.load_answer(exercise).is_learners
    text = (
        store.answer_file(exercise).read_text("utf-8")
        if own
        else learner_package.course_text(exercise)[0]
    )
    whose = "yours" if own else "the course's: yours is not there yet"
    where = f"notebook {exercises.entry(exercise).notebook}, {exercise}"
    return f"# {whose} ({where})\n{code_alone(exercise, text)}"


def code_alone(exercise: str, text: str) -> str:
    """The statement that defines the exercise, without its docstrings."""
    found = syntax.statement(exercise, [text])
    if found is None:
        return text
    code = found[0]
    remaining = code.splitlines()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            first, last = node.body[0].lineno, node.body[0].end_lineno or 0
            if len(node.body) > 1:
                remaining[first - 1 : last] = [""] * (last - first + 1)
    return "\n".join(line for line in remaining if line.strip())


def _curve(losses: Sequence[float] | Mapping[int, float] | None) -> str:
    if not losses:
        return ""
    from .. import viz

    pairs = losses.items() if isinstance(losses, Mapping) else enumerate(losses, start=1)
    steps, values = (list(each) for each in zip(*pairs, strict=True))
    drawn = viz.curves({"loss": (steps, values)}, x_label="step", y_label="loss", logy=True)
    words = f"The loss of {len(values)} steps: {values[0]:.2f} at first, {values[-1]:.2g} at last."
    return _section(
        "How it learned", f"{viz.picture(drawn.figure, words).html(dark=False)}<p>{words}</p>"
    )


def _answers(explorer: Explorer, src: Tensor, tgt: Tensor | None) -> str:
    """A table of source, answer and, if known, whether the answer is right."""
    from ..viz.explorer import without_pads

    def symbols(row: list[int]) -> list[int]:
        """The row's symbols up to eos."""
        row = row[: row.index(EOS)] if EOS in row else row
        return [i for i in row if i not in (PAD, BOS)]

    wanted = [None] * len(src) if tgt is None else map(symbols, tgt.tolist())
    rows, right = [], 0
    for padded, expected in zip(src.tolist(), wanted, strict=True):
        row = without_pads(padded, PAD)
        if len(row) > explorer.weights.longest:
            continue  # longer than the page can compute
        answer = symbols(explorer.weights.answer(row, BOS, EOS))
        right += answer == expected
        mark = "" if expected is None else "right" if answer == expected else "not right"
        words = (*(" ".join(map(str, each)) for each in (symbols(row), answer)), mark)
        rows.append("<tr>" + "".join(f"<td>{word}</td>" for word in words) + "</tr>")
    head = "".join(f'<th scope="col">{w}</th>' for w in ("it reads", "it says", "its answer is"))
    count = "" if tgt is None else f"<p>{right} of {len(rows)} answers are right.</p>"
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return _section("What it answers", count + body)


def _section(title: str, body: str) -> str:
    return f"<section><h3>{title}</h3>{body}</section>"


def _show(path: Path) -> None:
    """A link to the page, in a notebook; a line elsewhere."""
    words = "It needs no kernel: open it in any browser, and keep it."
    if not notebook.draws():
        print(f"Your page: {path}. {words}")
        return
    from IPython.display import HTML, display

    link = f"{store.NAME}/{path.name}"  # as seen from the notebooks
    display(HTML(f'<p><a href="{escape(link)}" target="_blank">Your page: {link}</a>. {words}</p>'))
