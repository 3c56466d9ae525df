"""The site is whole, asks nothing of others, and gives no answer away at first sight."""

import ast
import json
import re
from html import escape, unescape

import nbformat
import pytest
from stems import STEM

from tutor_utils import exercises, viz
from tutor_utils.authoring import address, site, site_forms, site_front
from tutor_utils.exercises import folder as folder_of
from tutor_utils.viz import svg
from tutor_utils.viz.interactive.mask_function import WITHOUT_KERNEL

MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Two notebooks of the real site, one of them with formulas; and what Sphinx warned of."""
    folder = tmp_path_factory.mktemp("web") / "site"
    few = [n for n in exercises.NOTEBOOKS if n.number in ("02", "05")]
    return folder, site.build(folder, "https://someone.github.io/course/", few)


@pytest.fixture(scope="module")
def folder(built):
    return built[0]


@pytest.fixture(scope="module")
def text(folder):
    """The page of notebook 02."""
    return (folder / f"{STEM['02']}.html").read_text("utf-8")


def test_no_link_leads_nowhere(built):
    folder, warnings = built
    assert warnings == []
    for page in folder.glob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?:]+)["#?]', page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} -> {target}"


def test_nothing_is_asked_of_other_servers(folder):
    for page in folder.glob("*.html"):
        text = page.read_text("utf-8")
        assert "Content-Security-Policy" in text
        loads = r'<(?:script|img|iframe|source)[^>]*\ssrc="(https?:)?//|<link[^>]*href="https?://'
        assert not re.search(loads, re.sub(r'<link rel="canonical"[^>]*>', "", text))


def test_answers_are_folded_and_formulas_are_drawn_from_here(folder, text):
    assert len(re.findall(r'<details class="[^"]*hide[^"]*input', text)) >= 3
    assert not (folder / "_sources").exists()
    contract = "TODO: your code here"  # a reader sees what is asked before the answer
    assert text.count(contract) == 3 and text.rindex(contract) < text.rindex(">Show the course")
    formulas = (folder / f"{STEM['05']}.html").read_text("utf-8")
    assert 'src="_static/mathjax/tex-chtml.js' in formulas
    assert (folder / "_static" / "mathjax" / "output" / "chtml" / "fonts").is_dir()
    assert 'role="navigation" aria-label="Notebooks"' in formulas
    assert '<th class="head"><p></p></th>' not in formulas


def test_nothing_that_answers_a_prediction_can_be_read(text):
    asked = [q for q in exercises.questions() if q.notebook == "02"]
    assert asked and text.count('class="tutor-ask"') == len(asked)
    for question in asked:
        for why in [*question.choices.values(), question.otherwise]:
            assert not why or escape(why) not in text


def test_no_check_speaks_of_an_answer_that_nobody_wrote(text):
    assert "RIGHT ·" not in text and "criteria met" not in text
    assert text.count("NOT YET ·") >= 6  # the cards of wrong lines


def test_notebook_can_be_taken_from_its_page(folder, text):
    link = re.search(rf'href="(_downloads/[^"]+{STEM["02"]}.ipynb)"', text)
    assert link and (folder / link[1]).read_bytes()


@pytest.mark.parametrize(
    "name", ["cosine_similarity", "split_heads", "causal_mask", "greedy_decode"]
)
def test_gap_joins_to_answers_that_are_right_and_wrong(name):
    gap = site_forms.gap_of(name)
    path = exercises.path_of(name)
    rights = map(_tree, folder_of.right_answers(path).values())
    assert _tree("\n".join([gap.before, gap.right, gap.after])) in list(rights)
    assert 2 <= len(gap.wrong) <= site_forms.MOST
    for mistake, line in gap.wrong:
        joined = "\n".join([gap.before, line, gap.after])
        assert _tree(joined) == _tree(mistake.code) and line != gap.right


def _tree(code):
    return ast.dump(ast.parse(code))


def test_choices_are_laid_out_as_people_write_code():
    gaps = filter(None, map(site_forms.gap_of, exercises.names()))
    lines = [line for gap in gaps for _, line in gap.wrong]
    assert len(lines) > 100
    # two blanks, or one inside brackets: what an edit leaves where a word was
    assert not [line for line in lines if re.search(r"\S  +[^ #]|[\[(] | $", line)]


def test_front_page_begins_with_a_model_and_a_tempting_line(folder):
    text = (folder / "index.html").read_text("utf-8")
    assert text.index('data-viewer="explorer"') < text.index("NOT YET · split_heads")
    assert text.index("NOT YET · split_heads") < text.index("The map")
    assert "run hint(" not in text and "Run it yourself" not in text
    data = json.loads(unescape(re.search(r'data-viewer="explorer" data-tutor="([^"]*)', text)[1]))
    assert "class FeedForward" in data["lines"]["feed_forward"] and data["first"] == ""


def test_first_screen_says_what_it_is_and_where_to_begin(folder, monkeypatch):
    text = (folder / "index.html").read_text("utf-8")
    lead = text[text.index('class="tutor-lead"') : text.index('data-viewer="explorer"')]
    for words in ("free", "For people who know Python", "hours", "a laptop"):
        assert words in lead
    links = re.findall(r'class="tutor-way" href="([^"]+)">([^<]+)<', lead)
    assert [words for _, words in links] == ["Begin", "See the map"]
    assert 'id="the-map"' in text
    ours = address.Address("someone", "course", "v1")
    monkeypatch.setattr(address, "read", lambda: ours)
    assert f'href="{ours.colab("notebooks/first.ipynb")}"' in site_front.lead("first")


def test_title_stands_once_and_words_have_blanks(folder):
    text = (folder / "index.html").read_text("utf-8")
    assert f"<title>{site.TITLE}</title>" in text
    described = re.search(r'<meta name="description" content="([^"]*)"', text)[1]
    assert not re.search(r"\w\(", described)


def test_a_lost_reader_finds_the_way_from_any_depth(folder):
    text = (folder / "404.html").read_text("utf-8")
    assert '<base href="https://someone.github.io/course/">' in text and 'href="index.html"' in text


def test_stored_outputs_link_to_pages_and_not_to_files():
    stored = (
        '<a href="11_inside.ipynb">11</a> <a href="10_since.ipynb">10</a> '
        '<a href="my_transformer/your_model.html" target="_blank">Your page</a>'
    )
    assert site._finish(stored, ["11_inside"]) == (
        '<a href="11_inside.html">11</a> <a href="index.html">10</a> Your page'
    )


def test_links_of_the_front_page_lead_to_exercises(folder):
    stem, _, anchor = site_front.address_of("split_heads").partition("#")
    assert f'id="{anchor}"' in (folder / stem).read_text("utf-8")


def test_every_page_is_light(folder):
    assert max(page.stat().st_size for page in folder.glob("*.html")) < MOST_BYTES


@pytest.mark.parametrize(
    ("value", "normal"),
    [("Root of  64", "root of 64"), ((2, 3.0), "2, 3"), (0.25, "0.25"), (4.0, "4")],
)
def test_choice_has_one_normal_form(value, normal):
    assert site_forms.plain(value) == normal


def test_shared_link_has_title_description_and_picture(folder, text):
    for name in ("og:title", "og:description", "og:image"):
        assert f'property="{name}"' in text
    assert "https://someone.github.io/course/_static/viewer.png" in text
    assert (folder / "_static" / "viewer.png").exists()


def test_page_shows_the_drawing_and_leads_to_a_kernel():
    """The drawing for pages takes the place of the PNG; what asks for a kernel has a link."""
    picture = viz.mask([[True, False]])
    drawn = svg.drawn(picture.figure, picture.alt)
    data = {"text/html": f"{picture.html()}<p>{WITHOUT_KERNEL}</p>", svg.KIND: drawn}
    output = nbformat.v4.new_output("display_data", data)
    cells = [nbformat.v4.new_code_cell("pass", id=name) for name in ("c-a", "c-b", "c-c")]
    cells[2].outputs = [output]
    page = site.page_of(nbformat.v4.new_notebook(cells=cells), {}, [])
    shown = page.cells[2].outputs[0].data
    link = '<a href="#write-it">open this notebook in JupyterLab</a>'
    assert shown["text/html"].startswith(f"{drawn}<p>To use the field for other ids, {link}")
    assert "image/png" not in shown["text/html"].replace(drawn, "") and svg.KIND not in shown
    assert site._links_to_write("02_a").startswith("(write-it)=\n")


def test_badges_of_other_servers_stay_out():
    ours = address.Address("someone", "course", "v1")
    text = f"# Title\n\n{ours.badges('notebooks/x.ipynb')}\n\nwords [a](index.ipynb)"
    assert site._for_reading(text, []) == "# Title\n\n\nwords [a](index.md)"


def test_a_folder_that_is_no_site_is_kept(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(site.CannotBuild, match="holds something that is no site"):
        site.build(tmp_path)
    assert (tmp_path / "thesis.txt").exists()
