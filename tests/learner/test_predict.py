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


def test_the_order_of_the_choices_says_nothing(capsys):
    asked = [q for q in exercises.questions() if not q.otherwise]
    for question in asked:
        predict(question.id)
    lists = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Choose")]
    assert len(lists) == len(asked)
    assert lists != ["Choose one of: " + ", ".join(map(repr, q.choices)) for q in asked]
    assert all(repr(q.answer) in line for q, line in zip(asked, lists, strict=True))


@pytest.mark.parametrize(
    ("question", "said", "told"),
    [
        ("split_shape", [10, 8, 20, 64], "Right."),
        ("split_shape", (10, 20, 8, 64), "Not quite. The cut is right."),
        ("split_shape", (1, 2), "Not quite."),
        ("split_shape", None, "Your prediction, please"),
        ("table_size", "51200", "Right."),
        ("table_size", "51,200", "Right."),
        ("table_size", "100*512", "'100*512' is a text. Give one number, without quotes."),
        ("double_width", "2 times", "Right."),
        ("double_width", "4", "Not quite. The variance"),
        ("padded_shape", "(10, 20)", "Right."),
        ("padded_shape", "20 x 10", "Not quite. Batch first"),
        ("first_label", 5, "Right."),
        ("which_root", 64, "Right."),
        ("which_root", 8, "'8' is none of the answers."),
        ("which_root", "root", "'root' is none of the answers."),
        ("rows_or_columns", "row", "Right."),
    ],
)
def test_prediction_is_answered(capsys, question, said, told):
    predict(question, said)
    assert capsys.readouterr().out.startswith(told)
