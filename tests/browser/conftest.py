"""A browser and JupyterLab, once for each module of tests. The one thing that no wheel brings."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from jupyterlab_page import NET_MS, Lab, server
from playwright.sync_api import Page, expect, sync_playwright

from tutor_utils.viz.interactive import page as stored

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
# Nothing but what a test asks for leaves the browser.
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
OPTIONS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def installed() -> str | None:
    """The system's browser. Ubuntu's chromium-browser may only say where to get one."""
    found = filter(None, map(shutil.which, BROWSERS))
    return next((p for p in found if not subprocess.call([p, "--version"], **QUIET)), None)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        path = installed() or playwright.chromium.executable_path
        if not Path(path).exists():
            words = "no browser here (Chromium, Chrome): pages are not looked at; .ci/run gets one"
            if os.environ.get("NEED_BROWSER"):
                pytest.fail(words)
            pytest.skip(words)
        chromium = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        expect.set_options(NET_MS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def window(browser):
    """One window for all tests of a module: each costs a second. Nothing in it may complain."""
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(NET_MS)
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda r: complaints.append(r.url) if r.url.startswith("http") else None)
    yield page
    page.close()
    # where a frame allows no script, none shall run
    assert not [words for words in complaints if not words.startswith("Blocked script execution")]


@pytest.fixture
def script(window):
    """Give functions of a viewer's script to the window, as ``course``."""

    def use(viewer: str, names: str) -> Page:
        inside = stored._script(viewer).removesuffix("})();")
        window.set_content("<main></main>")
        window.add_script_tag(content=f"{inside}\nwindow.course = {{ {names} }};\n}})();")
        return window

    return use


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A learner's folder: the notebooks as they are handed out, and the solutions beside them."""
    made = tmp_path_factory.mktemp("course")
    for kind in ("notebooks", "solutions"):
        (made / kind).mkdir()
        for path in (ROOT / kind).glob("[0-9][0-9]*_*.ipynb"):
            shutil.copy(path, made / kind)
    return made


@pytest.fixture(scope="module")
def address(browser, folder, tmp_path_factory):
    """The address of a JupyterLab on the folder, started as the README says."""
    with server(tmp_path_factory.mktemp("jupyter"), folder) as found:
        yield found


@pytest.fixture
def lab(browser, address, folder):
    """A window; afterwards nothing in it may have complained or gone outside."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(NET_MS)
    lab = Lab(page, address, folder)
    yield lab
    page.close()
    assert not lab.complaints
