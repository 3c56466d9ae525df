"""Whatever is handed in becomes submissions and notes, never an end."""

import contextlib
import io
import json
import os
import time
import zipfile
from datetime import UTC, datetime

import pytest

from tests.grading.submissions import NAME, code, put, solved, stub
from tutor_utils.course import syntax
from tutor_utils.grading.answers.rebuild import rebuild
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.intake import archives
from tutor_utils.grading.intake import notebook as file
from tutor_utils.grading.intake.notebook import Unreadable
from tutor_utils.grading.intake.submission import BadInput, read
from tutor_utils.grading.intake.text import clean, tidy


def cells_of(notebook):
    return file.read(json.dumps(notebook).encode())[0]


TEXT = json.dumps({"nbformat": 4, "cells": [code("def split_heads(x):\n    return x")]})


def owners(path):
    return {s.learner: sorted(u.name for u in s.uploads) for s in read(path)}


def test_folder_for_each_learner(tmp_path):
    put(tmp_path / "ana" / "week 2", solved())
    put(tmp_path / "김민준", solved(), "another name.ipynb")
    (tmp_path / "ana" / "notes.txt").write_text("mine")
    put(tmp_path / "ana" / ".ipynb_checkpoints", solved())
    assert owners(tmp_path) == {"ana": [NAME], "김민준": ["another name.ipynb"]}


