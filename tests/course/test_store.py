"""What the learner wrote is never lost: copies do not take each other's place."""

from tutor_utils.course import store


def copies():
    return sorted(p.read_text("utf-8") for p in (store.folder() / "history").iterdir())


def keep(text):
    path = store.answer_file("split_heads")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    store.keep_copy(path)


def test_every_copy_is_kept():
    for text in ("first", "second", "third"):
        keep(text)
    assert copies() == ["first", "second", "third"]


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
