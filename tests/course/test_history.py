"""What a learner tried before is kept, once, and found again, newest first."""

import os
from datetime import datetime

import pytest

from tutor_utils.course import store


class Clock(datetime):
    """A clock that a test sets."""

    moment = datetime(2026, 11, 21, 21, 47, 5)

    @classmethod
    def now(cls, tz=None):
        return cls.moment


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    monkeypatch.setattr(store, "datetime", Clock)
    monkeypatch.setattr(Clock, "moment", Clock.moment)
    return Clock


def later(clock):
    clock.moment = clock.moment.replace(minute=clock.moment.minute + 1)


def codes(exercise="encode"):
    return [(each.what, each.code) for each in store.all_tries(exercise)]


def test_a_try_is_a_file_with_its_date(clock):
    path = store.keep_try("encode", "failed", "x = 1\n\n")
    folder = store.folder() / "history" / "encode"
    assert path == folder / "2026-11-21 21.47.05 failed.py"
    assert path.read_text("utf-8") == "x = 1\n"
    (found,) = store.all_tries("encode")
    assert found == store.Try(clock.moment, "failed", "x = 1", path)
    assert found.date == "2026-11-21 21:47"
    assert store.all_tries("decode") == []
    store.keep_try("decode", "failed", "x = 1  \n")
    assert codes("decode") == [("failed", "x = 1  ")], "spaces are the learner's"


def test_the_newest_stands_first(clock):
    for code in ("b", "ä", "c"):
        store.keep_try("encode", "failed", code)
        later(clock)
    assert codes() == [("failed", "c"), ("failed", "ä"), ("failed", "b")]


def test_tries_within_one_second_keep_their_order():
    paths = [store.keep_try("encode", "failed", code) for code in ("c", "a", "b")]
    for age, path in zip((5, 9, 1), paths, strict=True):
        os.utime(path, (1000 - age, 1000 - age))
    assert [p.stem.rpartition(" ")[2] for p in paths] == ["failed", "failed~1", "failed~2"]
    assert codes() == [("failed", "b"), ("failed", "c"), ("failed", "a")]


def test_the_same_again_is_not_kept_twice(clock):
    first = store.keep_try("encode", "failed", "x = 1")
    later(clock)
    assert store.keep_try("encode", "failed", "x = 1\n") == first
    store.keep_try("encode", "passed", "x = 1")
    later(clock)
    store.keep_try("encode", "failed", "x = 1")
    assert codes() == [("failed", "x = 1"), ("passed", "x = 1"), ("failed", "x = 1")]
    later(clock)
    kept = store.keep_try("encode", "kept", "x = 2")
    assert store.keep_try("encode", "passed", "x = 2") == kept, (
        "what was put aside is there already"
    )


def test_put_aside_saves_only_new_texts(clock):
    store.keep_try("encode", "failed", "x = 1")
    later(clock)
    store.keep_try("encode", "passed", "x = 2")
    later(clock)
    assert store.put_aside("encode", ["x  = 1 # the same", " \n", "x = 3", "x=3"]) == [
        store.all_tries("encode")[0].path
    ]
    assert codes()[0] == ("kept", "x = 3") and len(codes()) == 3
