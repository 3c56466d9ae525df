"""The class as it stands: who is there, what each handed in, and what it is worth."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ... import exercises
from ..intake.owners import CANVAS, Who, apart
from ..intake.roster import Person, Roster, match
from ..intake.rules import Rules
from ..intake.submission import Submission
from ..intake.text import listed
from ..judge.marks import Result
from .answer_times import answer_times
from .lateness import times_are_of_a_download
from .scoring import Entry, count
from .store import Gradebook

_WHOSE = "Several accounts bear this learner's name, and nothing says which is theirs."


@dataclass(frozen=True)
class Class:
    """A class, from what was handed in (``gather``) to what each has earned (``with_marks``).

    Attributes:
        submissions: One for each learner, those of one person as one.
        roster: The list of the class.
        rules: How marks are counted.
        people: Who they are, by learner, where the list says it.
        missing: People of the list from whom there is nothing.
        twice: Names under which one person handed in more than once.
        unclear: Learner -> the people that it could be.
        unknown: Learners who are not in the list.
        unread: Learners whose files are no notebooks of the course.
        left_out: Folders of results among the submissions.
        download_times: Whether the files' times are those of a download.
        times: Learner -> exercise -> when that answer was handed in: see ``answer_times``.
        asked: Questions for the teacher: ``questions.at_intake``.
        said: The report, where it was made before.
        entries: Everybody, those from whom nothing came included, by name.
    """

    submissions: tuple[Submission, ...] = ()
    roster: Roster = field(default_factory=Roster)
    rules: Rules = field(default_factory=Rules)
    people: Mapping[Who, Person] = field(default_factory=dict)
    missing: tuple[Person, ...] = ()
    twice: tuple[str, ...] = ()
    unclear: Mapping[str, list[str]] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    download_times: bool = False
    times: Mapping[Who, Mapping[str, str]] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    entries: Sequence[Entry] = ()

    @property
    def empty(self) -> tuple[str, ...]:
        """Learners of whom no file could be taken."""
        return tuple(s.learner for s in self.submissions if not s.uploads)

    def lines(self) -> list[str]:
        """The report, a line each, before any mark; nobody is counted twice."""
        if self.said:
            return list(self.said)
        unread = sorted((*self.empty, *self.unread))
        found = [f"{len(self.submissions) - len(unread)} handed in a notebook."]
        groups = [
            ("Nothing at all from", [p.name for p in self.missing]),
            ("No notebook that could be read from", unread),
            ("Not in the list of the class:", self.unknown),
            ("Left out as results of an earlier run:", self.left_out),
        ]
        found += [f"{words} {len(who)}: {listed(who)}." for words, who in groups if who]
        for learner, names in self.unclear.items():
            found.append(
                f"{learner} could be {' or '.join(names)}: rename the folder. If they handed in "
                "together, make a copy for each."
            )
        return found

    def sure_rules(self) -> Rules:
        """The rules without extensions whose name two learners have: whom they mean is unknown."""
        holders: dict[str, set[Who]] = defaultdict(set)
        for s in self.submissions:
            person = self.people.get(s.who)
            for name in (*s.who, *(person.names if person else ())):
                holders[name].add(s.who)
        for person in self.missing:
            for name in person.names:
                holders[name].add(person.who)
        sure = {n: v for n, v in self.rules.extensions.items() if len(holders[n]) < 2}
        return replace(self.rules, extensions=sure)

    def with_marks(self, book: Gradebook) -> Class:
        """The class with everybody's marks, as they are counted now."""
        rules, decisions = self.rules, book.decisions()
        found = book.all(s.who for s in self.submissions)
        times = self.times or {
            s.who: answer_times(s, found[s.who].marks) for s in self.submissions if s.who in found
        }
        wanted = [e for e in exercises.entries() if e.notebook in rules.notebooks]
        order = [e.id for e in wanted]
        marked = [
            *found.values(),
            *(
                Result(p.name, "", "", p.who[1], handed_in=False, platform=self.roster.platform)
                for p in self.missing
            ),
        ]
        people = {p.who: p for p in self.missing} | dict(self.people)
        asked = sum(rules.weights.get(e.id, e.points) for e in wanted if not e.optional)
        entries = []
        for number, m in enumerate(sorted(marked, key=lambda m: m.who), 1):
            marks = sorted(
                (mark for mark in m.marks if mark.exercise in order),
                key=lambda mark: order.index(mark.exercise),
            )
            entries.append(
                count(
                    replace(m, marks=tuple(marks)),
                    rules,
                    decisions.get(m.who),
                    people.get(m.who),
                    not self.download_times,
                    times.get(m.who),
                    possible=float(asked),
                    alias=f"Learner {number:03}" if rules.anonymous else "",
                )
            )
        return replace(self, entries=entries, times=times)


