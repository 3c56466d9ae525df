"""What is other than on the last run, person by person."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..gradebook.scoring import Entry
from ..intake.owners import Who
from ..intake.roster import are_two
from . import pages


def changes(
    entries: Sequence[Entry],
    why: Mapping[tuple[Who, str], str],
    before: Mapping[Who, Mapping[str, Any]],
) -> str:
    """What is other than on the last run, person by person: whose a row is, and what counts.

    Args:
        entries: The class now.
        why: Learner and exercise -> why the mark is another, where it is.
        before: What was there then: ``Entry.summary``.
    """
    same = _same_people(entries, before)
    gone = before.keys() - same.values()
    moved = [(e.name, *row) for e in entries if e.who in same
             for row in _moved(e, before[same[e.who]], why)]  # fmt: skip
    return pages.page(
        "changes.html",
        title="What changed since the last run",
        owners=list(_other_owners(entries, before, same)),
        moved=moved,
        new=[e.name for e in entries if e.who not in same],
        gone=[b["name"] for who, b in before.items() if who in gone],
        first=not before,
    )


def _same_people(
    entries: Sequence[Entry], before: Mapping[Who, Mapping[str, Any]]
) -> dict[Who, Who]:
    """Each row -> the row of the same person before: by account, else by a row that nobody has."""
    rows = {(k, a): who for who, b in before.items() for k, a in enumerate(b["account"]) if a}
    same: dict[Who, Who] = {}
    for e in entries:
        own = e.summary["account"]
        for who in (rows[k, a] for k, a in enumerate(own) if (k, a) in rows):
            if not are_two(own, before[who]["account"]):
                same.setdefault(e.who, who)
    free = before.keys() - same.values()
    left = [e for e in entries if e.who in free and e.who not in same]
    return same | {
        e.who: e.who for e in left if not are_two(e.summary["account"], before[e.who]["account"])
    }


def _other_owners(
    entries: Sequence[Entry], before: Mapping[Who, Mapping[str, Any]], same: Mapping[Who, Who]
) -> Iterator[str]:
    """Rows that were another person's, and work that was another's."""
    handed_in: dict[str, list[Who]] = defaultdict(list)
    for who, b in before.items():
        handed_in[b["file"]].append(who)
    now = Counter(e.summary["file"] for e in entries)
    for e in entries:
        own, row = e.summary, before.get(e.who)
        if row and same.get(e.who) != e.who:
            was, now_of = _account(e, row), _account(e, own)
            yield f"The row {e.name} was that of {was}, and is now that of {now_of}."
        had = handed_in[own["file"]] if own["file"] and now[own["file"]] == 1 else []
        if len(had) == 1 and had[0] != same.get(e.who):
            yield f"What was handed in as {before[had[0]]['name']} counts now for {e.name}."


def _account(entry: Entry, summary: Mapping[str, Any]) -> str:
    """An id, a mail or a number; no page of an anonymous class holds one."""
    return (
        "somebody else"
        if entry.alias
        else next(filter(None, summary["account"]), "somebody without an account")
    )


def _moved(
    entry: Entry, before: Mapping[str, Any], why: Mapping[tuple[Who, str], str]
) -> Iterator[tuple[str, float | None, float | None, str]]:
    """(what, points before, points now, because of what) of one learner."""
    now, reasons = entry.summary, set[str]()
    otherwise = "another file" if before["row"] != [*entry.who] else "another weight or rule"
    for name in dict.fromkeys((*now["lines"], *before["lines"])):
        old, by_hand = before["lines"].get(name, (None, False))
        new, now_by_hand = now["lines"].get(name, (None, False))
        if old != new:
            because = why.get((entry.who, name)) or otherwise
            because = "points by hand" if by_hand or now_by_hand else because
            reasons.add(because)
            yield name, old, new, because
    if before["late"] != [*now["late"]]:
        reasons.add("late work")
        words = now["late"][1] or "It is not late any more."
        yield "late work", 0 - before["late"][0], 0 - now["late"][0], words
    if before["total"] != now["total"]:
        by_hand = now["by_hand"] or before["by_hand"]
        because = ", ".join(sorted(reasons)) or ("points by hand" if by_hand else "another rule")
        yield "total", before["total"], now["total"], because
