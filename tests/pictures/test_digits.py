"""The pictures of Part III."""

from tutor_utils import pictures


def test_digits_are_pictures_from_paper_to_ink_with_their_digit():
    shown, digits = pictures.digits()
    assert shown.shape == (1797, 8, 8) and digits.bincount().tolist() == [
        *(178, 182, 177, 183, 181, 182, 181, 179, 174, 180)
    ]
    assert (shown.min(), shown.max()) == (0, 1)
    zero = shown[digits == 0].mean(0)  # ink around, paper in the middle
    assert zero[3:5, 3:5].max() < 0.2 < zero[3, 2] and zero[0, 0] == 0
