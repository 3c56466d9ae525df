"""What the learner wrote is never lost: copies do not take each other's place."""

from tutor_utils.course import store


def copies():
    return sorted(p.read_text("utf-8") for p in (store.folder() / "history").iterdir())


def keep(text):
    path = store.answer_file("split_heads")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    store.keep_copy(path)


def test_a_copy_that_was_deleted_costs_no_other():
    keep("first")
    keep("second")
    (store.folder() / "history" / "split_heads-1.py").unlink()
    keep("third")
    keep("fourth")
    assert copies() == ["fourth", "second", "third"]


def test_bytes_that_are_no_text_are_kept():
    path = store.answer_file("split_heads")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\xff\xfe\x00")
    store.keep_copy(path)
    assert (store.folder() / "history" / "split_heads-1.py").read_bytes() == b"\xff\xfe\x00"


RECORD = store.Record("encode", "passed", 3, 2, 1, "no-return", "abc", 4)


def test_a_record_is_read_as_it_was_written():
    store.save(RECORD)
    assert store.load("encode") == RECORD and RECORD.passed
    assert store.to_text(RECORD).startswith("exercise: encode\noutcome: passed\ntries: 3\n")
    assert store.load("pad_batch") == store.Record("pad_batch") and not store.Record("a").passed
    fresh = "exercise: a\noutcome: open\ntries: 0\nhints: 0\nsolution_seen: 0\n"
    assert store.to_text(store.Record("a")) == f"{fresh}diagnosis: \ndigest: \nversion: 1\n"


def test_a_record_that_cannot_be_used_counts_as_none():
    path = store.folder() / "progress.txt"
    path.parent.mkdir()
    path.write_bytes(b"tries: 3\n\nexercise: pad_batch\ntries: 2\n\n\xff\xfe\n")
    assert store.records() == {"pad_batch": store.Record("pad_batch", tries=2)}
    assert store.load("encode") == store.Record("encode")


def test_the_record_saved_last_stands_last():
    for name in ("encode", "pad_batch", "encode"):
        store.save(store.Record(name, "tried"))
    assert list(store.records()) == ["pad_batch", "encode"]


def test_two_notebooks_lose_no_record_of_each_other(monkeypatch):
    """The other one saves between the reading and the writing of this one."""
    store.save(store.Record("encode", "passed"))
    read = store.records

    def meanwhile():
        found = read()
        store._progress_file().open("a").write("\n\n" + store.to_text(store.Record("other")))
        return found

    monkeypatch.setattr(store, "records", meanwhile)
    store.save(store.load("encode"))
    assert set(read()) == {"encode", "other"}


def test_lines_that_a_record_does_not_know_are_passed_over():
    text = "exercise:  encode \ncolour: red\nno line\ntries: many\nhints: 2\ndiagnosis: a: b\n"
    text += "outcome: "
    assert store.parse(text) == store.Record("encode", hints=2, diagnosis="a: b")
    assert store.parse("outcome: passed") is None and store.parse("exercise:  \n") is None


def test_the_folder_lies_beside_the_notebooks(monkeypatch, tmp_path):
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    assert store.folder() == tmp_path / "home" / "my_transformer"
    monkeypatch.delenv("TUTOR_HOME")
    monkeypatch.setattr(store, "_START", tmp_path)
    for name in ("notebooks", "tutor_utils"):  # one of the two says nothing
        assert store.folder() == tmp_path / "my_transformer"
        (tmp_path / name).mkdir()
    assert store.folder() == tmp_path / "notebooks" / "my_transformer"
    (tmp_path / "notebooks").rmdir()
    assert store.folder() == tmp_path / "my_transformer"
