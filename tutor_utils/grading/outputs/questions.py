"""What a teacher is asked before any grade leaves: one list for intake, terminal and overview.

A question says what was seen, and ends with what settles it: a line of marking.toml, an option of
the command, a click in the review.
"""

from __future__ import annotations

import difflib
import math
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ... import exercises
from ...engine.verdict.report import Outcome
from ..answers.notebooks import Look
from ..gradebook.classroom import Class
from ..gradebook.lateness import FILES_CLOCK, span
from ..gradebook.scoring import Decision, Entry, count
from ..intake.owners import CANVAS, MOODLE, Who
from ..intake.roster import key, names_in
from ..intake.rules import Rules
from ..intake.submission import Submission
from ..intake.text import listed, shortened
from ..judge.mark_submission import NEWER_PYTHON, could_not_mark
from .tables import column_of, unknown_to

TITLE = "What I would ask you before any grade leaves"
# Cyrillic letters that look like Latin ones
_TWINS = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458",
    "abekmhopctyxij",
)
_FIRST_YEAR = 2000  # an earlier time is that of a clock that was never set
MOST_NAMES = 12  # in one question
Files = Sequence[tuple[Submission, Look]]


def at_intake(the_class: Class, looks: Sequence[Look], counted: Sequence[str]) -> list[str]:
    """What the files, the list of the class and the rules leave open.

    Args:
        the_class: Who handed in what.
        looks: What the files of each of these submissions are.
        counted: The notebooks that count.
    """
    files = list(zip(the_class.submissions, looks, strict=True))
    numbers, rules = set(counted), the_class.rules
    whose = dict.fromkeys(question for s in the_class.submissions for question in s.asked)
    return [*whose, *_uncounted(rules, files, numbers), *_foreign(files, numbers), *_unread(files),
            *_left_out(files), *_reaches(files), *_unknown_extensions(the_class),
            *_read_as_one(the_class), *_late(the_class), *_one_name(the_class),
            *_alike(the_class)]  # fmt: skip


def by_hand(the_class: Class, decisions: Mapping[Who, Mapping[str, Decision]]) -> list[str]:
    """What decisions made by hand leave open."""
    found = []
    for entry in the_class.entries:
        counted = {"", *(line.mark.exercise for line in entry.lines)}
        for exercise, decision in decisions.get(entry.who, {}).items():
            if decision.points is None or exercise not in counted:
                continue
            whose = f"{entry.name}, {exercise or 'the whole'}: {decision.points:g} points by hand"
            most = most_points(entry, exercise, the_class.rules)
            if decision.points > most:
                found.append(f"{whose}, and {most:g} is the most. Correct it in the review.")
            if decision.file not in ("", entry.marked.digest):
                words = "were given for an older file than the newest"
                found.append(f"{whose} {words}. Compare in the review, and press Keep.")
    return found


def without_packages(entries: Sequence[Entry]) -> Iterator[str]:
    """Which packages answers import that are not installed here, and whose."""
    whose: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        marks = (line.mark for line in entry.lines if not line.by_hand)
        for package in dict.fromkeys(name for mark in marks for name in mark.lacks):
            whose[package].append(entry.marked.learner)  # as `--only` takes it
    for package, learners in whose.items():
        only = " ".join(f"--only {shlex.quote(name)}" for name in learners[:MOST_NAMES])
        yield (
            f"{package} is not installed here, and answers of {_names(learners)} import it and did "
            "not pass. A learner chose this name. A folder of their own does not come along: ask "
            "for a single file beside the notebook. If it is a package that you know and trust, "
            f"install it into the course's environment, then run the same command with {only}."
        )


def newer_python(entries: Sequence[Entry]) -> Iterator[str]:
    """Whose cells may be Python of a newer version than the one that marks."""
    whose = dict.fromkeys(
        entry.marked.learner
        for entry in entries
        for line in entry.lines
        if not line.by_hand and any(note.startswith(NEWER_PYTHON) for note in line.mark.notes)
    )
    if whose:
        yield (
            f"Cells of {_names(list(whose))} are no Python here, and their notebooks "
            "were saved with a newer one. Mark with the newest Python that your learners use."
        )


