"""The wrong answer is the recogniser: whose code, on the same inputs, behaves like this answer?

Known mistakes run on the trials that the learner's code ran on. One that behaves the same on all of
them, of every seed that was tried, gives the report its name. Where none does, two that were made
at once may: the two changes are made to one right answer. Pairs are many, so most are ruled out
before that: where one of the two does no harm, the answer should be as the other one alone makes
it. Trials in which many mistakes do no harm (one key, one head, no mask) thus rule out most. Where
a setting chooses one of two ways through the code, each way is also explained by itself: the
mistake may be made in one of them.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from torch import Tensor

from . import compare
from .conditions import CIRCUMSTANCES
from .evidence import Evidence, verdict
from .exercise import Exercise, Mistake, Trial
from .guard import State, no_trace
from .observation import Observed, Raised
from .observe import run_trial

Pair = tuple[Evidence, Trial]
Mistakes = tuple[Mistake, ...]  # one, or two at once
Value = tuple[Any, Any]  # one of those that come back in a trial: as it is, and as it should be
Key = tuple[tuple[str, ...], int, str]
# What fails here has true words of its own; two mistakes would add little and take seconds.
SAY_IT_THEMSELVES = ("arguments", CIRCUMSTANCES)
MOST_PAIRS = 120  # run for one report. A count: a slow machine finds what a fast one does
OF_MERGING = ("NameError", "UnboundLocalError")  # joined changes can lose a name: it proves nothing
FEWEST_FILTERS, MOST_FILTERS = 3, 6  # trials that rule out pairs, values of the smallest inputs
FEW_PAIRS = 2  # for each mistake that would have to run: to try them costs no more than a filter


class Bank(Protocol):
    """Where the code of known mistakes comes from.

    Attributes:
        seen: What each mistake, or two at once, gave in a trial, by (their names, the seed, the
            trial's name). It is the same every time, so the next failure of the exercise finds it
            here.
    """

    seen: dict[Key, Observed | None]

    def answer(self, exercise: Exercise, mistake: Mistake) -> Any:
        """The object that the code of a mistake defines; None where it defines none."""

    def merged(self, exercise: Exercise, first: Mistake, second: Mistake) -> Any:
        """A right answer with the changes of both; None where the two cannot meet."""


def explain(
    evidence: Iterable[Evidence], criterion: str, before: Iterable[str], bank: Bank
) -> tuple[Mistake, ...]:
    """The known mistake, or the two, that the answer behaves like. Empty where none is known.

    Args:
        evidence: What was seen of the answer, one for each seed. The first rules out most
            mistakes; the others are asked for only where it leaves one.
        criterion: The first criterion that failed. A mistake must agree on its trials ...
        before: ... and on those of the criteria that were met.
        bank: Runs the code of the mistakes.
    """
    evidence = iter(evidence)
    first = next(evidence)
    # "arguments" is looked at in all trials; that it was met says nothing of their values
    looked_at = [criterion, *(name for name in before if name != "arguments")]

    def asked_of(one: Evidence) -> list[Pair]:
        return list(dict.fromkeys((one, t) for name in looked_at for t in one.of_criterion(name)))

    @cache
    def later() -> list[Pair]:
        return [pair for one in evidence for pair in asked_of(one)]

    asked = _Asked(sorted(asked_of(first), key=_went_well), later)
    runs = _Runs(first.exercise, bank)
    with no_trace():
        gc.disable()  # many modules come and go, and none is part of a cycle: 5 % of the time
        one = runs.one(asked)
        if one or criterion in SAY_IT_THEMSELVES:
            return one
        return _by_branch(runs, asked)


@dataclass(frozen=True)
class _Asked:
    """The trials in which a mistake has to agree: of the first seed, and of those behind it."""

    first: list[Pair]  # those that went wrong stand first
    later: Callable[[], list[Pair]]

    def __iter__(self) -> Iterator[Pair]:
        yield from self.first
        yield from self.later()

    def of_branch(self, name: str) -> _Asked:
        """Those that take this way through the code, or any."""

        def keep(pairs: list[Pair]) -> list[Pair]:
            return [pair for pair in pairs if pair[1].branch in (name, "")]

        return _Asked(keep(self.first), lambda: keep(self.later()))

    def every(self) -> list[Pair]:
        """All trials of these seeds, also those in which it need not agree."""
        seeds = dict.fromkeys(one for one, _ in self)
        return [(e, t) for e in seeds for t in e.trials.values()]


class _Order:
    """In which order a mistake is tried: what costs little and rules out much comes first.

    It changes the time that is needed and nothing else, for a mistake has to agree in all trials.
    At first a trial that went wrong is taken to tell most mistakes apart, another one half of them.
    One that is ``needed`` later, where no single mistake is found, costs half as much.
    """

    def __init__(
        self,
        asked: list[Pair],
        needed: Iterable[Pair] = (),
        seconds: Callable[[Pair], float] = lambda pair: pair[0].observed(pair[1]).seconds,
    ) -> None:
        self.asked, self.needed, self.seconds = asked, frozenset(needed), seconds
        self.tried = dict.fromkeys(asked, 1.0)
        self.told = {pair: 0.5 if _went_well(pair) else 0.9 for pair in asked}

    def next(self, is_known: Callable[[Pair], bool]) -> list[Pair]:
        """The trials in the order that is best so far; as they stand where no time is known.

        What the mistake gives in some of them ``is_known`` from an earlier failure, and is free.
        """
        return sorted(self.asked, key=lambda pair: (not is_known(pair), self._cost(pair)))

    def note(self, pair: Pair, was_alike: bool) -> None:
        """What came of a trial."""
        self.tried[pair] += 1
        self.told[pair] += not was_alike

    def _cost(self, pair: Pair) -> float:
        seconds = self.seconds(pair) * (0.5 if pair in self.needed else 1.0)
        return seconds * self.tried[pair] / self.told[pair]


class _Runs:
    """What each known mistake gives in a trial."""

    def __init__(self, exercise: Exercise, bank: Bank) -> None:
        self.exercise, self.bank = exercise, bank
        self._state = State()  # each run leaves the process as it was
        self._took: dict[Pair, tuple[float, int]] = {}

    def one(self, asked: _Asked, tell_apart: bool = True) -> tuple[Mistake, ...]:
        """The mistake that is alike in all trials asked, and in most of all; or none."""
        order = self.order(asked.first, _filters(asked.first)[:2])
        found = [m for m in self.exercise.mistakes if self.in_all((m,), order)]
        found = [m for m in found if all(self.alike((m,), *pair) for pair in asked.later())]
        if tell_apart and len({m.slug for m in found}) > 1:  # alike so far
            return (self._nearest(found, asked.every()),)
        return tuple(found[:1])

    def order(self, asked: list[Pair], needed: Iterable[Pair] = ()) -> _Order:
        """In which to try mistakes, by what trials took so far: the first of all takes longer."""

        def seconds(pair: Pair) -> float:
            total, runs = self._took.get(pair, (0.0, 0))
            return (pair[0].observed(pair[1]).seconds + total) / (1 + runs)

        return _Order(asked, needed, seconds)

    def _nearest(self, found: list[Mistake], every: list[Pair]) -> Mistake:
        """The first of those that differ in the fewest trials.

        The one that is ahead runs on: once it has come through, the others could do no better.
        """
        every = sorted(every, key=lambda pair: pair[0].observed(pair[1]).seconds)
        ahead = [(0, place, iter(every)) for place in range(len(found))]
        while True:
            differs, place, rest = heappop(ahead)
            pair = next(rest, None)
            if pair is None:
                return found[place]
            heappush(ahead, (differs + (not self.alike((found[place],), *pair)), place, rest))

    def in_all(self, mistakes: Mistakes, order: _Order) -> bool:
        """Whether they give what the answer gave in all trials of an order."""
        for pair in order.next(lambda pair: _key(mistakes, *pair) in self.bank.seen):
            alike_here = self.alike(mistakes, *pair)
            order.note(pair, alike_here)
            if not alike_here:
                return False
        return True

    def alike(self, mistakes: Mistakes, evidence: Evidence, trial: Trial) -> bool:
        """Whether the mistake, or two at once, give what the answer gave."""
        seen = self._of(mistakes, evidence, trial)
        return seen is not None and alike(evidence, trial, evidence.observed(trial), seen)

    def makes(self, mistake: Mistake, pair: Pair, values: list[Value]) -> _Made:
        """Which values of a trial are right in spite of a mistake, and which as in the answer."""
        evidence, trial = pair
        seen = self._of((mistake,), *pair)
        if seen is None or len(values) < 2 or not _told_apart(evidence.truth(trial), seen):
            right = seen is not None and goes_well(evidence, trial, seen)
            as_seen = seen is not None and alike(evidence, trial, evidence.observed(trial), seen)
            return _Made((right,) * len(values), (as_seen,) * len(values))
        leaves = compare.leaves(seen.value, evidence.truth(trial))
        made = [(leaf, *value) for (_, leaf, _), value in zip(leaves, values, strict=True)]

        def close(leaf: Any, other: Any) -> bool:
            return compare.close(leaf, other, trial.tolerance)

        return _Made(
            tuple(close(leaf, truth) for leaf, _, truth in made),
            tuple(_same_types(leaf, seen) and close(leaf, seen) for leaf, seen, _ in made),
        )

    def harmless(self, mistake: Mistake, evidence: Evidence, trial: Trial) -> bool:
        """Whether the trial goes well in spite of the mistake."""
        seen = self._of((mistake,), evidence, trial)
        return seen is not None and goes_well(evidence, trial, seen)

    def _of(self, mistakes: Mistakes, evidence: Evidence, trial: Trial) -> Observed | None:
        seen, key = self.bank.seen, _key(mistakes, evidence, trial)
        if key not in seen:
            of = self.bank.merged if len(mistakes) > 1 else self.bank.answer
            answer = of(self.exercise, *mistakes)
            seen[key] = one = None if answer is None else run_trial(trial, answer, self._state)
            if one:
                total, runs = self._took.get((evidence, trial), (0.0, 0))
                self._took[evidence, trial] = total + one.seconds, runs + 1
        return seen[key]


def _key(mistakes: Mistakes, evidence: Evidence, trial: Trial) -> Key:
    return tuple(mistake.name for mistake in mistakes), evidence.seed, trial.name


def alike(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """Whether two answers behaved the same in a trial."""
    if trial.refuses:
        return _refusal(trial, one) == _refusal(trial, other)
    if one.raised or other.raised:
        return one.raised is not None and _same_error(one.raised, other.raised)
    if one.changed != other.changed or one.devices != other.devices:
        return False
    same = _same_types(one.value, other.value) and compare.close(
        one.value, other.value, trial.tolerance
    )
    return same or (trial.verify is not None and _same_finding(evidence, trial, one, other))


def _by_branch(runs: _Runs, asked: _Asked) -> tuple[Mistake, ...]:
    """The mistakes, two at most; where a branch goes well, or has its own, told to be made there.

    A branch that nothing explains is left out: what is said of another is true by itself.
    """
    branches = dict.fromkeys(trial.branch for _, trial in asked.first if trial.branch)
    of_branch = {name: asked.of_branch(name) for name in branches}
    wrong = [name for name, pairs in of_branch.items() if not all(map(_went_well, pairs))]
    if len(branches) < 2 or not wrong:
        return _two_at_once(runs, asked)
    first = runs.one(of_branch[wrong[0]], False) or _two_at_once(runs, of_branch[wrong[0]])
    if len(first) == 2 and all(runs.alike(first, *pair) for pair in asked):
        return first
    told = [(wrong[0], mistake) for mistake in first]
    told += [(name, mistake) for name in wrong[1:] for mistake in runs.one(of_branch[name], False)]
    return tuple(replace(m, means=f"In {branch}: {m.means}") for branch, m in told[:2])


def _two_at_once(runs: _Runs, asked: _Asked) -> tuple[Mistake, ...]:
    """Two mistakes that together behave like the answer, the more harmful one first."""
    errors = (evidence.observed(trial).raised for evidence, trial in asked.first)
    if any(raised and raised.type in OF_MERGING for raised in errors):
        return ()
    tried, order = 0, runs.order(asked.first)
    for one, other in _likely_pairs(runs, asked.first):
        if runs.bank.merged(runs.exercise, one, other) is None:
            continue
        both = (one, other)
        if runs.in_all(both, order) and all(runs.alike(both, *pair) for pair in asked.later()):
            first, second = sorted(
                both, key=lambda m: sum(runs.harmless(m, *pair) for pair in asked)
            )
            return first, second
        tried += 1
        if tried == MOST_PAIRS:
            break
    return ()


def _likely_pairs(runs: _Runs, asked: list[Pair]) -> Iterator[tuple[Mistake, Mistake]]:
    """Pairs of mistakes, the likeliest first.

    Where one of the two does no harm, the answer should be as the other one alone makes it; where
    both do, it should be wrong. Most pairs are far from that in several trials. One exception is
    allowed: a mistake may do harm only beside the other (without a root, softmax over a single key
    is right; over the queries it is not). But where numbers show every harm, another trial that
    went wrong must speak for the pair; ids, each the largest of many numbers, hide some.

    A mistake that is in no pair any more is not run again. No further trial is asked where to try
    the pairs takes few runs, or where one has ruled out fewer pairs than it took runs.
    """
    known = runs.exercise.mistakes
    counts = {  # two forms of one mistake are no pair
        (one, other): _Count()
        for one, other in combinations(range(len(known)), 2)
        if known[one].means != known[other].means
    }
    filters = _filters(asked)
    all_well, shows = True, any(map(_gives_numbers, filters))
    for number_of_filters, pair in enumerate(filters, start=1):
        left, before = {number for both in counts for number in both}, len(counts)
        values, went_well = _values(pair), _went_well(pair)
        made = {number: runs.makes(known[number], pair, values) for number in left}
        for (one, other), count in counts.items():
            count.note(made[one], made[other], went_well)
        counts = {both: count for both, count in counts.items() if count.against < 2}
        all_well = all_well and went_well
        saves = before - len(counts) >= len(left)
        likely = {both: c for both, c in counts.items() if c.told or not (c.against and shows)}
        few = len(likely) <= FEW_PAIRS * len(left)
        if few or not (saves or all_well or number_of_filters < FEWEST_FILTERS):
            break
    for one, other in sorted(likely, key=lambda both: likely[both].rank()):
        yield known[one], known[other]


def _filters(asked: list[Pair]) -> list[Pair]:
    """The trials that rule out pairs, in their order.

    Those first that make one call, as most do, and take few numbers.
    """
    probes = Counter(trial.probe for _, trial in asked if trial.criterion == "values")
    usual = max(probes, key=lambda probe: probes[probe], default=None)

    def cost(pair: Pair) -> tuple[bool, bool, int]:
        trial = pair[1]
        return trial.criterion != "values", trial.probe != usual, _size(trial.args)

    cheapest = sorted(asked, key=cost)[:MOST_FILTERS]
    first = asked[:1] if all(map(_went_well, cheapest)) else []  # only what went wrong tells much
    return list(dict.fromkeys([*first, *cheapest, *asked[:1]]))


class _Made(NamedTuple):
    """What a mistake makes of the values of a trial: is each right, and is it as in the answer?"""

    right: tuple[bool, ...]
    as_seen: tuple[bool, ...]


@dataclass
class _Count:
    """What speaks against two mistakes at once, and for them: trials, and values inside of them.

    Values only put the pairs into an order. Of two results of one call a mistake may change one
    alone, and the other beside a second mistake, each time: it would be ruled out too soon.
    """

    against: int = 0
    told: int = 0
    values: int = 0

    def note(self, one: _Made, other: _Made, went_well: bool) -> None:
        """Count a trial."""
        fits = [all(b.as_seen) for a, b in ((one, other), (other, one)) if all(a.right)]
        fits = fits or [False] * went_well
        self.against += fits.count(False)
        self.told += 0 if went_well else fits.count(True)
        for a, b in ((one, other), (other, one)):
            for right, as_seen in zip(a.right, b.as_seen, strict=True):
                self.values += right and not as_seen

    def rank(self) -> tuple[int, int, int]:
        """The likeliest have the lowest."""
        return self.against, self.values, -self.told


def _values(pair: Pair) -> list[Value]:
    """What a trial gave beside the truth, value by value; one that says nothing where it cannot."""
    evidence, trial = pair
    if trial.verify or trial.refuses:
        return [(None, None)]
    seen, truth = evidence.observed(trial), evidence.truth(trial)
    if not _told_apart(truth, seen):
        return [(None, None)]
    leaves = compare.leaves(seen.value, truth)
    return [(actual, wanted) for _, actual, wanted in leaves] or [(None, None)]


def _told_apart(truth: Any, seen: Observed) -> bool:
    """Whether each value that came can be compared by itself."""
    odd = seen.raised or seen.changed or seen.devices
    return not odd and compare.same_kind(seen.value, truth)


def _gives_numbers(pair: Pair) -> bool:
    """Floating-point ones, not ids."""
    evidence, trial = pair
    if trial.verify or trial.refuses:
        return False
    truth = evidence.truth(trial)
    leaves = (leaf for _, leaf, _ in compare.leaves(truth, truth))
    return any(
        isinstance(v, float) or (isinstance(v, Tensor) and v.is_floating_point()) for v in leaves
    )


def _size(value: Any) -> int:
    """How many numbers the arguments of a trial hold."""
    if isinstance(value, (list, tuple)):
        return sum(map(_size, value))
    return value.numel() if isinstance(value, Tensor) else 1


def _went_well(pair: Pair) -> bool:
    evidence, trial = pair
    return goes_well(evidence, trial, evidence.observed(trial))


def goes_well(evidence: Evidence, trial: Trial, seen: Observed) -> bool:
    """Whether what was seen of a trial is right."""
    if trial.refuses:
        return _refusal(trial, seen) == "refused"
    if seen.raised or seen.changed:
        return False
    if not trial.verify:
        return compare.close(seen.value, evidence.truth(trial), trial.tolerance)
    try:
        return verdict(trial, seen) is None
    except Exception:  # a value of a form that the property is not made for
        return False


def _refusal(trial: Trial, seen: Observed) -> str:
    """How a bad argument was met: refused, or in which way not."""
    wanted = trial.refuses
    assert wanted is not None
    if seen.raised is None:
        return "accepted"
    if seen.raised.type != wanted.error.__name__:
        return "another error"
    return "without its name or value" if wanted.missing(seen.raised.message) else "refused"


def _same_error(one: Raised, other: Raised | None) -> bool:
    """The same type and message; a learner's own names ('scores') are theirs to choose.

    Not so in an AttributeError: there 'tuple' and 'transpose' are all that tells errors apart.
    """
    if other is None or one.type != other.type:
        return False
    if one.type == "AttributeError":
        return one.message == other.message
    return re.sub(r"'\w+'", "'_'", one.message) == re.sub(r"'\w+'", "'_'", other.message)


def _same_finding(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """The same verdict of ``verify``, with the same name or the same words."""
    try:
        ours, theirs = evidence.finding(trial), verdict(trial, other)
    except Exception:  # a value of a form that the property is not made for
        return False
    if ours is None or theirs is None:
        return ours is theirs
    return (ours.mistake or ours.diagnosis or ours.saw) == (
        theirs.mistake or theirs.diagnosis or theirs.saw
    )


def _same_types(one: Any, other: Any) -> bool:
    """Whether the number types agree, leaf by leaf, where the structures do."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same_types, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same_types(one[k], other[k]) for k in one)
    return getattr(one, "dtype", type(one)) == getattr(other, "dtype", type(other))
