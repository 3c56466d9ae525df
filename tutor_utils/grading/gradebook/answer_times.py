"""When each answer was handed in, where a learner handed in several files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import PurePath

from ..answers.rebuild import rebuild
from ..intake.submission import Submission
from ..intake.text import clean
from ..judge.job import OWN_CELLS
from ..judge.marks import OLDER, Mark

MOST_COPIES = 20  # of files with one answer, whose helpers are compared


def answer_times(submission: Submission, marks: Iterable[Mark]) -> dict[str, str]:
    """Exercise -> when the answer that counts was handed in, where there are several times.

    That is the time of the oldest file in which the same answer stands, with the same helpers: a
    later copy makes nobody late, unless its answer is the one that counts.
    """
    files = sorted(submission.uploads, key=lambda u: u.handed_in)
    if len({u.handed_in for u in files}) < 2:
        return {}
    texts = [{clean(cell.source) for cell in u.cells} for u in files]
    answers = cache(lambda i: rebuild(replace(submission, uploads=(files[i],)))[0])
    stems = [PurePath(name).stem for name, _ in submission.beside]
    times = {}
    for mark in marks:
        having = [i for i, found in enumerate(texts) if mark.code and mark.code in found]
        having = having[:1] + having[1:][-MOST_COPIES:]
        if len(having) == 1 and not submission.beside_when:
            times[mark.exercise] = files[having[0]].handed_in.isoformat()
        if not having or mark.exercise in times:
            continue
        same = {i: answers(i)[mark.exercise] for i in having}
        counted = having[-1]
        if mark.way == OLDER and len(having) > 1:
            naming = [i for i, found in enumerate(texts) if mark.exercise in " ".join(found)]
            counted = having[-2] if counted == naming[-1] else counted
        needs = (mark.code, *same[counted].support)
        own = mark.way in OWN_CELLS  # then all cells of the notebook count
        when = min(
            files[i].handed_in
            for i, a in same.items()
            if a.support == same[counted].support and (not own or a.own == same[counted].own)
        )
        if submission.beside_when and any(stem in text for stem in stems for text in needs):
            when = max(when, submission.beside_when)
        times[mark.exercise] = when.isoformat()
    return times