def test_files_of_canvas_and_zips_inside(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(f"work/{NAME}", TEXT)
    put(tmp_path, solved(), f"kimana_LATE_11_222_{NAME}")
    (tmp_path / "parkben_12_333_all.zip").write_bytes(inner.getvalue())
    found = {s.learner: (s.platform_id, [u.name for u in s.uploads]) for s in read(tmp_path)}
    assert found == {"kimana": ("11", [NAME]), "parkben": ("12", [NAME])}
    assert [s.late for s in read(tmp_path)] == [True, False]


@pytest.mark.parametrize(
    ("zip_of", "sent"), [("eve/work.zip", True), ("eve.zip", True), ("week.zip", False)]
)
def test_the_time_of_a_learner_s_own_zip_counts(tmp_path, zip_of, sent):
    """What stands in it is the learner's word; a platform's export has the download's time."""
    inside = f"Eve Kim_77_assignsubmission_file/{NAME}" if zip_of == "week.zip" else NAME
    (tmp_path / zip_of).parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(tmp_path / zip_of, "w") as archive:
        archive.writestr(zipfile.ZipInfo(inside, (2026, 1, 2, 3, 4, 6)), TEXT)
    (eve,) = read(tmp_path)
    assert (eve.when.year, eve.when.month) == (2026, 1) or sent
    assert (eve.when == datetime.fromtimestamp((tmp_path / zip_of).stat().st_mtime, UTC)) == sent
    assert eve.uploads[0].when.month == 1


@pytest.mark.parametrize("who", ["eve_LATE_13_1003", "anon_aB3dE_LATE_1003"])
def test_a_name_of_a_file_takes_no_lateness_away(tmp_path, who):
    put(tmp_path, solved(), f"kimana_11_222_{NAME}")
    put(tmp_path, solved(), f"{who}_x_1_assignsubmission_file_{NAME}")
    late = {s.learner: s.late for s in read(tmp_path)}
    assert late == {"kimana": False, who.partition("_LATE")[0].replace("_", " "): True}


def test_zip_that_leads_out_and_links(tmp_path):
    path = tmp_path / "class.zip"
    link = zipfile.ZipInfo("eve/link.ipynb")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../eve.ipynb", TEXT)
        archive.writestr("/abs/eve.ipynb", TEXT)
        archive.writestr("C:\\eve.ipynb", TEXT)
        archive.writestr(link, "/etc/passwd")
    found = read(path)
    assert not any(s.uploads for s in found)
    notes = " ".join(n for s in found for n in s.notes)
    assert "leads out of the zip" in notes and "is a link" in notes
    assert [p.name for p in tmp_path.iterdir()] == ["class.zip"]


def test_a_path_of_ones_own_machine_inside_ones_own_zip(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(f"C:\\Users\\ada\\{NAME}", TEXT)
        archive.writestr("/home/bob/02.ipynb", TEXT)
    (tmp_path / "ana").mkdir()
    (tmp_path / "ana" / "mine.zip").write_bytes(inner.getvalue())
    (found,) = read(tmp_path)
    assert found.learner == "ana" and len(found.uploads) == 2


def test_a_list_beside_the_learners_and_a_folder_called_tests(tmp_path):
    for name in ("ana", "ben", "tests"):
        put(tmp_path / "week2" / name, solved())
    (tmp_path / "week2" / "notes.txt").write_text("mine")
    assert {s.learner for s in read(tmp_path)} == {"ana", "ben", "tests"}


def test_a_file_beside_counts_for_lateness(tmp_path):
    put(tmp_path / "ana", solved())
    (tmp_path / "ana" / "work.py").write_text("x = 1")
    os.utime(tmp_path / "ana" / "work.py", (2e9, 2e9))
    (found,) = read(tmp_path)
    assert found.when.timestamp() == 2e9


def test_work_under_nearly_a_learners_name_is_set_apart(tmp_path):
    """Another blank, accents stored in another way, a file beside the folder: nobody's is mixed."""
    put(tmp_path / "Jos\u00e9", solved())
    for name in ("Jos\u00e9 ", "Jose\u0301"):
        put(tmp_path / name, solved())
    put(tmp_path, solved(), "Jos\u00e9.ipynb")
    write_zip(tmp_path / "Jos\u00e9.zip", [NAME])
    for late in tmp_path.glob("Jos\u00e9.*"):
        os.utime(late, (2e9, 2e9))
    *others, jose = read(tmp_path)
    assert jose.learner == "Jos\u00e9" and len(jose.uploads) == 1 and not jose.asked
    assert jose.when.year < 2033
    names = ("'Jos\u00e9 '", "'Jos\u00e9'", "'Jos\u00e9.ipynb'", "'Jos\u00e9.zip'")
    assert tuple(s.learner for s in others) == names
    assert all("may be the work of Jos\u00e9" in s.asked[0] for s in others)


def test_times_beyond_all_dates_are_the_last(tmp_path):
    put(tmp_path / "ana", solved())
    put(tmp_path / "ben", solved())
    path, stat = tmp_path / "ana" / NAME, type(tmp_path).lstat

    def far(self):
        found = stat(self)
        return os.stat_result([*found[:8], 1e15, found[9]]) if self == path else found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(tmp_path), "lstat", far)
        ana, ben = read(tmp_path)
    assert ana.when.year > 8000 and ben.when.year < 8000


def test_a_file_without_an_ending_is_what_it_holds(tmp_path):
    put(tmp_path / "ana", solved(), "homework")
    put(tmp_path / "ben", solved(), "homework")
    (tmp_path / "ben" / "homework").write_text("I could not do it.")
    put(tmp_path, solved(), NAME.replace(".ipynb", "_cem"))
    found = {s.learner: s for s in read(tmp_path)}
    assert list(found) == ["ana", "ben", "cem"]
    assert found["ana"].uploads and found["cem"].uploads and not found["ben"].uploads
    assert "but homework" in found["ben"].notes[0]


def test_a_long_script_is_read_at_once(tmp_path):
    text = "check(x)\n" + "x=1\n" * 60_000
    (tmp_path / "ana").mkdir()
    (tmp_path / "ana" / "02.py").write_text(text)
    start = time.process_time()
    (found,) = read(tmp_path)
    assert len(found.uploads) == 1
    assert time.process_time() - start < 30  # 100 s, when each statement split the whole text


def test_results_inside_the_class_are_nobodys(tmp_path):
    for name in ("ana", "ben"):
        put(tmp_path / "week2" / name, solved())
    put(tmp_path / "week2-results", solved(), "notes.ipynb")
    with Gradebook(tmp_path / "week2-results"):
        assert [s.learner for s in read(tmp_path)] == ["ana", "ben"]


@pytest.mark.parametrize("held", [b"", b"SQLite format 3\0", b"text"])
def test_a_learner_with_a_file_called_gradebook_is_there(tmp_path, held):
    for name in ("ana", "ben"):
        put(tmp_path / name, solved())
    (tmp_path / "ben" / "gradebook.sqlite").write_bytes(held)
    assert [s.learner for s in read(tmp_path)] == ["ana", "ben"]


def test_a_korean_name_of_older_windows_is_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr(f"ana/{NAME}", TEXT)
        archive.writestr("XX/02.ipynb", TEXT)
    data = (tmp_path / "class.zip").read_bytes()
    (tmp_path / "class.zip").write_bytes(data.replace(b"XX/02", "\uae40/02".encode("euc_kr")))
    assert {s.learner for s in read(tmp_path / "class.zip")} == {"ana", "\uae40"}


def test_zip_bomb_is_cut_off(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("eve/bomb.ipynb", "w", force_zip64=True) as file:
            for _ in range(200):
                file.write(b" " * 2**20)
        archive.writestr(f"ana/{NAME}", TEXT)
    found = {s.learner: s for s in read(path)}
    assert "has more than 100 MB" in found["eve"].notes[0]
    assert found["ana"].uploads[0].cells


def test_one_learner_cannot_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_OF_ONE", 60 * 2**20)
    for i in range(5):
        (tmp_path / "eve").mkdir(exist_ok=True)
        (tmp_path / "eve" / f"{i}.ipynb").write_bytes(b" " * (19 * 2**20))
    (found,) = read(tmp_path)
    assert len(found.uploads) == 3
    assert "has more than 3 MB" in found.notes[0] and "too much" in found.notes[1]


def test_a_sparse_file_is_left_out_unread(tmp_path, monkeypatch):
    put(tmp_path / "ana", solved())
    for name in ("work.zip", "02.ipynb"):
        with (tmp_path / "ana" / name).open("wb") as file:
            file.truncate(2**40)
    monkeypatch.setattr(archives.Walk, "_file", None)  # whoever reads it waits for minutes
    (tmp_path / "ana" / NAME).unlink()
    (found,) = read(tmp_path)
    assert [note.partition(" has ")[2][:12] for note in found.notes] == ["more than 20"] * 2


def test_broken_zip_is_a_note(tmp_path):
    (tmp_path / "eve.zip").write_bytes(b"PK\x03\x04 not a zip")
    put(tmp_path / "ana", solved())
    found = {s.learner: s for s in read(tmp_path)}
    assert "no readable zip" in found["eve"].notes[0]
    assert found["ana"].uploads


@pytest.mark.posix
def test_links_and_pipes_are_left_out(tmp_path):
    put(tmp_path / "ana", solved())
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "link.ipynb").symlink_to(tmp_path / "ana" / NAME)
    os.mkfifo(tmp_path / "eve" / "pipe.ipynb")
    found = {s.learner: s for s in read(tmp_path)}
    assert not found["eve"].uploads and len(found["eve"].notes) == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"{", "not JSON"),
        (b"[" * 200_000, "not JSON"),
        (b"[1]", "JSON list"),
        (b"\x00\xff\xfe\x80", "not JSON"),
        (b'{"nbformat": 5, "cells": []}', "nbformat is '5'"),
        (b'{"nbformat": 4}', "no list of cells"),
        (b"[],[" * 2**20, "too many parts"),
        (b'{"cells": [' + b"{}," * 6000 + b"{}]}", "6001 cells"),
    ],
)
def test_unreadable_file_says_why(data, words):
    with pytest.raises(Unreadable, match=words.replace("[", r"\[")):
        file.read(data)