def gather(
    submissions: Sequence[Submission], roster: Roster | None = None, rules: Rules | None = None
) -> Class:
    """Put submissions and the list of the class together."""
    roster, rules = roster or Roster(), rules or Rules()
    found, unclear = match(submissions, roster)
    claims: dict[Person, list[tuple[int, Submission]]] = defaultdict(list)
    for i, (person, how) in found.items():
        claims[person].append((how, submissions[i]))
    single = [s for i, s in enumerate(submissions) if i not in found]
    several = dict(unclear)
    numbers = Counter((s.platform, s.platform_id) for s in submissions if s.platform_id)
    if not roster.people:
        several |= {
            i: [f"platform number {s.platform_id}, which others have too"]
            for i, s in enumerate(submissions)
            if numbers[s.platform, s.platform_id] > 1
        }
    people, twice = {}, []
    for person, claimed in claims.items():
        own = _surely_theirs(person, claimed)
        single += [_set_apart(s, person) for _, s in claimed if s not in own]
        if len(own) > 1:
            twice.append(f"{person.name} ({', '.join(s.learner for s in own)})")
        one = _as_one(person, own or [Submission(person.name, (), notes=(_WHOSE,))], roster)
        single.append(one)
        people[one.who] = person
    here = set(people.values())
    return Class(
        tuple(sorted(single, key=lambda s: s.who)),
        roster,
        rules,
        people,
        missing=tuple(p for p in roster.people if p not in here),
        twice=tuple(twice),
        unclear={submissions[i].learner: names for i, names in several.items()},
        unknown=tuple(
            s.learner
            for i, s in enumerate(submissions)
            if roster.people and i not in found and i not in unclear
        ),
        download_times=_downloaded(submissions, found, bool(roster.people))
        and any(_has_file_time(s) and not (s.who in people and people[s.who].when) for s in single),
    )


def _surely_theirs(person: Person, claims: Sequence[tuple[int, Submission]]) -> list[Submission]:
    """What is surely a person's, of all that the list may mean: two numbers are two people."""
    surest = min(how for how, _ in claims)
    own = [s for how, s in claims if how == surest]
    numbers = Counter(platform for platform, n in {(s.platform, s.platform_id) for s in own} if n)
    if max(numbers.values(), default=0) < 2:
        return own
    for number in filter(None, (person.platform_id, person.id)):
        if by_number := [s for s in own if s.platform_id == number]:
            return by_number
    exactly = [s for s in own if s.learner == person.name]
    return exactly if len({s.platform_id for s in exactly}) == 1 else []


def _set_apart(submission: Submission, person: Person) -> Submission:
    """Work that may be a person's, under a name of its own: no extension of theirs counts for it.

    What was read may have set it apart before.
    """
    name = submission.learner
    name = name if name[0] == "'" else repr(name)
    questions = dict.fromkeys((*submission.asked, apart(name, person.name)))
    return replace(submission, learner=name, asked=tuple(questions))


def _as_one(person: Person, own: Sequence[Submission], roster: Roster) -> Submission:
    """All that is a person's."""
    return replace(
        own[0],
        learner=person.name,
        platform_id=person.platform_id or own[0].platform_id or person.id,
        uploads=tuple(u for s in own for u in s.uploads),
        notes=tuple(dict.fromkeys(n for s in own for n in s.notes)),
        late=all(s.late for s in own),
        beside=tuple({name: data for s in own for name, data in s.beside}.items()),
        platform=roster.platform or own[0].platform,
        asked=tuple(dict.fromkeys(q for s in own for q in s.asked)),
        saved=tuple(sorted({name for s in own for name in s.saved})),
        beside_when=max(filter(None, (s.beside_when for s in own)), default=None),
    )


def _has_file_time(submission: Submission) -> bool:
    return bool(submission.when) and submission.platform != CANVAS


def _downloaded(
    submissions: Sequence[Submission], found: Mapping[int, tuple[Person, int]], with_list: bool
) -> bool:
    """Whether most files have one time; one learner counts once, also one of many folders."""
    times = {
        found[i][0] if i in found else s.platform_id or s.digest: s.when
        for i, s in enumerate(submissions)
        if _has_file_time(s) and (i in found or not with_list)
    }
    return times_are_of_a_download(filter(None, times.values()))


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