def new_column(the_class: Class) -> Iterator[str]:
    """Whether Canvas would make a new assignment of the grades."""
    roster, title = the_class.roster, the_class.rules.title
    if roster.is_canvas_gradebook and not column_of(roster, title):
        near = difflib.get_close_matches(title, roster.columns, 1, 0.3) or ["..."]
        name = re.sub(r" \(\d+\)$", "", near[0])
        yield (
            f"Canvas's list has no column called {title!r}: canvas.csv makes a new one. For that "
            f'of an assignment that is there: title = "{name}".'
        )


def nothing_ran(entries: Sequence[Entry]) -> Iterator[str]:
    """Whether no answer of the class came to its end: the machine may be at fault."""
    marks = [line.mark for e in entries for line in e.lines]
    tried = [m for m in marks if m.outcome != Outcome.NOT_ATTEMPTED]
    learners = sum(bool(e.lines) for e in entries)
    if learners > 1 and tried and all(m.outcome == Outcome.ERROR for m in tried):
        (saw, count), *_ = Counter(str(m.report.get("saw", "")) for m in tried).most_common(1)
        yield (
            f"Every answer of the class stopped with an error, {count} of {len(tried)} with: {saw} "
            "This may be the fault of this machine: mark a notebook of solutions/ as a trial."
        )


def without_a_row(entries: Sequence[Entry]) -> list[str]:
    """Who has grades and no place in the table for Canvas or Moodle."""
    return [
        f"{name} has no number for {_names(learners)}: {name.lower()}.csv leaves them out. With a "
        "list of the class (--roster) that has their numbers they are in it."
        for name, platform in (("Canvas", CANVAS), ("Moodle", MOODLE))
        if (learners := unknown_to(platform, entries))
    ]


def most_points(entry: Entry, exercise: str, rules: Rules) -> float:
    """The most that a person may give for an exercise, or for the whole where it is ""."""
    if exercise:
        return exercises.find(exercise).points if exercises.known(exercise) else math.inf
    bonus = (line.earned for line in entry.lines if not line.possible and rules.bonus)
    return entry.possible + sum(bonus)


def _uncounted(rules: Rules, files: Files, counted: set[str]) -> Iterator[str]:
    empty = {notebook.number for notebook in exercises.NOTEBOOKS if not notebook.entries}
    held = {s.learner: {*look.numbers} - {n for _, n in look.foreign} for s, look in files}
    for number in sorted(set().union(*held.values()) - counted - empty):
        whose = {learner: numbers for learner, numbers in held.items() if number in numbers}
        alone = [learner for learner, numbers in whose.items() if counted.isdisjoint(numbers)]
        options = " ".join(f"--notebook {n}" for n in sorted(counted | {number}))
        if alone:
            yield (
                f"Notebook {number} does not count, and is all of the course that was handed in by "
                f"{_names(alone)}: no points but for answers to "
                f"{', '.join(sorted(counted))} in it. Ask them, or count both: {options}."
            )
        elif not rules.notebooks:
            who = _names(list(whose))
            yield f"Notebook {number} does not count: only {who} handed it in. {options} counts it."


def _foreign(files: Files, counted: set[str]) -> Iterator[str]:
    found = [
        f"{file} of {s.learner}"
        for s, look in files
        for file, number in look.foreign
        if number in counted or counted.isdisjoint(look.numbers)
    ]
    if found:
        yield (
            "Looks like no notebook of this course, and is taken for one by the names in it: "
            f"{_names(found)}. If it is another course's, ask for the right one."
        )


def _unread(files: Files) -> Iterator[str]:
    found = [
        f"{name} of {s.learner}"
        for s, look in files
        for name in (*look.unread, *s.unread)
        if look.numbers
    ]
    if found:
        yield (
            f"Cannot be read, beside files that can: {_names(found)}. "
            "Ask for it again, or take the file out."
        )


def _left_out(files: Files) -> Iterator[str]:
    for s, look in files:
        for note in look.left_out:
            yield f"{s.learner}: {note} If some are not theirs, take those out."


