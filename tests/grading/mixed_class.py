# ruff: noqa: E501 - an answer is a line or two
"""A class as it comes, and the mark that a fair teacher gives to each.

Moodle's export lies beside a few folders that came by mail. The marks were written down from the
README and the notebooks, before anything was marked. A share of an exercise's points is a pair, the
least and the most. ``python -m tests.grading.mixed_class FOLDER`` makes the class, to try by hand.
"""

import io
import json
import os
import re
import sys
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from tests.grading.submissions import attack, cell, solved, stub
from tutor_utils.grading.text import tidy

POINTS = {"project_qkv": 1, "split_heads": 2, "project_qkv_fused": 1}
POINTS |= {"padding_mask": 1, "causal_mask": 1, "target_mask": 1, "masked_attend": 3}
FILES = {"02": "02_projection_and_heads.ipynb", "04": "04_masking.ipynb"}
HOMES = {name: "04" if "mask" in name else "02" for name in POINTS}
OF_02, OF_04 = ([n for n in POINTS if HOMES[n] == number] for number in FILES)
NOTHING = (0, 0)
FORM = (0, 0.25)  # it runs, and computes something else
REMARK = (1, 1)  # right, and a careful reviewer would still say something
MOST = (0.5, 0.98)  # it computes the right thing, but for a special case that the contract names
DEADLINE = datetime(2026, 11, 1)
MOODLE, MAIL, ABOVE, BOTH = "moodle", "a folder", "a folder in a folder", "both"


@dataclass(frozen=True)
class Case:
    """What one learner did.

    Attributes:
        files: Name -> bytes, as they were handed in.
        marks: Exercise -> share of its points; all of them where it is not named.
        status: What the table says of the learner.
        way: How it was handed in.
        hours: After the deadline, by the platform.
        extension: Days.
        keeps: The share that lateness leaves.
    """

    files: dict
    marks: dict = field(default_factory=dict)
    status: str = "marked"
    way: str = MOODLE
    hours: float = -12
    extension: int = 0
    keeps: float = 1


def data(notebook):
    return json.dumps(notebook).encode()


def book(number, **answers):
    """A solved notebook with other answers; None: the exercise as it was given."""
    made = solved(FILES[number])
    for name, text in answers.items():
        given = "".join(cell(stub(FILES[number]), name)["source"])
        cell(made, name)["source"] = given if text is None else text
    return made


def both(**answers):
    """Both notebooks with some other answers."""
    return {
        FILES[n]: data(book(n, **{k: v for k, v in answers.items() if HOMES[k] == n}))
        for n in FILES
    }


def shares(names, share=NOTHING):
    """The same share of several exercises."""
    return dict.fromkeys(names, share)


