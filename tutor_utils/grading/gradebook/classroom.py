"""The class as it stands: who is there, what each handed in, and what it is worth."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ... import exercises
from ..intake.owners import CANVAS, Who, apart
from ..intake.roster import Person, Roster, match
from ..intake.rules import BLANK, Rules
from ..intake.submission import Submission
from ..intake.text import listed
from ..judge.marks import Marked
from .scoring import Decision, Score, score, times_are_of_a_download
from .store import Gradebook

_WHOSE = "Several accounts bear this learner's name, and nothing says which is theirs."


@dataclass(frozen=True)
class Intake:
    """What was handed in, beside the list of the class. A report of it comes before any mark.

    Attributes:
        submissions: One for each learner, those of one person as one.
        people: Who they are, by learner, where the list says it.
        missing: People of the list from whom there is nothing.
        twice: Names under which one person handed in more than once.
        unclear: Learner -> the people that it could be.
        unknown: Learners who are not in the list.
        empty: Learners of whom no file could be taken.
        unread: Learners whose files are no notebooks of the course.
        download_times: Whether the files' times are those of a download.
        platform: Whose list of the class it is.
        asked: Questions for the teacher: ``questions.at_intake``.
        said: The report, where it was made before.
    """

    submissions: tuple[Submission, ...]
    people: Mapping[Who, Person] = field(default_factory=dict)
    missing: tuple[Person, ...] = ()
    twice: tuple[str, ...] = ()
    unclear: Mapping[str, list[str]] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    download_times: bool = False
    platform: str = ""
    asked: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The report, a line each; nobody is counted twice."""
        if self.said:
            return list(self.said)
        unread = sorted((*self.empty, *self.unread))
        there = len(self.submissions) - len(unread)
        found = [f"{there} handed in a notebook."]
        groups = [
            ("Nothing at all from", [p.name for p in self.missing]),
            ("No notebook that could be read from", unread),
            ("Not in the list of the class:", self.unknown),
        ]
        found += [f"{words} {len(who)}: {listed(who)}." for words, who in groups if who]
        for learner, names in self.unclear.items():
            found.append(
                f"{learner} could be {' or '.join(names)}: rename the folder. If they handed in "
                "together, make a copy for each."
            )
        return found


