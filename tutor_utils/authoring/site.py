"""``python3 -m tutor_utils site``: web pages of the executed solutions, every answer folded.

Sphinx and myst-nb make them from the notebooks as they are stored; nothing runs. A page asks
nothing of any other server: MathJax, fonts and search lie beside it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from .. import exercises
from ..exercises.notebook import Notebook
from ..viz import svg
from . import address, front_page, site_forms, site_front
from .generate import ROOT

ASSETS = Path(__file__).parent / "site_assets"  # our style and our few lines of script
DOWNLOADS = "as_given"  # the notebooks of learners
PICTURES = ROOT / ".github" / "images"
GUIDES = ("teaching", "publishing")  # in .github/, for GitHub's readers too
TITLE = "Build the Transformer from your own code"
NOT_FOUND = """\
---
orphan: true
---
# This page is not here

It was moved, or the link has a slip. [The front page](index.md) lists all notebooks; the search at
the top finds words in them.
"""
_WRITE = "write-it"  # the place of the links that open a page's notebook
_OPEN_IT = "open this notebook in JupyterLab"
_OPEN_HERE = f'<a href="#{_WRITE}">{_OPEN_IT}</a>'
_PICTURE = re.compile(r'<img [^>]*class="tutor-drawn"[^>]*><style>.*?</style>')


class CannotBuild(RuntimeError):
    """The pages could not be built; the message says why."""


def main(argv: list[str]) -> int:
    """Build the pages. Exit code 1: they could not be made, or a link leads nowhere."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder (site)")
    parser.add_argument("--url", help="where it will be published (OWNER.github.io/NAME)")
    options = parser.parse_args(argv)
    here = address.read()
    try:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        warnings = build(options.out, options.url or (here.pages if here else ""))
    except (OSError, CannotBuild) as error:
        print(f"The site was not made: {error}", file=sys.stderr)
        return 1
    print(*warnings, sep="\n", end="\n" if warnings else "")
    pages = sum(1 for _ in options.out.glob("*.html"))
    print(f"{pages} pages in {options.out}. Open {options.out / 'index.html'}")
    return 1 if warnings else 0


def build(
    folder: Path, url: str = "", notebooks: Sequence[Notebook] = exercises.NOTEBOOKS
) -> list[str]:
    """Write the site into ``folder``; an old site is replaced once the new one is complete.

    Args:
        url: where it will be published, for the pictures of shared links.
        notebooks: those that get a page. A link to another one leads to the front page.

    Returns:
        Sphinx's warnings: a link that leads nowhere, a cell that cannot be shown.

    Raises:
        CannotBuild: ``folder`` holds something else.
    """
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    if folder.exists() and any(folder.iterdir()) and not (folder / "objects.inv").exists():
        raise CannotBuild(f"{folder} holds something that is no site. Give --out another folder.")
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".site-") as scratch:
        source, made = Path(scratch, "source"), Path(scratch, "made")
        source.mkdir()
        stems = [notebook.stem for notebook in notebooks]
        _write_sources(source, stems)
        log = Path(scratch, "warnings.txt")
        with log.open("w", encoding="utf-8") as warnings, docutils_namespace():
            app = Sphinx(
                srcdir=source,
                confdir=None,
                outdir=made,
                doctreedir=Path(scratch, "doctrees"),
                buildername="html",
                confoverrides=settings(url),
                status=None,
                warning=warnings,
            )
            app.build()
        for page in made.rglob("*.html"):
            page.write_text(_finish(page.read_text("utf-8"), stems), "utf-8")
        _at_any_depth(made / "404.html", url)
        shutil.rmtree(made / "_sources", ignore_errors=True)  # they hold the answers unfolded
        shutil.rmtree(folder, ignore_errors=True)
        made.replace(folder)
        log_text = re.sub(r"\x1b\[[0-9;]*m", "", log.read_text("utf-8"))
    return [line for line in log_text.splitlines() if line.strip()]


