"""An exercise is data: what to try on an answer, what is true, and which mistakes are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from .draw import Draw


def call(answer: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The usual way to run a trial: call the learner's object with the arguments."""
    return answer(*args, **kwargs)


@dataclass(frozen=True)
class Refusal:
    """The trial must raise ``error``. Each entry of ``mentions`` must be found in the message.

    An entry is one string, or a tuple of which one is enough.
    """

    error: type[Exception] = ValueError
    mentions: tuple[str | tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Finding:
    """What a test found wrong.

    Attributes:
        mistake: Names an entry of the exercise's known mistakes, whose words then take the place
            of these.
        diagnosis: A name of its own, where the words above are meant to stay.
        pair: (expected, actual), tensors of one shape, where numbers differ: for the picture, the
            example, and the clue that they give where no known mistake fits.
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
class Trial:
    """One thing to try on the learner's object.

    Exactly one of these decides it: ``truth`` (what the same arguments should give; the exercise's
    own where None), ``refuses`` (an error is wanted), ``test`` (a property of the value).

    Attributes:
        name: Words that say what is special about it, for the report: "L_q is not L_k".
        args, kwargs: What the object is called with; regenerated from the seed by the judge.
        run: The probe half: ``run(answer, *args, **kwargs)`` returns plain tensors, numbers,
            strings, or tuples, lists and dicts of these.
        truth: The judge half: ``truth(*args, **kwargs)`` returns the same structure.
        test: The judge half of a property: ``test(value, *args, **kwargs)`` returns None or
            a Finding.
        criterion: The criterion that this trial serves ("values" unless it is a property).
        tolerance: (relative, absolute); by dtype where None.
        shown: What to call the arguments in a report; "" leaves one out. From the exercise's
            ``call`` where empty.
    """

    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    run: Callable[..., Any] = call
    truth: Callable[..., Any] | None = None
    refuses: Refusal | None = None
    test: Callable[..., Finding | None] | None = None
    criterion: str = "values"
    tolerance: tuple[float, float] | None = None
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """Inputs of every size, made on demand: the smallest that fails becomes the example.

    Attributes:
        sizes: Letter -> the sizes to try.
        make: ``make(draw, **sizes)`` gives a trial of whole numbers where it can, or None where
            the sizes do not go together.
    """

    sizes: Mapping[str, tuple[int, ...]]
    make: Callable[..., Trial | None]


def refuses(
    name: str,
    *args: Any,
    mentions: tuple[str | tuple[str, ...], ...] = (),
    error: type[Exception] = ValueError,
    run: Callable[..., Any] = call,
    **kwargs: Any,
) -> Trial:
    """A trial that must raise ``error`` with a message that holds the mentions."""
    refusal = Refusal(error, mentions)
    return Trial(name, args, kwargs, run=run, refuses=refusal, criterion="refuses")


@dataclass(frozen=True)
class Mistake:
    """A known misconception and how to recognise it.

    Attributes:
        slug: The diagnosis, e.g. "softmax-over-queries".
        means: Two sentences: what the learner's code does instead.
        look: One sentence: what to look at.
        simulate: ``simulate(*args, **kwargs)`` gives what the misconception yields on a trial.
            It is compared on every trial of the criterion ``on``; where it raises, the trial is
            passed over. It must agree on all, and at least one of them must be wrong.
        fault: Instead of ``simulate``: the fault to put into the exercise's ``faulty``. Two of
            these are also tried together.
        raises: A regular expression searched in "TypeName: message" of the first error.
        when: ``when(evidence)`` decides from the whole observation (see judge.Evidence).
        hint: A near-fix, given by ``hint`` after this diagnosis.
    """

    slug: str
    means: str
    look: str
    simulate: Callable[..., Any] | None = None
    fault: str = ""
    raises: str | None = None
    when: Callable[[Any], bool] | None = None
    on: str = "values"
    hint: str = ""


@dataclass(frozen=True)
class Exercise:
    """Everything that the course knows of one exercise.

    Attributes:
        id: The Python name that the learner defines.
        trials: ``trials(draw)`` lists the trials, smallest first: the first that fails becomes
            the example in the report.
        truth: The independent reference for trials that bring none of their own.
        parts: Names of the elements where the answer is a tuple: ("output", "weights").
        axes: The letters of each part's axes: ("B h L_q d_v", "B h L_q L_k"), for the report.
        criteria: Names of further criteria -> the words for the report.
        hints: From vague to near-explicit.
        call: The call as shown in the report, e.g. "split_heads(x, num_heads)".
        smallest: Inputs to search for the smallest one that fails.
        faulty: ``faulty(faults, *args, **kwargs)``: the truth with faults put in, by name.
        bonus: The course is complete without it, and its points are extra: no total asks for them.
    """

    id: str
    title: str
    call: str
    trials: Callable[[Draw], list[Trial]]
    hints: tuple[str, ...]
    truth: Callable[..., Any] | None = None
    mistakes: tuple[Mistake, ...] = ()
    parts: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()
    criteria: Mapping[str, str] = field(default_factory=dict)
    smallest: Family | None = None
    faulty: Callable[..., Any] | None = None
    points: int = 1
    version: int = 1
    notebook: str = ""
    bonus: bool = False

    @property
    def asked(self) -> int:
        """The points that a total asks for: none for a bonus."""
        return 0 if self.bonus else self.points


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