def test_strange_cells_are_passed_over():
    raw = [None, 3, {"source": 4}, {"source": ["a", 5, "b"], "id": 7, "cell_type": ["x"]}]
    assert [c.source for c in cells_of({"cells": raw})] == ["a\nb"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp949", "latin-1"])
def test_other_encodings(encoding):
    word = "é" if encoding == "latin-1" else "한글"
    text = json.dumps({"nbformat": 4, "cells": [{"source": word}]}, ensure_ascii=False)
    assert file.read(text.encode(encoding))[0][0].source


def test_control_characters_in_a_name_are_replaced(tmp_path):
    name = "ana\u202egnp\n\x1b[2J"
    put(tmp_path / name, solved())
    (learner,) = owners(tmp_path)
    assert learner.isprintable() and learner.startswith("ana")
    assert (tidy(""), tidy("\n")) == ("(no name)", "\ufffd")


def test_notebook_of_format_3():
    sheet = {"cells": [{"cell_type": "code", "input": ["def f():\n", "    pass"]}]}
    (found,) = cells_of({"nbformat": 3, "worksheets": [sheet]})
    assert (found.kind, found.source) == ("code", "def f():\n    pass")


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("a\ud83d", "a\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\0\x1b[2J\uffff\U0001fffe", "\ufffd\ufffd[2J\ufffd\ufffd"),
        ("\u202egnp.x\u2066", "\ufffdgnp.x\ufffd"),
        ("한\n\t글\r\n", "한\n\t글\n"),
    ],
)
def test_characters_that_files_refuse_are_replaced(text, fit):
    assert clean(text) == fit and fit.encode()


