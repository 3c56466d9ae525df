"""An exercise as data: trials, expected results, and known mistakes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from torch import Tensor

from ..noted import Note
from .inputs import Inputs as Inputs  # exercises are written with it

_NUMBERS = re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+|inf\b|nan\b)", re.I)


def call(answer: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The usual probe of a trial: call the learner's object with the arguments."""
    return answer(*args, **kwargs)


@dataclass(frozen=True)
class Refusal:
    """The trial must raise ``error``. Each entry of ``mentions`` must be found in the message.

    An entry is one string, or a tuple of which one is enough. A number is found where a number of
    the message is equal to it: "4" not in "max_len=40", and "-1" in "temperature=-1.0".
    """

    error: type[Exception] = ValueError
    mentions: tuple[str | tuple[str, ...], ...] = ()

    def missing(self, message: str) -> tuple[str, ...]:
        """The first entry that the message does not hold, as choices; () where all are there."""
        numbers = [n.lower() for n in _NUMBERS.findall(message)]
        values = {float(n) for n in numbers}
        for entry in self.mentions:
            choices = (entry,) if isinstance(entry, str) else entry
            if not any(
                c in numbers or float(c) in values if _NUMBERS.fullmatch(c) else c in message
                for c in choices
            ):
                return choices
        return ()


@dataclass(frozen=True)
class Finding:
    """What ``verify`` found wrong.

    Attributes:
        mistake: The name of a known mistake of the exercise, whose words replace these.
        diagnosis: A diagnosis that keeps these words.
        pair: (expected, actual), tensors of one shape, if numbers differ: for the picture, the
            example, and the search for a pattern.
        axes: The letters of the pair's axes.
    """

    saw: str
    means: str = ""
    try_next: str = ""
    mistake: str | None = None
    diagnosis: str | None = None
    pair: tuple[Tensor, Tensor] | None = None
    axes: str = ""


@dataclass(frozen=True)
class Remark:
    """A reviewer's remark on a right answer. It costs no points.

    Attributes:
        text: One or two sentences: where it matters, and what happens there.
        example: The smallest call that shows it, as code.
        mend: The line that mends it.
    """

    text: str
    example: str = ""
    mend: str = ""

    def __str__(self) -> str:
        """The sentences, and below them the two pieces of code."""
        code = [self.example, self.mend and f"To fix it:\n{self.mend}"]
        return "\n\n".join([self.text, *filter(None, code)])


@dataclass(frozen=True, eq=False)  # compared by identity, since it holds tensors
class Trial:
    """One call of the learner's object, with its expected outcome.

    Exactly one of these decides it: ``truth`` (the expected result; the exercise's own where None),
    ``refuses`` (an expected error), ``verify`` (a property of the result).

    Attributes:
        name: What is special about the trial, for the report: "L_q is not L_k".
        args, kwargs: The arguments; the judge makes them again from the seed.
        probe: Runs in the learner's process: ``probe(answer, *args, **kwargs)`` returns plain
            tensors, numbers, strings, or tuples, lists and dicts of these. Holds no truth.
        truth: Runs in the judge: ``truth(*args, **kwargs)`` returns the expected result.
        verify: Runs in the judge: ``verify(value, *args, **kwargs)`` returns None or a Finding.
        count: Runs in the judge: ``count(value, notes, *args, **kwargs)`` computes the value to
            compare or verify from the probe's result and notes (``noted``). The answer could
            tamper with a count made in its own process.
        criterion: The criterion that the trial belongs to: "values", or a property.
        tolerance: (relative, absolute); by dtype where None.
        shown: Names of the arguments in a report; "" leaves one out, "*a, b" names the parts of a
            tuple, "**" shows a dict by its own names. By default from the exercise's ``call``.
        branch: Where a setting selects one of two branches of the code, the branch that this trial
            runs: "post-LN". A mistake in one branch is recognised by that branch's trials.
    """

    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    probe: Callable[..., Any] = call
    truth: Callable[..., Any] | None = None
    refuses: Refusal | None = None
    verify: Callable[..., Finding | None] | None = None
    criterion: str = "values"
    tolerance: tuple[float, float] | None = None
    shown: tuple[str, ...] = ()
    branch: str = ""
    count: Callable[..., Any] | None = None

    def counted(self, value: Any, notes: Sequence[Note]) -> Any:
        """The value to compare or verify: ``count`` of the probe's result and notes, if given."""
        if self.count is None:
            return value
        try:
            return self.count(value, notes, *self.args, **self.kwargs)
        except Exception as error:  # notes or a value that no probe of the course makes
            return f"(it cannot be counted: {type(error).__name__}: {error})"


@dataclass(frozen=True)
class SizeGrid:
    """Inputs of many sizes, made on demand: the smallest that fails becomes the example.

    Attributes:
        sizes: Letter -> the sizes to try.
        make: ``make(inputs, **sizes)`` returns a trial, of whole numbers if possible, or None where
            the sizes do not fit together.
        in_turn: Further sizes that only the condition of two sizes varies, not the search for the
            smallest input (``conditions``).
    """

    sizes: Mapping[str, tuple[int, ...]]
    make: Callable[..., Trial | None]
    in_turn: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def whole_numbers(sizes: Mapping[str, tuple[int, ...]], *shapes: str) -> SizeGrid:
    """A grid whose arguments are tensors of small whole numbers, with axes such as "h L_q d_k"."""

    def make(inputs: Inputs, **sizes: int) -> Trial:
        axes = ([sizes[letter] for letter in shape.split()] for shape in shapes)
        return Trial("", tuple(inputs.integers_as_float(*one) for one in axes))

    return SizeGrid(sizes, make)


