"""Whatever is handed in becomes submissions and notes, never an end."""

import io
import json
import os
import zipfile

import pytest

from tests.grading.submissions import NAME, put, solved
from tutor_utils.grading.submission import BadInput, Unreadable, cells, read, tidy

TEXT = json.dumps(solved())


def owners(path):
    return {s.learner: sorted(u.name for u in s.uploads) for s in read(path)}


def test_folder_for_each_learner(tmp_path):
    put(tmp_path / "ana" / "week 2", solved())
    put(tmp_path / "김민준", solved(), "another name.ipynb")
    (tmp_path / "ana" / "notes.txt").write_text("mine")
    put(tmp_path / "ana" / ".ipynb_checkpoints", solved())
    assert owners(tmp_path) == {"ana": [NAME], "김민준": ["another name.ipynb"]}


def test_file_for_each_learner(tmp_path):
    put(tmp_path, solved(), f"ana_{NAME}")
    put(tmp_path, solved(), f"{NAME.removesuffix('.ipynb')}_ben (1).ipynb")
    put(tmp_path, solved(), "cem.ipynb")
    assert set(owners(tmp_path)) == {"ana", "ben", "cem"}


def test_zip_of_moodle(tmp_path):
    path = tmp_path / "course.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"Ana Kim_12345_assignsubmission_file_/{NAME}", TEXT)
        archive.writestr(f"Ana Kim_67890_assignsubmission_file/{NAME}", TEXT)
        archive.writestr("__MACOSX/._x.ipynb", "junk")
    found = read(path)
    assert [(s.learner, s.platform_id) for s in found] == [
        ("Ana Kim", "12345"),
        ("Ana Kim", "67890"),
    ]
    assert found[0].digest == found[1].digest


def test_files_of_canvas_and_zips_inside(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(f"work/{NAME}", TEXT)
    put(tmp_path, solved(), f"kimana_LATE_11_222_{NAME}")
    (tmp_path / "parkben_12_333_all.zip").write_bytes(inner.getvalue())
    found = {s.learner: (s.platform_id, [u.name for u in s.uploads]) for s in read(tmp_path)}
    assert found == {"kimana": ("11", [f"kimana_LATE_11_222_{NAME}"]), "parkben": ("12", [NAME])}


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


def test_zip_bomb_is_cut_off(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("eve/bomb.ipynb", "w", force_zip64=True) as file:
            for _ in range(200):
                file.write(b" " * 2**20)
        archive.writestr(f"ana/{NAME}", TEXT)
    found = {s.learner: s for s in read(path)}
    with pytest.raises(Unreadable, match="a notebook may have 20"):
        cells(found["eve"].uploads[0].data)
    assert cells(found["ana"].uploads[0].data)


def test_one_learner_cannot_fill_the_memory(tmp_path):
    for i in range(5):
        (tmp_path / "eve").mkdir(exist_ok=True)
        (tmp_path / "eve" / f"{i}.ipynb").write_bytes(b" " * (19 * 2**20))
    (found,) = read(tmp_path)
    assert len(found.uploads) == 3
    assert "too large" in found.notes[0]


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
        (b'{"nbformat": 3, "worksheets": []}', "nbformat is '3'"),
        (b'{"nbformat": 5, "cells": []}', "nbformat is '5'"),
        (b'{"nbformat": 4}', "no list of cells"),
        (b" " * (21 * 2**20), "a notebook may have 20"),
        (b'{"cells": [' + b"{}," * 6000 + b"{}]}", "6001 cells"),
    ],
)
def test_unreadable_file_says_why(data, words):
    with pytest.raises(Unreadable, match=words.replace("[", r"\[")):
        cells(data)


def test_strange_cells_are_passed_over():
    raw = [None, 3, {"source": 4}, {"source": ["a", 5, "b"], "id": 7, "cell_type": ["x"]}]
    assert [c.source for c in cells(json.dumps({"cells": raw}).encode())] == ["ab"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp949", "latin-1"])
def test_other_encodings(encoding):
    word = "é" if encoding == "latin-1" else "한글"
    text = json.dumps({"nbformat": 4, "cells": [{"source": word}]}, ensure_ascii=False)
    assert cells(text.encode(encoding))[0].source


def test_names_cannot_deceive(tmp_path):
    name = "ana\u202egnp\n\x1b[2J"
    put(tmp_path / name, solved())
    (learner,) = owners(tmp_path)
    assert learner.isprintable() and learner.startswith("ana")
    assert tidy("") == tidy("\n") == "(no name)" or tidy("\n")


@pytest.mark.parametrize("what", ["absent", "file", "nothing"])
def test_bad_folder_is_named(tmp_path, what):
    path = tmp_path / what
    if what == "file":
        path.write_text("x")
    if what == "nothing":
        path.mkdir()
    with pytest.raises(BadInput, match=f"SUBMISSIONS='.*{what}'"):
        read(path)
