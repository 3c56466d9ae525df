"""A class as it comes, and the mark that a fair teacher gives to each.

Moodle's export and Canvas's lie in one folder, beside a few folders that came by mail. The marks
were written down from the README and the notebooks, before anything was marked. A share of an
exercise's points is a pair, the least and the most. ``python -m tests.grading.mixed_class FOLDER``
makes the whole class, to try by hand.
"""

import io
import json
import os
import re
import sys
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path

from tests.grading.submissions import NAME, attack, cell, solved, stub
from tutor_utils.grading.intake.text import tidy

POINTS = {"project_qkv": 1, "split_heads": 2, "project_qkv_fused": 1}
POINTS |= {"padding_mask": 1, "causal_mask": 1, "target_mask": 1, "masked_attend": 3}
FILES = {"02": NAME, "04": "04_masking.ipynb"}
HOMES = {name: "04" if "mask" in name else "02" for name in POINTS}
NOTHING = (0, 0)
FORM = (0, 0.25)  # it runs, and computes something else
REMARK = (1, 1)  # right, and a careful reviewer would still say something
MOST = (0.5, 0.98)  # it computes the right thing, but for a special case that the contract names
PACKED = (zipfile.ZIP_DEFLATED, True, 1)
DEADLINE = datetime(2026, 11, 1)
MAIL, ABOVE, MOODLE, CANVAS, BOTH = "a folder", "a folder in a folder", "moodle", "canvas", "both"


@dataclass(frozen=True)
class Case:
    """What one learner did.

    Attributes:
        files: Name -> bytes, as they were handed in.
        marks: Exercise -> share of its points; all of them where it is not named.
        status: What the table says of the learner.
        way: Where it was handed in; either platform where that is all the same.
        hours: After the deadline, by the platform.
        extension: Days.
        keeps: The share that lateness leaves.
    """

    files: dict
    marks: dict = field(default_factory=dict)
    status: str = "marked"
    way: str = ""
    hours: float = -12
    extension: int = 0
    keeps: float = 1


def data(notebook):
    return json.dumps(notebook).encode()


def book(number, signed="", **answers):
    """A solved notebook with other answers; None: the exercise as it was given.

    Args:
        signed: A comment of the learner's own below each answer.
    """
    made = solved(FILES[number])
    for name in (OF_02, OF_04)[number == "04"] if signed else ():
        cell(made, name)["source"] = "".join(cell(made, name)["source"]) + f"\n# {signed}"
    for name, text in answers.items():
        given = "".join(cell(stub(FILES[number]), name)["source"])
        cell(made, name)["source"] = given if text is None else text
    return made


def both(signed="", **answers):
    """Both notebooks with some other answers."""
    return {
        FILES[n]: data(book(n, signed, **{k: v for k, v in answers.items() if HOMES[k] == n}))
        for n in FILES
    }


def of(names, share=NOTHING):
    """The same share of several exercises."""
    return dict.fromkeys(names, share)