def intake(submissions: Sequence[Submission], roster: Roster | None) -> Intake:
    """Put submissions and the list of the class together."""
    times = {
        id(s): s.when.isoformat() for s in submissions if s.when and s.platform != CANVAS
    }  # where nothing better is known
    with_list, roster = bool(roster), roster or Roster()
    found, unclear = match(submissions, roster)
    counted = {  # one learner counts once, also one who made many folders
        id(found[i][0]) if i in found else s.platform_id or s.digest: times[id(s)]
        for i, s in enumerate(submissions)
        if id(s) in times and (i in found or not with_list)
    }
    downloaded = times_are_of_a_download(list(counted.values()))
    numbers = Counter((s.platform, s.platform_id) for s in submissions if s.platform_id)
    doubled = {
        s.learner: [f"platform number {s.platform_id}, which others have too"]
        for s in submissions
        if numbers[s.platform, s.platform_id] > 1 and not with_list
    }
    claims: dict[int, list[tuple[int, Submission]]] = defaultdict(list)
    single: list[Submission] = []
    people: dict[Who, Person] = {}
    for i, submission in enumerate(submissions):
        if i in found:
            person, how = found[i]
            claims[roster.people.index(person)].append((how, submission))
        else:
            single.append(submission)
    twice = []
    for place, of_person in claims.items():
        person = roster.people[place]
        own = _sure(person, of_person) or [Submission(person.name, (), notes=(_WHOSE,))]
        for _, s in of_person:
            if s not in own:
                # no extension of the person's is theirs; `read` may have set it apart before
                name = s.learner if s.learner[0] == "'" else repr(s.learner)
                questions = dict.fromkeys((*s.asked, apart(name, person.name)))
                single.append(replace(s, learner=name, asked=tuple(questions)))
        if person.when:
            for s in own:
                times.pop(id(s), None)
        if len(own) > 1:
            twice.append(f"{person.name} ({', '.join(s.learner for s in own)})")
        whole = replace(
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
        single.append(whole)
        people[whole.who] = person
    single.sort(key=lambda s: s.who)
    here = {id(person) for person in people.values()}
    return Intake(
        tuple(single),
        people,
        missing=tuple(p for p in roster.people if id(p) not in here),
        twice=tuple(twice),
        unclear=doubled | {submissions[i].learner: names for i, names in unclear.items()},
        unknown=tuple(
            s.learner
            for i, s in enumerate(submissions)
            if with_list and i not in found and i not in unclear
        ),
        empty=tuple(s.learner for s in single if not s.uploads),
        download_times=bool(times) and downloaded,
        platform=roster.platform,
    )


def sure_extensions(taken: Intake, rules: Rules) -> Rules:
    """The rules without extensions whose name two learners have: nobody knows whom they mean."""
    holders: dict[str, set[Who]] = defaultdict(set)
    for s in taken.submissions:
        person = taken.people.get(s.who)
        for name in (*s.who, *(person.names if person else ())):
            holders[name].add(s.who)
    for person in taken.missing:
        for name in person.names:
            holders[name].add((person.name, person.platform_id or person.id))
    sure = {name: v for name, v in rules.extensions.items() if len(holders[name]) < 2}
    return replace(rules, extensions=sure)


def _sure(person: Person, claims: Sequence[tuple[int, Submission]]) -> list[Submission]:
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


@dataclass(frozen=True)
class LearnerEntry:
    """One learner of the class: who it is, what was marked, and what it is worth."""

    marked: Marked
    score: Score
    person: Person | None = None
    alias: str = ""
    absent: str = Rules.absent

    @property
    def who(self) -> Who:
        return self.marked.who

    @property
    def name(self) -> str:
        """What pages call the learner."""
        return self.alias or (self.person.name if self.person else self.marked.learner)

    @property
    def status(self) -> str:
        """ "marked", "nothing handed in", "could not be read", or "not marked yet"."""
        if self.marked.trouble:
            return "not marked yet"
        if not self.marked.handed_in:
            return "no notebook" if self.marked.notes else "nothing handed in"
        if not self.marked.readable:
            return "could not be read"
        return "marked"

    @property
    def unread(self) -> bool:
        """Whether something was handed in of which nobody could read anything."""
        return self.status in ("could not be read", "no notebook")

    @property
    def grade(self) -> float | None:
        """The total as platforms get it; None where nobody can tell yet what it is."""
        absent = self.status == "nothing handed in" and self.absent == BLANK
        unknown = self.marked.trouble or self.unread or absent
        return None if unknown and not self.score.by_hand else self.score.total

    @property
    def needs_a_look(self) -> str:
        """Why a person should look, or ""."""
        if self.marked.trouble:
            return self.marked.trouble
        if self.unread:
            return " ".join(self.marked.notes)
        return ""


@dataclass(frozen=True)
class Class:
    """All that the pages and tables of a class are made of."""

    entries: Sequence[LearnerEntry]
    rules: Rules
    roster: Roster | None
    intake: Intake


def entries(
    taken: Intake, book: Gradebook, rules: Rules, notebooks: Sequence[str]
) -> list[LearnerEntry]:
    """Everybody, those from whom nothing came included, by name."""
    marked = book.all(s.who for s in taken.submissions)
    wanted = [e for e in exercises.entries() if e.notebook in notebooks]
    order = {e.id: place for place, e in enumerate(exercises.entries()) if e in wanted}
    decisions = book.decisions()
    everybody: list[tuple[Marked, Person | None]] = [
        (_current(found, order), taken.people.get(who)) for who, found in marked.items()
    ]
    for p in taken.missing:
        number = p.platform_id or p.id
        nothing = Marked(p.name, "", "", number, handed_in=False, platform=taken.platform)
        everybody.append((nothing, p))
    everybody.sort(key=lambda pair: pair[0].who)
    asked = sum(rules.weights.get(e.id, e.points) for e in wanted if not e.optional)
    return [
        _entry(m, p, i, decisions, rules, asked, not taken.download_times)
        for i, (m, p) in enumerate(everybody, 1)
    ]


def _current(marked: Marked, order: Mapping[str, int]) -> Marked:
    """The marks of the notebooks that count now, in the order of the course."""
    marks = [m for m in marked.marks if m.exercise in order]
    return replace(marked, marks=tuple(sorted(marks, key=lambda m: order[m.exercise])))


def _entry(
    marked: Marked,
    person: Person | None,
    number: int,
    decisions: Mapping[Who, Mapping[str, Decision]],
    rules: Rules,
    asked: float,
    file_times_count: bool,
) -> LearnerEntry:
    by_hand = decisions.get(marked.who, {})
    counted = score(marked, rules, by_hand, person, file_times_count)
    alias = f"Learner {number:03}" if rules.anonymous else ""
    counted = replace(counted, possible=round(float(asked), 2))
    return LearnerEntry(marked, counted, person, alias, rules.absent)


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
