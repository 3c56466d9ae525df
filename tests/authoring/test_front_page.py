"""The front page is made from the registry, and every notebook leads on, back, and to the paper."""

import re
from functools import cache

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import build, front_page, generate, links

names = pytest.mark.parametrize("notebook", exercises.NOTEBOOKS, ids=lambda n: n.number)
learner_notebook = cache(generate.learner_notebook)
PAPER = "https://arxiv.org/html/1706.03762v7"
LINK = re.compile(r"\]\(([^)#]+\.ipynb)\)")


def test_page_is_up_to_date():
    page = build.to_text(front_page.page())
    assert front_page.PAGE.read_text("utf-8") == page and "{{" not in page


@names
def test_page_says_what_each_notebook_gives(notebook):
    row = next(line for line in front_page.table().splitlines() if f"({notebook.stem}.i" in line)
    if notebook.side_trip:
        return
    assert f"({notebook.stem}.ipynb) | {notebook.minutes} |" in front_page.road()
    promised = front_page.promises(notebook.stem)
    assert promised and all(promise in row for promise in promised)


@names
def test_every_notebook_leads_on_and_back(notebook):
    source = build.sources([notebook.number])[0]
    steps = 0 if notebook.side_trip else 1  # a side trip leads back to its own
    road = [n for n in exercises.NOTEBOOKS if not n.side_trip]
    near = {n.stem for n in road if abs(int(n.road) - int(notebook.road)) == steps}
    for made, folder in (
        (learner_notebook(source), "notebooks"),
        (generate.solution_notebook(source), "solutions"),
    ):
        for cell in (made.cells[0], made.cells[-1]):
            targets = LINK.findall(cell.source)
            assert near <= {target.removesuffix(".ipynb") for target in targets}
            assert links.PAPER in cell.source
            home = next(target for target in targets if target.endswith(links.FRONT_PAGE))
            assert (generate.ROOT / folder / home).resolve() == front_page.PAGE


@names
def test_plumbing_is_one_folded_cell(notebook):
    made = learner_notebook(build.sources([notebook.number])[0])
    setup = [cell for cell in made.cells if "find_spec" in cell.source]
    assert setup == [made.cells[1]] and setup[0].metadata["jupyter"]["source_hidden"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("(section 3.2.1)", f"([section 3.2.1]({PAPER}#S3.SS2.SSS1))"),
        ("Section 4 says", f"[Section 4]({PAPER}#S4) says"),
        ("see [section 5](x)", "see [section 5](x)"),
        ("section 12 of another", "section 12 of another"),
    ],
)
def test_sections_are_linked(text, made):
    assert links.with_paper(text) == made
