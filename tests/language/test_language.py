"""The texts of Part II."""

import re
from datetime import date

import pytest

from tutor_utils import language


def test_python_s_manual_is_words_with_single_blanks():
    text = language.python_manual()
    assert 45_000 < len(text) < 55_000 and not re.search(r"\s\s|\n", text) and text.isascii()


def test_learners_own_text_file_is_read(tmp_path):
    path = tmp_path / "my.txt"
    path.write_bytes(("\ufeff" + "ein Satz.\r\n" * 300).encode())
    assert language.read(path).startswith("ein Satz. ein")
    for data, words in ((b"", "holds 0 characters"), (b"\xff\xfe" * 2000, "no text in UTF-8")):
        path.write_bytes(data)
        with pytest.raises(language.NoText, match=words):
            language.read(path)
    with pytest.raises(language.NoText, match=r"path='.*nothing.txt' cannot be read"):
        language.read(tmp_path / "nothing.txt")


def test_split_cuts_between_words():
    train, held = language.split("eins zwei drei vier", 0.5)
    assert (train, held) == ("eins zwei", "drei vier")
    for text, share in (("eins", 0.5), ("", 0.5), ("eins zwei", 0.0), ("eins zwei", 1.0)):
        with pytest.raises(ValueError, match=r"text=|held_out="):
            language.split(text, share)


def test_dates_are_cldr_s_and_all_different():
    found = language.dates(300, seed=4)
    assert len({day.iso for day in found}) == 300 == len(found)
    assert {day.language for day in found} == set(language.LANGUAGES)
    assert language.dates(300, seed=4) == found != language.dates(300, seed=5)
    assert language.written(date(2021, 3, 3), "ko", "long").pair == ("2021년 3월 3일", "2021-03-03")
    short = [language.written(date(2005, 3, 4), code, "short").text for code in ("en", "es")]
    assert short == ["3/4/05", "4/3/05"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: language.dates(10**6, seed=0), "count=1000000"),
        (lambda: language.written(date(2021, 3, 3), "xx", "long"), "language='xx'"),
        (lambda: language.written(date(2021, 3, 3), "ko", "tiny"), "form='tiny'"),
    ],
)
def test_bad_arguments(call, words):
    with pytest.raises(ValueError, match=words):
        call()