def refused(
    name: str,
    *args: Any,
    mentions: tuple[str | tuple[str, ...], ...] = (),
    error: type[Exception] = ValueError,
    probe: Callable[..., Any] = call,
    shown: tuple[str, ...] = (),
    **kwargs: Any,
) -> Trial:
    """A trial that must raise ``error`` with a message that holds the mentions."""
    refusal = Refusal(error, mentions)
    return Trial(name, args, kwargs, probe, refuses=refusal, criterion="refuses", shown=shown)


@dataclass(frozen=True)
class RepairedBy:
    """A pattern of edits: a mistake is recognised if such an edit repairs the learner's code.

    Attributes:
        kind: The kind of the edit, as in ``naming/repair/kinds.toml``.
        of, old, new: Regular expressions for the innermost call or indexed attribute around the
            replaced code ("softmax", "shape"), for all of the replaced code, for its replacement.
        line: A regular expression that must be found in the learner's line.
    """

    kind: str
    of: str = ""
    old: str = ""
    new: str = ""
    line: str = ""


@dataclass(frozen=True)
class Mistake:
    """A known mistake: an answer that makes it, and the words for a learner who makes it.

    Where an answer fails, ``code`` runs on the same inputs; the same behaviour identifies it.

    Attributes:
        slug: The diagnosis, e.g. "softmax-over-queries".
        means: Two sentences: what the learner's code does instead.
        try_next: One sentence: where to look.
        hint: A near-fix, given by ``hint`` after this diagnosis.
        raises: A regular expression: every error ("TypeName: message") that it matches has this
            cause. For errors of more forms than a list of programs could hold.
        fails: A criterion: every answer that fails it, and that no program explains, has this
            cause. For criteria that test only one thing.
        source: Where somebody really made it: the address of an issue or of a discussion.
        name: The form of the mistake: "split_heads: heads-not-moved (2)".
        code: An answer with the mistake.
        right, change: The right answer that was edited to make it, and the edit; may be empty.
        repair: The pattern of edits of a learner's code that identifies it.
    """

    slug: str
    means: str
    try_next: str
    name: str
    hint: str = ""
    raises: str = ""
    fails: str = ""
    source: str = ""
    code: str = ""
    right: str = ""
    change: Mapping[str, str] = field(default_factory=dict, hash=False)
    repair: RepairedBy | None = None


@dataclass(frozen=True)
class Exercise:
    """Everything that the course knows of one exercise.

    Attributes:
        trials: ``trials(inputs)`` lists the trials, smallest first: the first that fails becomes
            the example in the report.
        call: The call as shown in the report, e.g. "split_heads(x, num_heads)".
        truth: The independent reference for trials without one of their own.
        output_names: Names of the elements where the answer is a tuple: ("output", "weights").
        axes: The letters of each output's axes: ("B h L_q d_v", "B h L_q L_k"), for the report.
        criteria: Names of further criteria -> the words for the report.
        remarks: Criterion of trials, or condition of the engine, that fails no answer -> the remark
            on an answer that does not meet it.
        smallest: Inputs to search for the smallest one that fails.
        unless: Condition of the engine (``conditions``) that does not apply -> the reason.
        version: Raised when an answer that passed before may fail now.
        id: The Python name that the learner defines. The fields from here on are filled in from the
            registry. Only exercises of ``part`` 1 count for a total.
        bonus: Whether its points are extra, not part of a total.
        hints: From vague to near-explicit. Hints and mistakes are in ``mistakes.toml``, which is
            read at their first use.
        earlier: The names of all exercises up to this one, which its code may use.
    """

    trials: Callable[[Inputs], list[Trial]]
    call: str
    truth: Callable[..., Any] | None = None
    output_names: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()
    criteria: Mapping[str, str] = field(default_factory=dict)
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    smallest: SizeGrid | None = None
    unless: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    id: str = ""
    title: str = ""
    notebook: str = ""
    points: int = 1
    bonus: bool = False
    part: int = 1
    hints: Sequence[str] = ()
    mistakes: Sequence[Mistake] = ()
    earlier: tuple[str, ...] = ()

    @property
    def optional(self) -> bool:
        """Whether the course is complete without it: a bonus, or of Part II or III."""
        return self.bonus or self.part > 1

    @property
    def required_points(self) -> int:
        """The points that count for a total: 0 where it is optional."""
        return 0 if self.optional else self.points

    def mistake(self, slug: str | None) -> Mistake | None:
        """The known mistake of that name."""
        return next((m for m in self.mistakes if m.slug == slug), None)


@dataclass(frozen=True)
class Question:
    """A prediction that the learner commits to before running a cell.

    Attributes:
        id: The name used in ``predict(id, answer)``.
        text: The question.
        choices: Each choice -> why it is right or wrong. For a number or a shape: the known
            wrong values -> why; any other value gets ``otherwise``.
        answer: The right choice.
    """

    id: str
    text: str
    choices: Mapping[Any, str]
    answer: Any
    otherwise: str = ""
    notebook: str = ""


def argument_names(exercise: Exercise, trial: Trial) -> tuple[str, ...]:
    """The names of a plain call's arguments, from the exercise's ``call``; empty for another."""
    inside = re.fullmatch(r"\w+\(([\w, ]*)\)", exercise.call)
    return tuple(inside[1].split(", ")) if inside and trial.probe is call else ()


def shown_names(exercise: Exercise, trial: Trial) -> tuple[str, ...]:
    """The names of the trial's arguments in a report: ``shown``, else those of ``call``."""
    if names := trial.shown or argument_names(exercise, trial):
        return names
    _, *parameters = inspect.signature(trial.probe).parameters.values()
    plain = takewhile(lambda one: one.kind is one.POSITIONAL_OR_KEYWORD, parameters)
    names = tuple(one.name for one in plain)
    return names + tuple(f"argument {i + 1}" for i in range(len(names), len(trial.args)))
