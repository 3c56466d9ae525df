"""``predict``: answers that mean the same count the same."""

import pytest

from tutor_utils import exercises, predict


def a_question_of_words():
    return next(q for q in exercises.questions() if isinstance(q.answer, str) and " " in q.answer)


@pytest.mark.parametrize("write", [str, str.upper, lambda a: f"  {a.replace(' ', '   ')}\n"])
def test_case_and_spaces_do_not_matter(capsys, write):
    question = a_question_of_words()
    predict(question.id, write(question.answer))
    assert capsys.readouterr().out.startswith("Right.")


def test_another_answer_is_not_right(capsys):
    question = a_question_of_words()
    predict(question.id, question.answer.replace(" ", ""))
    said = capsys.readouterr().out
    assert said.startswith(f"{question.answer.replace(' ', '')!r} is none of the answers.")
    assert repr(question.answer) in said
