"""The class as it stands: who is there, what each handed in, and what it is worth."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .. import exercises
from ..engine.verdict.report import Outcome
from . import rebuild
from .gradebook import Gradebook, Who
from .marks import Marked
from .roster import Person, Roster, match
from .rules import Rules
from .scoring import Score, score
from .submission import Submission


@dataclass(frozen=True)
class Intake:
    """What was handed in, beside the list of the class. A report of it comes before any mark.

    Attributes:
        submissions: One for each learner, those of one person as one.
        looks: For each of these what ``rebuild.look`` says.
        people: Who they are, by learner, where the list says it.
        missing: People of the list from whom there is nothing.
        report: Who is there, missing or in the list twice, a line each; nobody is counted twice.
        complete: Whether each is known, and handed in something that can be read.
        questions: Questions for the teacher: ``questions.at_intake``.
    """

    submissions: tuple[Submission, ...]
    looks: tuple[rebuild.Look, ...] = ()
    people: Mapping[Who, Person] = field(default_factory=dict)
    missing: tuple[Person, ...] = ()
    report: tuple[str, ...] = ()
    complete: bool = True
    questions: tuple[str, ...] = ()


def intake(submissions: Sequence[Submission], roster: Roster | None) -> Intake:
    """Put submissions and the list of the class together."""
    found, unclear = match(submissions, roster) if roster else ({}, {})
    of_person: dict[int, list[Submission]] = defaultdict(list)
    single: list[Submission] = []
    unknown: list[str] = []
    for i, submission in enumerate(submissions):
        if i in found:
            of_person[found[i]].append(submission)
        else:
            single.append(submission)
            unknown += [submission.learner] if roster and i not in unclear else []
    listed = roster.people if roster else ()
    twice = []
    people: dict[Who, Person] = {}
    for place, own in of_person.items():
        person = listed[place]
        if len(own) > 1:
            twice.append(f"{person.name} ({', '.join(s.learner for s in own)})")
        whole = _as_one(person, own)
        single.append(whole)
        people[whole.learner, whole.platform_id] = person
    single.sort(key=lambda s: (s.learner, s.platform_id))
    missing = tuple(p for place, p in enumerate(listed) if place not in of_person)
    looks = tuple(rebuild.look(s) for s in single)
    unread = [s.learner for s, look in zip(single, looks, strict=True) if not look.numbers]
    groups = [
        ("Nothing at all from", [p.name for p in missing]),
        ("No notebook that could be read from", unread),
        ("Read as one, handed in under two names:", twice),
        ("Not in the list of the class:", unknown),
    ]
    return Intake(
        tuple(single),
        looks,
        people,
        missing,
        report=(
            f"{len(single) - len(unread)} handed in a notebook.",
            *(f"{words} {len(who)}: {', '.join(who)}." for words, who in groups if who),
            *(
                f"{submissions[i].learner} could be {' or '.join(names)}: rename the folder."
                for i, names in unclear.items()
            ),
        ),
        complete=not (unclear or unread),
    )


def _as_one(person: Person, own: Sequence[Submission]) -> Submission:
    """All that one person handed in, under one name or several."""
    return replace(
        own[0],
        learner=person.name,
        platform_id=person.platform_id or own[0].platform_id or person.id,
        uploads=tuple(u for s in own for u in s.uploads),
        notes=tuple(dict.fromkeys(n for s in own for n in s.notes)),
        late=all(s.late for s in own),
        unread=tuple(name for s in own for name in s.unread),
    )


@dataclass(frozen=True)
class Entry:
    """One learner of the class: who it is, what was marked, and what it is worth."""

    marked: Marked
    score: Score
    person: Person | None = None

    @property
    def who(self) -> Who:
        return self.marked.learner, self.marked.platform_id

    @property
    def name(self) -> str:
        """What pages call the learner."""
        return self.marked.learner

    @property
    def status(self) -> str:
        """ "marked", "nothing handed in", "could not be read", or "not marked yet"."""
        if self.marked.trouble:
            return "not marked yet"
        if not self.marked.handed_in:
            return "no notebook" if self.marked.notes else "nothing handed in"
        if self.marked.notes and all(
            m.outcome == Outcome.NOT_ATTEMPTED and not m.code for m in self.marked.marks
        ):
            return "could not be read"
        return "marked"

    @property
    def needs_a_look(self) -> str:
        """Why a person should look, or ""."""
        if self.marked.trouble:
            return self.marked.trouble
        if self.status in ("could not be read", "no notebook"):
            return " ".join(self.marked.notes)
        return ""


@dataclass(frozen=True)
class Class:
    """All that the pages and tables of a class are made of, beside its marks."""

    rules: Rules
    roster: Roster | None
    intake: Intake

    def entries(self, book: Gradebook) -> list[Entry]:
        """Everybody, those from whom nothing came included, by name."""
        taken, rules = self.intake, self.rules
        marked = book.all((s.learner, s.platform_id) for s in taken.submissions)
        wanted = [e for e in exercises.entries() if e.notebook in rules.notebooks]
        order = {e.id: place for place, e in enumerate(wanted)}
        decisions = book.decisions()
        everybody: list[tuple[Marked, Person | None]] = [
            (_counted(found, order), taken.people.get(who)) for who, found in marked.items()
        ]
        for p in taken.missing:
            everybody.append((Marked(p.name, "", p.platform_id or p.id, handed_in=False), p))
        everybody.sort(key=lambda pair: (pair[0].learner, pair[0].platform_id))
        possible = sum(rules.weights.get(e.id, e.points) for e in wanted if not e.optional)
        found = []
        for m, person in everybody:
            by_hand = decisions.get((m.learner, m.platform_id), {})
            counted = score(m, rules, by_hand, person)
            found.append(Entry(m, replace(counted, possible=round(float(possible), 2)), person))
        return found


def _counted(marked: Marked, order: Mapping[str, int]) -> Marked:
    """The marks of the notebooks that count now, in the order of the course."""
    marks = [m for m in marked.marks if m.exercise in order]
    return replace(marked, marks=tuple(sorted(marks, key=lambda m: order[m.exercise])))


def counted_notebooks(asked_for: Iterable[str], held: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The notebooks that count, in the order of the course, with their side trips.

    A bonus counts whoever hands it in, also in a notebook of the form before there were side trips.

    Args:
        asked_for: The notebooks that the rules name; where there is none, those that most handed in
            count.
        held: For each learner the notebooks of the course that are there.
    """
    roads = {notebook.number: notebook.road for notebook in exercises.NOTEBOOKS}
    count = Counter(road for numbers in held for road in {roads[n] for n in numbers})
    most = max(count.values(), default=0)
    chosen = set(asked_for) or {n for n, times in count.items() if 2 * times >= most}
    return tuple(
        n.number
        for n in exercises.NOTEBOOKS
        if n.number in chosen or (n.road in chosen and n.entries)
    )