def zipped(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def wrong(share, **answers):
    return Case(both(**answers), shares(answers, share))


def attend(fill, *more):
    """The usual answer, with a value below the mask, and more steps behind the softmax."""
    lines = ["s = q / math.sqrt(q.shape[-1]) @ k.mT"]
    lines += [f"if mask is not None: s = s.masked_fill(~mask, {fill})", "w = s.softmax(-1)"]
    return ATTEND + "".join(f"    {line}\n" for line in [*lines, *more, "return w @ v, w"])


ATTEND = "def masked_attend(q, k, v, mask=None):\n"
REUSED = "    if mask is None: return attend(q, k, v)\n"
REFUSES = '    if x.shape[-1] % num_heads:\n        raise ValueError(f"num_heads={num_heads}")\n'
CUT = "def split_heads(x, num_heads):\n    B, L, d = x.shape\n"
HALF_AN_EMOJI = "def padding_mask(ids, pad_id):\n    raise ValueError(chr(0xd83d) + chr(0xffff))\n"
ONE_FILE = book("02") | {"cells": book("02")["cells"] + book("04")["cells"]}
SECOND_HALF = {
    f"{n[:-6]} (1).ipynb": content for n, content in both(**shares(OF_02[::2], None)).items()
}
ATTACKS = ("scripts", "patch_torch", "huge_error", "torch_function_yes")
KINDS = {
    **{f"solved {i}": Case(both()) for i in range(7)},
    **{f"hostile {a}": wrong(FORM, split_heads=attack(a)) for a in ATTACKS},
    "02 alone": Case({FILES["02"]: data(book("02"))}, shares(OF_04)),
    "as given": Case({n: data(stub(n)) for n in FILES.values()}, shares(POINTS)),
    "emoji": wrong(NOTHING, padding_mask=HALF_AN_EMOJI),
    # wrong answers
    "heads straight": wrong(FORM, split_heads=CUT + REFUSES + "    return x.reshape(B, num_heads, L, -1)"),
    "not refused": wrong(
        MOST,
        split_heads=CUT + "    n = d // num_heads\n"
        "    return x[..., : n * num_heads].reshape(B, L, num_heads, n).transpose(1, 2)",
    ),
    "inverted": wrong(FORM, padding_mask="def padding_mask(ids, pad_id):\n    return (ids == pad_id)[:, None, None]"),
    "nan rows": wrong(MOST, masked_attend=attend("float('-inf')")),
    # an earlier notebook's part does the work, but for half precision
    "attend reused": wrong(
        REMARK,
        masked_attend=attend("torch.finfo(s.dtype).min", "w = w * mask").replace(ATTEND, ATTEND + REUSED),
    ),
    "no Python": wrong(NOTHING, split_heads="def split_heads(x, num_heads)\n    return x"),
    "misspelt": wrong(NOTHING, split_heads=CUT.replace("heads(", "head(") + "    return x"),
    # files
    "one file": Case({"homework.ipynb": data(ONE_FILE)}),
    "broken": Case({n: b'{"cells": [' for n in FILES.values()}, shares(POINTS), "could not be read"),
    "cut off": Case(both() | {"02 (1).ipynb": data(book("02"))[:5000]}),
    "script": Case({"answers.py": b"x = 1"}, shares(POINTS), "no notebook"),
    "zips": Case({"all.zip": zipped({"in.zip": zipped({f"a/{n}": d for n, d in both().items()})})}),
    "nested": Case({f"course/notebooks/{n}": d for n, d in both().items()}),
    "halves": Case(both(**shares(["split_heads", *OF_04], None)) | SECOND_HALF),
    "spoilt later": Case(
        both() | {"04 (1).ipynb": data(book("04", masked_attend="oh no"))}, shares(["masked_attend"])
    ),
    # who and when
    "missing": Case({}, shares(POINTS), "nothing handed in"),
    "an hour": Case(both(), hours=1, keeps=0.9),
    "extension": Case(both(), hours=50, extension=3),
    "in twice": Case(both(), way=BOTH),
    "by mail": Case(both(), way=MAIL),
    "by mail, above": Case(both(), way=ABOVE),
}  # fmt: skip
NAMES = ("<b>Ana</b>", "José", "민준", "=cmd|calc", "O'Brien", "A" * 90, "\u202eAna")
PEOPLE = [
    (f"{NAMES[i] if i < len(NAMES) else kind.title()} Kim {i}", kind)
    for i, kind in enumerate(KINDS)
]


def named(kind):
    """The learner of a kind."""
    return next(name for name, k in PEOPLE if k == kind)


RULES = """title = "Week 2"
notebooks = ["02", "04"]
roster = "class.csv"
deadline = 2026-11-01T00:00:00
[late]
per_day = 10
grace_minutes = 15
days = 7
"""
HEAD = "Identifier,Full name,Email address,Grade,Maximum Grade,Grade can be changed,"
HEAD += "Last modified (submission),Last modified (grade),Feedback comments"


def differences(rows, expected):
    """Where a table of marks is not as a fair teacher gives them: a line each."""
    by_name = {name.lstrip("'"): row for name, row in rows.items()}
    found = [f"{name} is not expected" for name in by_name.keys() - map(tidy, expected)]
    for name, (status, marks, least, most) in expected.items():
        row = by_name.get(tidy(name), {"status": "not there"})
        given = {n: float(row.get(n) or 0) for n in marks}
        wrong = [f"{n} {given[n]} {m}" for n, m in marks.items() if not m[0] <= given[n] <= m[1]]
        wrong += [f"{row['status']}, not {status}"] if row["status"] != status else []
        total = float(row.get("total", 0))
        wrong += [f"total {total}"] if not least - 0.01 <= total <= most + 0.01 else []
        found += [f"{name}: {', '.join(wrong)}"] if wrong else []
    return found


def build(folder, done_again=(), weights=None):
    """Write a class; return {learner: (status, {exercise: (least, most)}, least, most)}.

    Args:
        folder: Gets ``submissions/``, ``class.csv`` (Moodle's worksheet) and ``marking.toml``.
        done_again: Learners who handed in a second time, with everything solved.
        weights: Points in place of the course's.
    """
    points = POINTS | (weights or {})
    rules = RULES + "[weights]\n" + "".join(f"{n} = {p}\n" for n, p in (weights or {}).items())
    rules += "[extensions]\n"
    rows, expected = [], {}
    (folder / "submissions").mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / "submissions" / "Course-Week 2-99.zip", "w") as moodle:
        for i, (name, kind) in enumerate(PEOPLE):
            case = Case(both()) if name in done_again else KINDS[kind]
            when = DEADLINE + timedelta(hours=case.hours, minutes=-7 * i * (case.hours < 0))
            where = f"{re.sub(r'[<>|/]', '', name)}_{1000 + i}_assignsubmission_file"  # its way
            for file, content in case.files.items():
                by_mail = case.way in (MAIL, ABOVE) or (case.way == BOTH and file[:2] == "04")
                if by_mail:
                    top = folder / "submissions" / ("by mail" if case.way == ABOVE else "") / name
                    _write(top / file, content)
                else:
                    moodle.writestr(
                        zipfile.ZipInfo(f"{where}/{file}", when.timetuple()[:6]), content
                    )
            in_moodle = case.files and case.way in (MOODLE, BOTH)
            time = f"{when:%A, %d %B %Y, %I:%M %p}" if in_moodle else "-"
            rows.append(f'Participant {1000 + i},"{name}",kim{i}@x,,10.00,Yes,"{time}",-,')
            rules += f'"kim{i}@x" = {case.extension}\n' if case.extension else ""
            part = {n: case.marks.get(n, (1, 1)) for n in POINTS}
            marks = {n: (points[n] * a, points[n] * b) for n, (a, b) in part.items()}
            least, most = (case.keeps * sum(m[j] for m in marks.values()) for j in (0, 1))
            expected[name] = (case.status, marks, least, most)
    (folder / "class.csv").write_text("\n".join([HEAD, *rows]) + "\n", "utf-8")
    (folder / "marking.toml").write_text(rules, "utf-8")
    return expected


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (DEADLINE.timestamp() - 3600,) * 2)


if __name__ == "__main__":
    top = Path(sys.argv[1])
    (top / "expected.json").write_text(json.dumps(build(top), indent=1))