def settings(url: str) -> dict[str, Any]:
    """The settings of Sphinx."""
    here = address.read()
    return {
        "project": TITLE,
        "author": "The transformer-course authors",
        "copyright": "the transformer-course authors, MIT licence",
        "language": "en",
        "extensions": [
            *("myst_nb", "sphinx.ext.mathjax", "sphinx-mathjax-offline", "sphinxext.opengraph")
        ],
        "myst_enable_extensions": ["dollarmath", "amsmath"],
        "myst_heading_anchors": 3,
        "nb_execution_mode": "off",
        "exclude_patterns": [DOWNLOADS],
        "nb_code_prompt_show": "Show the course's answer",
        "nb_code_prompt_hide": "Hide the answer",
        "html_theme": "pydata_sphinx_theme",
        "html_title": TITLE,
        "html_short_title": "Transformer",
        "html_static_path": [str(ASSETS), str(PICTURES)],
        "html_css_files": ["site.css"],
        "html_js_files": ["site.js", "answers.js"],
        "html_favicon": str(ASSETS / "icon.svg"),
        "html_copy_source": False,
        "html_use_index": False,
        "html_show_sourcelink": False,
        "html_show_sphinx": False,
        "html_context": {"default_mode": "auto"},
        "html_theme_options": {
            "navbar_align": "left",
            "header_links_before_dropdown": 0,
            "navbar_center": [],
            "logo": {"text": "Your own Transformer"},
            "show_prev_next": True,
            "back_to_top_button": False,  # it would lie on the text
            "footer_start": ["copyright"],
            "footer_end": [],
            "search_bar_text": "Search the course",
            "pygments_light_style": "a11y-high-contrast-light",
            "pygments_dark_style": "a11y-high-contrast-dark",
            **({"github_url": here.url} if here else {}),
        },
        "html_sidebars": {"index": [], "**": ["globaltoc.html"]},
        "mathjax_path": "mathjax/tex-chtml.js",
        "ogp_site_url": url or "./",
        "ogp_site_name": TITLE,
        "ogp_image": "_static/viewer.png",
        "ogp_image_alt": "One head of attention, and beside it the same without the root of d_k",
        "ogp_social_cards": {"enable": False},
        "ogp_enable_meta_description": True,
        "suppress_warnings": ["mystnb.unknown_mime_type", "misc.highlighting_failure"],
    }


def _write_sources(folder: Path, stems: list[str]) -> None:
    """The notebooks for the site, the guides and the first page."""
    (folder / DOWNLOADS).mkdir()
    for stem in stems:
        notebook = nbformat.read(ROOT / "solutions" / f"{stem}.ipynb", as_version=4)
        handed_out = nbformat.read(ROOT / "notebooks" / f"{stem}.ipynb", as_version=4)
        page = page_of(notebook, {cell.id: cell.source for cell in handed_out.cells}, stems)
        page.cells.insert(1, nbformat.v4.new_markdown_cell(_links_to_write(stem), id="write-it"))
        nbformat.write(page, folder / f"{stem}.ipynb")
        nbformat.write(handed_out, folder / DOWNLOADS / f"{stem}.ipynb")
    for name in GUIDES:
        shutil.copy2(ROOT / ".github" / f"{name}.md", folder)
    shutil.copytree(PICTURES, folder / PICTURES.name)  # of the guides
    (folder / "index.md").write_text(first_page(stems), "utf-8")
    (folder / "404.md").write_text(NOT_FOUND, "utf-8")


def _at_any_depth(page: Path, url: str) -> None:
    """Make a page's links absolute: the server shows it at any depth."""
    base = f'<base href="{escape(url)}">' if url else ""
    page.write_text(page.read_text("utf-8").replace("<head>", f"<head>{base}", 1), "utf-8")


def _links_to_write(stem: str) -> str:
    """One line of links that open the notebook itself."""
    here, path = address.read(), f"notebooks/{stem}.ipynb"
    links = [f"[on Colab]({here.colab(path)})", f"[on Binder]({here.binder(path)})"] if here else []
    links.append(f"{{download}}`as a file <{DOWNLOADS}/{stem}.ipynb>`")
    words = "Here you read, predict and choose. **Write it yourself**"
    return f"({_WRITE})=\n{words}: {', '.join(links)}."


def page_of(
    notebook: NotebookNode, handed_out: dict[str, str], stems: Sequence[str]
) -> NotebookNode:
    """A notebook for reading and answering.

    A prediction becomes a form; an exercise what a learner is given, a choice of lines, and the
    course's answer, folded. The check's report on that answer is left out.

    Args:
        notebook: the executed solution; it is changed.
        handed_out: the id of a cell -> its text in the learner's notebook.
        stems: the pages of the site.
    """
    cells = []
    for place, cell in enumerate(notebook.cells):
        tags = set(cell.metadata.get("tags", []))
        kind, _, name = cell.id.partition("-")
        if cell.cell_type == "markdown":
            cell.source = _for_reading(cell.source, stems)
        elif kind == "predict":
            cells.append(_html(site_forms.prediction(exercises.find_question(name)), cell.id))
            continue
        elif kind == "check":
            continue
        elif exercises.known(cell.id):
            tags.add("hide-input")
            # the contract would be folded with the answer
            cells.append(nbformat.v4.new_code_cell(handed_out[cell.id], id=f"given-{cell.id}"[:64]))
            if form := site_forms.choice(cell.id):
                cells.append(_html(form, f"choose-{cell.id}"[:64]))
            cell.source = re.sub(r"^ *### (?:BEGIN|END) SOLUTION\n?", "", cell.source, flags=re.M)
        elif place == 1:
            tags.add("remove-cell")  # it finds the course's folder
        elif cell.source.startswith(("import ", "from ")):
            tags.add("hide-input")
            cell.metadata["mystnb"] = {
                "code_prompt_show": "Show what is imported",
                "code_prompt_hide": "Hide it",
            }
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("application/vnd.jupyter.widget-view+json", None)
            if "text/html" in data:  # a page has no kernel: a word that asks for one leads to one
                data["text/html"] = data["text/html"].replace(_OPEN_IT, _OPEN_HERE)
            if drawn := data.pop(svg.KIND, ""):
                before, after = _PICTURE.split(data["text/html"], 1)
                data["text/html"] = f"{before}{drawn}{after}"
        if tags:
            cell.metadata["tags"] = sorted(tags)
        cells.append(cell)
    notebook.cells = cells
    return notebook