def _reaches(files: Files) -> Iterator[str]:
    if found := [f"{s.learner} ({', '.join(look.reaches)})" for s, look in files if look.reaches]:
        yield (
            f"Cells reach into Python or the course's own code: {_names(found)}. Read them: most "
            "mean no harm, and some can hide what an answer leaves behind."
        )


def _one_name(the_class: Class) -> Iterator[str]:
    numbers: dict[str, list[str]] = defaultdict(list)
    for s in the_class.submissions:
        if s.who not in the_class.people:
            numbers[s.learner].append(s.platform_id)
    for learner, several in numbers.items():
        if len(several) > 1:
            yield (
                f"{learner} is there {len(several)} times, with the numbers {_names(several)}, and "
                "is marked as so many people. If it is one, put all files into one folder; if not, "
                "a list of the class (--roster) with both numbers says so."
            )


def _alike(the_class: Class) -> Iterator[str]:
    alike: dict[str, set[str]] = defaultdict(set)
    for s in the_class.submissions:
        if s.learner[0] not in "'\"":  # else it was set apart, and is asked about
            alike[key(s.learner).translate(_TWINS)].add(s.learner)
    for s in the_class.submissions:
        for part in names_in(s.learner) if s.learner not in the_class.unclear else ():
            if (plain := key(part).translate(_TWINS)) in alike:
                alike[plain].add(s.learner)
    for names in alike.values():
        if len(names) > 1:
            yield (
                f"These names look alike: {_names([repr(name) for name in sorted(names)])}. If "
                "they are one person's, put all files into one folder; if two handed in together, "
                "make a copy for each."
            )


def _unknown_extensions(the_class: Class) -> Iterator[str]:
    people = [*the_class.people.values(), *the_class.missing]
    names = {name for p in people for name in p.names}
    names |= {name for s in the_class.submissions for name in s.who if name}
    sure = the_class.sure_rules().extensions
    for name, value in the_class.rules.extensions.items():
        if name not in sure:
            yield (
                f"[extensions]: several learners are called {name!r}, and none of them gets it. "
                "Write a number or a mail in its place."
            )
        if name not in names:
            near = difflib.get_close_matches(name, names, 1) or ["NAME"]
            days = f"{value:g}" if isinstance(value, int | float) else value.isoformat()
            yield f'Nobody is called {name!r}: under [extensions] write "{near[0]}" = {days}.'


def _late(the_class: Class) -> Iterator[str]:
    rules, by_clock = the_class.sure_rules(), defaultdict[str, list[str]](list)
    for s in the_class.submissions:
        late = count(could_not_mark(s, ""), rules, None, the_class.people.get(s.who)).late
        if late.clock:
            newest = ", the newest file" if late.clock == FILES_CLOCK and len(s.uploads) > 1 else ""
            hours = f" ({span(late.hours)}{newest})" if late.hours else ""
            by_clock[late.clock].append(s.learner + hours)
    early = [  # whose file's time counts: the platform knows no better one
        s.learner
        for s in the_class.submissions
        if s.when and s.when.year < _FIRST_YEAR and s.platform != CANVAS
        if not ((person := the_class.people.get(s.who)) and person.when)
    ]
    if rules.deadline and early:
        yield (
            f"Files of {_names(early)} are dated before {_FIRST_YEAR}, so their time does not say "
            "when they were handed in."
        )
    if the_class.download_times and (learners := by_clock.pop(FILES_CLOCK, [])):
        yield (
            "Most files have one time, as after a download, so nobody is late by it. Otherwise "
            f"these would be: {_names(learners)}. A list with the platform's times says who is."
        )
    for clock, learners in by_clock.items():
        days = f'"{learners[0].partition(" (")[0]}" = 3'
        yield f"Late by {clock}: {_names(learners)}. More days, under [extensions]: {days}."


def _read_as_one(the_class: Class) -> Iterator[str]:
    for names in the_class.twice:
        yield (
            f"Work under two names was read as one learner's, since the list of the class says so: "
            f"{names}. If one of them is not theirs, take it out."
        )


def _names(learners: Sequence[str]) -> str:
    # a name that could be read as the course's own words stands in quotes
    learners = [repr(n) if re.search(r"[.:;!?] ", n) else n for n in learners]
    return listed(shortened(learners, MOST_NAMES))