def test_half_an_emoji_in_a_cell_is_replaced():
    data = b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": "x = \'\\ud83d\'"}]}'
    assert file.read(data)[0][0].source == "x = '\ufffd'"


def write_zip(path, names):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, TEXT)
    return path


def test_thousands_of_files_cost_their_owner_alone(tmp_path):
    names = [f"eve/{i}.ipynb" for i in range(300)] + [f"zoe/{NAME}"]
    found = {s.learner: s for s in read(write_zip(tmp_path / "class.zip", names))}
    assert len(found["eve"].uploads) == 200 and len(found["eve"].notes) == 1
    assert len(found["zoe"].uploads) == 1


@pytest.mark.parametrize(
    ("paths", "learners"),
    [
        (["week2/ana/a.ipynb", "week2/ben/a.ipynb"], ["ana", "ben"]),
        (["w/x/ana/a.ipynb", "w/x/ben/a.ipynb"], ["ana", "ben"]),
        ([f"week2/ana_{NAME}", f"week2/ben_{NAME}"], ["ana", "ben"]),
        (["ana/notebooks/a.ipynb", "ana/solutions/a.ipynb"], ["ana"]),
        ([f"ana/{NAME}", "ana/03_attention.ipynb"], ["ana"]),
        ([f"ana_{NAME}", f"{NAME[:-6]}_ben (1).ipynb", "cem.ipynb"], ["ana", "ben", "cem"]),
        (["Ana_1_assignsubmission_file/a.ipynb", "__MACOSX/._x.ipynb"], ["Ana"]),
        (["ana/hw/a.ipynb"], ["ana"]),
        (["x/Ana_1_assignsubmission_file/a.ipynb"], ["Ana"]),
        (
            ["M_1_assignsubmission_file_2_assignsubmission_file/a.ipynb"],
            ["M_1_assignsubmission_file"],
        ),
        (
            ["anon_aB3dE_90001_a.ipynb", "anon_xxxxx_LATE_90002_a.ipynb"],
            ["anon aB3dE", "anon xxxxx"],
        ),
        (["solutions/a.ipynb", "ben/a.ipynb"], ["ben", "solutions"]),
    ],
)
def test_owner_of_a_file_is_read_from_its_path(tmp_path, paths, learners):
    for path in paths:
        put((tmp_path / "in" / path).parent, stub(), (tmp_path / path).name)
    assert [s.learner for s in read(tmp_path / "in")] == learners
    assert [s.learner for s in read(write_zip(tmp_path / "class.zip", paths))] == learners


def test_folder_named_as_on_the_list_is_that_persons(tmp_path):
    put(tmp_path / "by mail" / "Ana Kim" / "work", solved())
    put(tmp_path / "by mail" / "Ben", solved())
    write_zip(tmp_path / "Course 7-HW 2.zip", [f"Cem_12_assignsubmission_file/{NAME}"])
    found = read(tmp_path, known={"Ana Kim": 1, "Ben": 2}.get)
    assert [(s.learner, s.platform) for s in found] == [
        *(("Ana Kim", ""), ("Ben", "")),
        ("Cem", "moodle"),
    ]
    assert [s.learner for s in read(tmp_path)] == ["Cem", "by mail"]


def test_file_named_as_on_the_list_is_that_persons(tmp_path):
    for name in ("Ana Kim.ipynb", "Ana Kim (1).ipynb"):  # a second copy, of the browser
        put(tmp_path, solved(), name)
    put(tmp_path / "late", solved(), "Ben_02.ipynb")
    put(tmp_path / "Cem", stub())
    put(tmp_path / "Cem", solved(), "Ana Kim.ipynb")
    found = {s.learner: s for s in read(tmp_path, known={"Ana Kim": 1, "Ben": 2, "Cem": 3}.get)}
    assert {name: len(s.uploads) for name, s in found.items()} == {"Ana Kim": 2, "Ben": 1, "Cem": 2}
    assert "below the name of Ana Kim" in found["Cem"].asked[0]


def test_whoever_handed_in_something_else_is_in_the_list(tmp_path):
    put(tmp_path / "ana", solved(), f"{NAME}.txt")  # as a browser may save it
    for who, name in [("ben", "answers.py"), ("cem", "work.7z"), ("dan", "a.pdf")]:
        (tmp_path / who).mkdir()
        (tmp_path / who / name).write_text("x")
    (tmp_path / "eva").mkdir()
    (tmp_path / "kim_11_222_essay.pdf").write_text("x")
    (tmp_path / "students.csv").write_text("id,name")
    found = {s.learner: s for s in read(tmp_path)}
    assert list(found) == ["ana", "ben", "cem", "dan", "eva", "kim"]
    assert found["ana"].uploads and not any(found[n].uploads for n in ("ben", "cem", "dan", "eva"))
    assert "answers.py" in found["ben"].notes[0] and "another kind" in found["cem"].notes[0]
    assert "empty folder" in found["eva"].notes[0] and "essay.pdf" in found["kim"].notes[0]