def _html(text: str, name: str) -> NotebookNode:
    """A cell that is nothing but this HTML."""
    output = nbformat.v4.new_output("display_data", {"text/html": text})
    marks = {"tags": ["remove-input"]}
    # one without a source is left out
    return nbformat.v4.new_code_cell("pass", id=name, outputs=[output], metadata=marks)


def _for_reading(text: str, stems: Sequence[str]) -> str:
    """A text cell without badges, its links pointing to pages of the site."""
    text = re.sub(r"\[!\[[^\]]*\]\(https?://[^)]*\)\]\([^)]*\)\n?", "", text)
    return re.sub(
        r"\((?:\.\./notebooks/)?(\w+)\.ipynb\)",
        lambda link: link[0] if link[1] in stems else "(index.md)",
        text,
    )


def first_page(stems: list[str]) -> str:
    """The front page's text, the pictures, how to get the course, and the list of pages."""
    page = front_page.page()
    texts = [
        _for_reading(cell.source, stems)
        for cell in page.cells
        if cell.cell_type == "markdown" and "Where you are" not in cell.source
    ]
    here, index = address.read(), "notebooks/index.ipynb"
    get = "Ask whoever gave you this link for the course's ZIP, unpack it, and run"
    if here:
        get = (
            f"[Open it in Colab]({here.colab(index)}), [on Binder]({here.binder(index)}), "
            f"or [get the ZIP]({here.url}/releases), "
            "unpack it, and run"
        )
    toc = "\n".join(["```{toctree}", ":hidden:", "", *stems, *GUIDES, "```"])
    title, words = texts[0].split("\n\n", 1)
    wide = "---\nhtml_theme.sidebar_secondary.remove: true\n---"
    return "\n\n".join(
        [
            wide,
            title,
            f"``````{{raw}} html\n{site_front.lead(stems[0])}{site_front.top()}\n``````",
            words,
            "Here you can read it, predict, and choose between lines of code: a wrong one shows "
            f"what the course says to it. To write it yourself: {get} "
            "`python3 -m tutor_utils lab`.",
            *texts[1:],
            toc,
        ]
    )


def _finish(page: str, stems: Sequence[str]) -> str:
    """Complete Sphinx's pages: links within outputs, landmarks, allowed servers."""

    def exercise(link: re.Match[str]) -> str:
        stem, name = link.groups()
        if stem not in stems:
            return 'href="index.html"'
        return f'href="{stem}.html#exercise-{name.lower().replace("_", "-")}"'

    page = re.sub(r'href="(\w+)\.ipynb#Exercise:-(\w+)"', exercise, page)
    page = re.sub(
        r'href="(\w+)\.ipynb"',
        lambda link: f'href="{link[1] if link[1] in stems else "index"}.html"',
        page,
    )
    # what a learner's own run writes beside the notebook is not here
    page = re.sub(r'<a href="my_transformer/[^>]*>(.*?)</a>', r"\1", page)
    # a description is joined of pieces of text without the blanks between them
    page = re.sub(
        r'<meta (?:name="|property="og:)description" content="[^"]*"',
        lambda found: re.sub(r"(\w)\((?=[A-Z])", r"\1 (", found[0]),
        page,
    )
    page = page.replace(f"<title>{TITLE} &#8212; {TITLE}</title>", f"<title>{TITLE}</title>")
    # for a screen reader: the list at the left is a landmark, an empty corner is no heading
    sidebar = '<div id="pst-primary-sidebar"'
    page = page.replace(sidebar, f'{sidebar} role="navigation" aria-label="Notebooks"')
    page = page.replace('<th class="head"><p></p></th>', "<td></td>")
    return page.replace(
        "<head>", f'<head>\n    <meta http-equiv="Content-Security-Policy" content="{_POLICY}">', 1
    )


# The page itself says that it asks nothing of others: a browser keeps it to that.
_POLICY = (
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'self'; "
    "form-action 'self'; base-uri 'self'"
)
