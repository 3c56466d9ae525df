"""The site is whole, asks nothing of others, and gives no answer away at first sight."""

import re

import pytest

from tutor_utils.authoring import address, site


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Two notebooks of the real site: one of them has formulas."""
    folder = tmp_path_factory.mktemp("web") / "site"
    with pytest.MonkeyPatch.context() as patch:
        few = [n for n in site.exercises.NOTEBOOKS if n.number in ("02", "05")]
        real = site.first_page
        patch.setattr(site, "first_page", lambda stems: real([n.stem for n in few]))
        patch.setattr(site, "_wanted", lambda: few)
        warnings = site.build(folder, "https://someone.github.io/course/")
    return folder, warnings


def test_no_link_leads_nowhere(pages):
    folder, warnings = pages
    assert warnings == []
    for page in folder.glob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?:]+)["#?]', page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} -> {target}"


def test_nothing_is_asked_of_other_servers(pages):
    folder, _ = pages
    for page in folder.glob("*.html"):
        text = page.read_text("utf-8")
        assert "Content-Security-Policy" in text
        loads = r'<(?:script|img|iframe|source)[^>]*\ssrc="(https?:)?//|<link[^>]*href="https?://'
        assert not re.search(loads, re.sub(r'<link rel="canonical"[^>]*>', "", text))


def test_answers_are_folded_and_formulas_are_drawn_from_here(pages):
    folder, _ = pages
    text = (folder / "02_projection_and_heads.html").read_text("utf-8")
    assert len(re.findall(r'<details class="[^"]*hide[^"]*input', text)) >= 3
    assert not (folder / "_sources").exists()
    contract = "TODO: your code here"  # a reader sees what is asked before the answer
    assert text.count(contract) == 3 and text.rindex(contract) < text.rindex(">Show the course")
    formulas = (folder / "05_multi_head_attention.html").read_text("utf-8")
    assert 'src="_static/mathjax/tex-chtml.js' in formulas
    assert (folder / "_static" / "mathjax" / "output" / "chtml" / "fonts").is_dir()
    assert 'role="navigation" aria-label="Notebooks"' in formulas
    assert '<th class="head"><p></p></th>' not in formulas


def test_shared_link_has_title_description_and_picture(pages):
    folder, _ = pages
    text = (folder / "02_projection_and_heads.html").read_text("utf-8")
    for name in ("og:title", "og:description", "og:image"):
        assert f'property="{name}"' in text
    assert "https://someone.github.io/course/_static/viewer.png" in text
    assert (folder / "_static" / "viewer.png").exists()


def test_badges_of_other_servers_stay_out():
    ours = address.Address("someone", "course", "v1")
    text = f"# Title\n\n{address._badges(ours, 'notebooks/x.ipynb')}\n\nwords [a](index.ipynb)"
    assert site._for_reading(text) == "# Title\n\n\n\nwords [a](index.md)".replace(
        "\n\n\n\n", "\n\n\n"
    )


def test_a_folder_that_is_no_site_is_kept(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(site.CannotBuild, match="holds something that is no site"):
        site.build(tmp_path)
    assert (tmp_path / "thesis.txt").exists()