def packed(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


OF_02, OF_04 = ([n for n in POINTS if HOMES[n] == number] for number in FILES)
NOT_02, NOT_04, NONE = of(OF_02), of(OF_04), of(POINTS)
HARD = of(["split_heads", "masked_attend"])
CUT = "def split_heads(x, num_heads):\n    B, L, d = x.shape\n"


def _one_file():
    """Both notebooks put into one file."""
    made = book("02")
    made["cells"] += book("04")["cells"]
    return {"homework.ipynb": data(made)}


ATTACKS = ("exit_now", "scripts", "patch_torch", "own_cells_probe", "huge_error", "forge_numbers")
ATTACKS += ("torch_function_yes", "hard_coded", "replace_modules", "print_passed", "magic", "links")


def wrong(share, **answers):
    return Case(both(**answers), of(answers, share))


def _halves():
    first, second = both(**of(["split_heads", *OF_04], None)), both(**of(OF_02[::2], None))
    return first | {f"{name[:-6]} (1).ipynb": content for name, content in second.items()}


REFUSED_NOT = f"{CUT}    n = d // num_heads\n    x = x[..., : n * num_heads]\n"
REFUSED_NOT += "    return x.reshape(B, L, num_heads, n).transpose(1, 2)"
ASSERTED = f"{CUT}    assert d % num_heads == 0, 'no'\n"
ASSERTED += "    return x.reshape(B, L, num_heads, -1).transpose(1, 2)"
ENDLESS = "import time\ndef target_mask(ids, pad_id):\n    time.sleep(3600)"
HALF_AN_EMOJI = "def padding_mask(ids, pad_id):\n    raise ValueError(chr(0xd83d) + chr(0xffff))\n"
BROKEN = b'{"cells": ['
THIRD = "03_scaled_dot_product.ipynb"
# kind -> what they did, by number where they differ
KINDS = {
    "solved": lambda i: Case(both(f"by number {i}")),
    "one file": Case(_one_file()),
    "02 alone": Case({FILES["02"]: data(book("02"))}, NOT_04),
    "04 alone": Case({FILES["04"]: data(book("04"))}, NOT_02),
    "04 not begun": Case(both(**of(OF_04, None)), NOT_04),
    "as given": Case({n: data(stub(n)) for n in FILES.values()}, NONE),
    "easy ones": Case(both(split_heads=None, masked_attend=None), HARD),
    "hostile": lambda i: wrong(FORM, split_heads=attack(ATTACKS[i % 12])),
    "emoji": wrong(NOTHING, padding_mask=HALF_AN_EMOJI),
    # wrong answers
    "not refused": wrong(MOST, split_heads=REFUSED_NOT),
    "asserted": wrong(REMARK, split_heads=ASSERTED),
    "no Python": wrong(NOTHING, split_heads="def split_heads(x, num_heads)\n    return x"),
    "endless": wrong(NOTHING, target_mask=ENDLESS),
    # files
    "broken": Case({n: BROKEN for n in FILES.values()}, NONE, "could not be read"),
    "02 broken": Case(both() | {FILES["02"]: BROKEN}, NOT_02),
    "empty file": Case({FILES["02"]: b""}, NONE, "could not be read"),
    "script": Case({"answers.py": b"x = 1"}, NONE, "no notebook"),
    "archive": Case({"work.7z": b"7z\xbc\xaf"}, NONE, "no notebook"),
    "other notebook": Case({THIRD: data(solved(THIRD))}, NONE),
    "zips": Case({"all.zip": packed({"in.zip": packed(both())})}),
    "nested": Case({f"course/notebooks/{n}": d for n, d in both().items()}, way=MOODLE),
    "halves": Case(_halves()),
    "empty copy": Case(both() | {"02 (1).ipynb": data(stub(FILES["02"]))}),
    "spoilt later": Case(both() | {"04 (1).ipynb": data(book("04", masked_attend="oh no"))}),
    # who and when
    "missing": Case({}, NONE, "nothing handed in", way=MOODLE),
    "an hour": Case(both(), way=MOODLE, hours=1, keeps=0.9),
    "extension": Case(both(), way=MOODLE, hours=50, extension=3),
    "LATE": Case(both(), way=CANVAS, hours=1, keeps=0.9),
    "LATE, extension": Case(both(), way=CANVAS, hours=1, extension=3),
    "in twice": Case(both(), way=BOTH),
    "by mail": Case(both(), way=MAIL),
    "by mail, above": Case(both(), way=ABOVE),
}
SMALL = ("solved", "solved", "hostile", "one file", "not refused", "broken", "script", "missing")
SMALL += ("as given", "halves", "an hour", "LATE, extension", "in twice", "by mail, above")
NAMES = ("<b>Ana</b>", "José", "Jose\u0301", "민준", "O'Brien", "=cmd|calc", "Ana_Maria")
NAMES += ("A" * 90, "\u202eAna")


EVERYBODY = ["solved"] * 9 + ["hostile"] * 12 + list(KINDS)


def people(kinds=EVERYBODY):
    """(name, kind) of everybody, or of one of each kind that is named."""
    first = cycle(NAMES)
    return [
        (f"{next(first) if k == 'solved' else k.title()} Kim {i}", k) for i, k in enumerate(kinds)
    ]


RULES = """title = "Week 2"
notebooks = ["02", "04"]
roster = "class.csv"
deadline = 2026-11-01T00:00:00
[late]
per_day = 10
grace_minutes = 15
days = 7
"""


def differences(rows, expected):
    """Where a table of marks is not as a fair teacher gives them: a line each."""
    by_name = {name.lstrip("'"): row for name, row in rows.items()}
    found = [f"{name} is not expected" for name in by_name.keys() - map(tidy, expected)]
    for name, (status, marks, least, most) in expected.items():
        row = by_name.get(tidy(name), {"status": "not there"})
        given = {n: float(row.get(n) or 0) for n in marks}
        wrong = [f"{n} {given[n]} {m}" for n, m in marks.items() if not m[0] <= given[n] <= m[1]]
        wrong += [f"{row['status']}, not {status}"] if row["status"] != status else []
        total = float(row.get("total") or 0)
        wrong += [f"total {total}"] if not least - 0.01 <= total <= most + 0.01 else []
        found += [f"{name}: {', '.join(wrong)}"] if wrong else []
    return found


def handed_in(case, number):
    """When; who is in time comes at all hours."""
    return DEADLINE + timedelta(hours=case.hours, minutes=-7 * (number % 100) * (case.hours < 0))


def build(folder, everybody, done_again=(), weights=None):
    """Write a class; return {learner: (status, {exercise: (least, most)}, least, most)}.

    Args:
        folder: Gets ``submissions/``, ``class.csv`` (Moodle's worksheet) and ``marking.toml``.
        everybody: What ``people`` gave.
        done_again: Learners who handed in a second time, with everything solved.
        weights: Points in place of the course's.
    """
    points = POINTS | (weights or {})
    rules = RULES + "[weights]\n" + "".join(f"{n} = {p}\n" for n, p in (weights or {}).items())
    rules += "[extensions]\n"
    moodle, canvas, rows, expected = [], [], [], {}
    nth = Counter()
    for i, (name, kind) in enumerate(everybody):
        case = KINDS[kind]
        case = case(nth[kind]) if callable(case) else case
        nth[kind] += 1
        if name in done_again:
            case = Case(both("again"), way=case.way)
        way = case.way or (CANVAS if i % 5 in (1, 3) else MOODLE)
        handle = f"kim{i}{''.join(c for c in kind if c.isalnum())}"
        if way in (MOODLE, BOTH) and case.files:
            where = re.sub(r'[<>|/"]', "", name)  # as Moodle does
            moodle.append((f"{where}_{1000 + i}_assignsubmission_file", case, way))
        if way in (CANVAS, BOTH):  # its numbers are others, and some are Moodle's of somebody else
            late = "LATE_" if case.hours > 0 else ""
            handle = f"{''.join(c for c in name.lower() if c.isalnum())}" if way == BOTH else handle
            canvas.append((f"{handle}_{late}{1001 + i}", case, way))
        if way in (MAIL, ABOVE):
            top = folder / "submissions" / ("by mail" if way == ABOVE else "") / name
            _write(top, case.files)
        if way != CANVAS:
            when = "-"
            if way in (MOODLE, BOTH) and case.files:
                when = f"{handed_in(case, i):%A, %d %B %Y, %I:%M %p}"
            mail = f"kim{i}@x"
            rows.append(f'Participant {1000 + i},"{name}",{mail},,10.00,Yes,"{when}",-,')
            rules += f'"{mail}" = {case.extension}\n' if case.extension else ""
        else:
            rules += f'"{handle}" = {case.extension}\n' if case.extension else ""
        shares = {n: case.marks.get(n, (1, 1)) for n in POINTS}
        marks = {n: (points[n] * a, points[n] * b) for n, (a, b) in shares.items()}
        least, most = (case.keeps * sum(m[j] for m in marks.values()) for j in (0, 1))
        expected[handle if way == CANVAS else name] = (case.status, marks, least, most)
    _archives(folder / "submissions", moodle, canvas)
    head = "Identifier,Full name,Email address,Grade,Maximum Grade,Grade can be changed,"
    head += "Last modified (submission),Last modified (grade),Feedback comments"
    (folder / "class.csv").write_text("\n".join([head, *rows]) + "\n", "utf-8")
    (folder / "marking.toml").write_text(rules, "utf-8")
    return expected


def _write(folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
        os.utime(folder / name, (DEADLINE.timestamp() - 3600,) * 2)


def _archives(folder, moodle, canvas):
    """The two exports. Canvas's files have the time of the download."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "Course-Week 2-99.zip", "w", *PACKED) as archive:
        for where, case, way in moodle:
            for name, content in case.files.items():
                if way != BOTH or name.startswith("02"):
                    when = handed_in(case, int(where.rsplit("_", 3)[1]))
                    info = zipfile.ZipInfo(f"{where}/{name}", when.timetuple()[:6])
                    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 1)
    with zipfile.ZipFile(folder / "submissions.zip", "w", *PACKED) as archive:
        for i, (where, case, way) in enumerate(canvas):
            for j, (name, content) in enumerate(case.files.items()):
                if way != BOTH or name.startswith("04"):
                    info = zipfile.ZipInfo(
                        f"{where}_{7000 + 9 * i + j}_{name}", (2026, 11, 9, 9, 0, 0)
                    )
                    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 1)


if __name__ == "__main__":
    top = Path(sys.argv[1])
    (top / "expected.json").write_text(json.dumps(build(top, people()), indent=1))
