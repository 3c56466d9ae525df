"""Chromium and JupyterLab, once for each module of tests; skipped with a reason where missing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Nothing but what a test asks for leaves the browser.
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
OPTIONS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


def missing(what: str, how: str) -> None:
    """Skip in words; where CI runs, fail: there it must have been installed."""
    words = f"{what} is not installed: {how}"
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        missing("Chromium", "apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A learner's folder: the notebooks as they are handed out, and the solutions beside them."""
    made = tmp_path_factory.mktemp("course")
    for kind in ("notebooks", "solutions"):
        (made / kind).mkdir()
        for path in (ROOT / kind).glob("[0-9][0-9]_*.ipynb"):
            shutil.copy(path, made / kind)
    return made


@pytest.fixture(scope="module")
def address(browser, folder, tmp_path_factory):
    """The address of a JupyterLab on the folder, started as the README says."""
    from jupyterlab_page import server

    with server(tmp_path_factory.mktemp("jupyter"), folder) as found:
        yield found


@pytest.fixture
def lab(browser, address, folder):
    """A window; afterwards nothing in it may have complained or gone outside."""
    from jupyterlab_page import Lab

    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    lab = Lab(page, address, folder)
    yield lab
    page.close()
    assert not lab.complaints