def _script(mark):
    code = [c for c in solved()["cells"] if c["cell_type"] == "code"]
    return "\n\n".join(mark + "".join(c["source"]) for c in code)


@pytest.mark.parametrize("mark", ["# %%\n", "# In[3]:\n", ""])
def test_a_script_is_read_as_the_notebook_that_it_was(tmp_path, mark):
    """As VS Code, nbconvert and Colab save it; a script of something else is named."""
    for who in ("ana", "ben"):
        (tmp_path / who).mkdir()
    (tmp_path / "ana" / "week 2.py").write_text(_script(mark), "utf-8")
    (tmp_path / "ben" / "own.py").write_text("print(1)", "utf-8")
    put(tmp_path / "cem", solved())
    (tmp_path / "cem" / "check.py").write_text(
        _script(mark), "utf-8"
    )  # one of two: the best counts
    (tmp_path / f"dan_{NAME}".replace(".ipynb", ".py")).write_text(_script(mark), "utf-8")
    found = {s.learner: s for s in read(tmp_path)}
    assert "week 2.py is a script" in found["ana"].notes[0] and not found["ben"].uploads
    assert len(found["cem"].uploads) == 2 and found["dan"].uploads
    answers, _ = rebuild(found["ana"])
    of_the_notebook, _ = rebuild(found["cem"])
    for name in ("project_qkv", "split_heads", "project_qkv_fused"):
        assert syntax.same_code(answers[name].text, of_the_notebook[name].text)


def test_files_beside_a_notebook_are_bounded(tmp_path):
    put(tmp_path / "ana" / "work", solved())
    files = {"a.py": 10, "large.csv": 2**19, "-x\n.py": 10, "d.exe": 10}
    for name, size in files.items():
        (tmp_path / "ana" / "work" / name).write_bytes(b"#" * size)
    (tmp_path / "ana" / "above.py").write_text("")
    put(tmp_path / "eve", solved())
    for i in range(1_200):
        (tmp_path / "eve" / f"{i}.py").touch()
    found = {s.learner: s for s in read(tmp_path)}
    assert [name for name, _ in found["ana"].beside] == ["a.py"]
    assert len(found["eve"].beside) < 1_100


def test_solutions_below_a_learner_are_left_out_and_said(tmp_path):
    put(tmp_path / "ana" / "solutions", solved())
    put(tmp_path / "ana", stub())
    (found,) = read(tmp_path)
    assert len(found.uploads) == 1 and "folder of solutions" in found.notes[0]


@pytest.mark.parametrize("what", ["absent", "file", "nothing"])
def test_bad_folder_is_named(tmp_path, what):
    path = tmp_path / what
    if what == "file":
        path.write_text("x")
    if what == "nothing":
        path.mkdir()
    with pytest.raises(BadInput, match=f"SUBMISSIONS='.*{what}'"):
        read(path)


def test_a_text_without_an_end_takes_no_longer_than_others():
    """Each of its quotes could begin a text, and each would be read to the end of the file."""

    def work(quotes):
        text = b'{"cells": ["' + b'\\"' * quotes
        start = time.process_time()
        with contextlib.suppress(Unreadable):
            file.read(text)
        return time.process_time() - start

    once, four_times = (min(work(n) for _ in range(3)) for n in (2**20, 2**22))
    assert four_times < 10 * once  # 16 times, if each were read to the end


def test_what_a_notebook_has_shown_is_left_out():
    picture, source = '\\"A' * 50_000, 'print("\\\\")' * 5_000
    notebook = solved()
    before = cells_of(notebook)
    for cell in notebook["cells"]:
        cell["outputs"] = [{"data": {"image/png": "A" * 2000}}]
    assert cells_of(notebook) == before
    large = {"cells": [{"source": source, "outputs": [picture] * 10}]}
    assert cells_of(large)[0].source == source


def packed(names):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, TEXT)
    return made.getvalue()


BO = "Bo Loops_9_assignsubmission_file_"


