"""A notebook is numbered 07; one beside it, a side trip, 07c."""

from dataclasses import replace

import pytest

from tests.grading.submissions import cell, handed_in, solved
from tutor_utils import exercises
from tutor_utils.grading import plugin, rebuild
from tutor_utils.grading.owners import notebook_in


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("07c_decoders.ipynb", "07c"),
        ("ana 07C (1).ipynb", "07c"),
        ("hw07.ipynb", "07"),
        ("07copy.ipynb", "07"),
        ("07d.ipynb", "07"),
        ("2026.ipynb", ""),
        ("58.ipynb", ""),
    ],
)
def test_a_file_name_says_which_notebook_it_is(name, number):
    assert notebook_in(name, ("07", "07c")) == number


@pytest.fixture
def side_trip(monkeypatch):
    """The fused projection, as an exercise of a side trip."""
    entry = replace(exercises.entry("project_qkv_fused"), notebook="02c", bonus=True)
    monkeypatch.setitem(exercises._ENTRIES, entry.id, entry)
    return entry.id


def test_cells_of_a_side_trip_are_its_own_notebook(side_trip):
    alone = solved()
    alone["cells"] = [cell(alone, side_trip)]
    assert rebuild.look(handed_in("ana", alone)).numbers == ["02c"]
    assert rebuild.look(handed_in("ana", solved())).numbers == ["02"]


def test_nbval_prints_no_table_for_a_bonus_side_trip(side_trip):
    assert plugin._number("02c_more.ipynb", plugin._File(homes=["02c"])) == ""
    assert plugin._number("02_more.ipynb", plugin._File(homes=["02"])) == "02"