@pytest.mark.parametrize(
    "inner",
    [
        [f"{BO}/04 ({i}).ipynb" for i in range(8)],
        [f"Bo Loops/04 ({i}).ipynb" for i in range(8)],
        [f"x/{BO}/04.ipynb", "Eve_7_assignsubmission_file_/04.ipynb"],
        [f"../../{BO}/04.ipynb"],
        [f"{BO}/04.ipynb"] * 300,
    ],
)
@pytest.mark.parametrize("unpacked", [True, False])
@pytest.mark.parametrize("place", ["Aaron", "Aaron_7_assignsubmission_file_"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_no_name_inside_an_upload_takes_anothers_place(tmp_path, inner, unpacked, place):
    """With a list of the class and without it: the victim's file stays alone, and it is said."""
    put(tmp_path / "in" / place / "mine", stub(), "04_masking.ipynb")
    if unpacked:
        with zipfile.ZipFile(io.BytesIO(packed(inner))) as archive:
            archive.extractall(tmp_path / "in" / place)
    else:
        (tmp_path / "in" / place / "work.zip").write_bytes(packed(inner))
    put(tmp_path / "in" / ("Bo Loops" if place == "Aaron" else BO), solved(), "04_masking.ipynb")
    everybody = {"Bo Loops": "Bo", "Aaron": "Aaron"}
    for known in (everybody.get, {"Bo Loops": "Bo"}.get, lambda name: None):
        found = {s.learner: s for s in read(tmp_path / "in", known)}
        assert set(found) == {"Aaron", "Bo Loops"}
        assert len(found["Bo Loops"].uploads) == 1 and not found["Bo Loops"].asked
        names_bo = BO in "".join(inner) or known("Bo Loops")
        assert ("Bo Loops" in " ".join(found["Aaron"].asked)) == bool(names_bo)


@pytest.mark.parametrize("inner", [f"{BO}/04.ipynb", "Bo Loops/04.ipynb"])
@pytest.mark.parametrize("suffix", ["", ".zip"])
def test_a_folder_with_one_name_inside_is_no_export(tmp_path, inner, suffix):
    put(tmp_path / "Bo Loops", solved(), "04_masking.ipynb")
    path = tmp_path / f"mallory{suffix}"
    if suffix:
        path.write_bytes(packed([inner]))
    else:
        put(path / inner.partition("/")[0], stub(), "04.ipynb")
    found = {s.learner: s for s in read(tmp_path, {"Bo Loops": "Bo"}.get)}
    assert set(found) == {"Bo Loops", "mallory"} and not found["Bo Loops"].asked
    assert "below the name of Bo Loops" in found["mallory"].asked[0]
    (tmp_path / "Bo Loops" / "04_masking.ipynb").unlink()
    (tmp_path / "Bo Loops").rmdir()
    put(tmp_path / "Cem", stub())
    found = {s.learner: s for s in read(tmp_path, {"Bo Loops": "Bo"}.get)}
    assert "All that mallory/ holds bears the name of Bo Loops" in found["Bo Loops"].asked[0]


def test_a_learner_in_two_exports_is_asked_about(tmp_path):
    for name in ("Course 7.zip", "mallory.zip"):
        (tmp_path / name).write_bytes(
            packed([f"{BO}/04.ipynb", "Ana_8_assignsubmission_file_/04.ipynb"])
        )
    found = read(tmp_path)
    assert [(s.learner, len(s.uploads)) for s in found] == [("Ana", 2), ("Bo Loops", 2)]
    assert all("Course 7/, mallory/" in s.asked[0] for s in found)


def test_moodle_without_folders_and_a_file_named_as_anothers(tmp_path):
    """The first number is Moodle's: what follows is the name that the learner gave the file."""
    spoof = f"Ana_8_assignsubmission_file_{BO}"
    names = [f"{BO}04_masking.ipynb", f"{spoof}04.ipynb"]
    path = write_zip(tmp_path / "class.zip", names)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(f"{spoof}.zip", packed(["04 (2).ipynb"]))
        archive.writestr(f"kim_12_333_{BO}", b"no folder")
    found = [(s.learner, s.platform_id, len(s.uploads)) for s in read(path)]
    assert found == [("Ana", "8", 2), ("Bo Loops", "9", 1), ("kim", "12", 0)]


def test_a_name_with_numbers_is_no_number_of_canvas(tmp_path):
    put(tmp_path / "Ana", solved(), "hw_02_03_attention.ipynb")
    put(tmp_path / "Ben", solved(), "hw_02_04_masking.ipynb")
    assert list(owners(tmp_path)) == ["Ana", "Ben"]
