"""JupyterLab as a learner meets it: a server in a folder of its own, and a page in Chromium."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "learner"
# What the course shows; not the frame that JupyterLab puts round it.
SHOWN = ".jp-Cell-outputArea .jp-OutputArea-output"
NET_MS = 1_800_000  # it ends what hangs: a busy machine may take its time


@contextmanager
def server(scratch: Path, folder: Path | None = None) -> Iterator[str]:
    """Run ``python3 -m tutor_utils lab``, on ``folder`` if one is given; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    homes = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    environment = os.environ | {name: str(scratch / name.lower()) for name in homes}
    environment |= {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    environment.pop("TUTOR_HOME", None)  # the learner's folder lies beside the notebooks
    command = [sys.executable, "-m", "tutor_utils", "lab", "--no-browser", f"--port={port}"]
    command += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.port_retries=0"]
    command += [f"--ServerApp.root_dir={folder}"] if folder else []
    log = (scratch / "server.log").open("wb")
    process = subprocess.Popen(
        command, env=environment, stdout=log, stderr=log, start_new_session=True
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api/status?token={TOKEN}", process, scratch / "server.log")
        yield address
    finally:
        with suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(process.pid, signal.SIGTERM)  # the command and the JupyterLab it started
        process.wait(900)
        log.close()


def _wait_for(url: str, process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + NET_MS / 1000
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=60):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text('utf-8', 'replace')[-3000:]}")


# JupyterLab itself complains when a kernel restarts; nobody sees it.
_JUPYTERS_OWN = ("Could not restore the debugger state", "Canceled future for ")


class Lab:
    """One notebook, open in JupyterLab.

    Attributes:
        page: Playwright's page.
        complaints: errors of the console and of the page, and requests that left the machine.
    """

    def __init__(self, page: Page, address: str, root: Path) -> None:
        self.page, self.address, self.root = page, address, root
        self.complaints: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain("page error", str(error)))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, message: object) -> None:
        if message.type == "error":
            self._complain("console", message.text)

    def _complain(self, where: str, words: str) -> None:
        if not words.startswith(_JUPYTERS_OWN):
            self.complaints.append(f"{where}: {words}")

    def _request(self, url: str) -> None:
        if not re.match(rf"({self.address}|{self.address.replace('http', 'ws')}|data:|blob:)", url):
            self.complaints.append(f"request outside the machine: {url}")

    def open(self, path: str, *, kernel: bool = True) -> Lab:
        """Open a notebook alone in its window; wait for its kernel, or have none."""
        self.path = self.root / path
        self.page.goto(f"{self.address}/doc/tree/{path}?token={TOKEN}&reset")
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        if not kernel:
            self.no_kernel()
        return self

    def no_kernel(self) -> None:
        """Kernel → Shut Down Kernel."""
        self._menu("Kernel", "Shut Down Kernel")
        self.page.get_by_text("No Kernel | ").wait_for()

    def save(self) -> None:
        """Save the notebook; wait until it is on the disk."""
        before = self.path.stat().st_mtime_ns
        self._menu("File", "Save Notebook")
        end = time.monotonic() + NET_MS / 1000
        while self.path.stat().st_mtime_ns == before and time.monotonic() < end:
            self.page.wait_for_timeout(100)

    def end_kernels(self) -> None:
        """Leave the page, and end every kernel of the server."""
        self.page.goto("about:blank")
        url = f"{self.address}/api/kernels"
        with urllib.request.urlopen(f"{url}?token={TOKEN}") as answer:
            kernels = json.load(answer)
        for kernel in kernels:
            call = urllib.request.Request(f"{url}/{kernel['id']}?token={TOKEN}", method="DELETE")
            urllib.request.urlopen(call).close()

    def show_all_cells(self) -> None:
        """Have JupyterLab draw every cell, also those far from the window."""
        url = f"{self.address}/lab/api/settings/@jupyterlab/notebook-extension:tracker"
        body = json.dumps({"raw": json.dumps({"windowingMode": "none"})}).encode()
        request = urllib.request.Request(f"{url}?token={TOKEN}", body, method="PUT")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request):
            pass

    # --- cells ---

    def _cells(self) -> list[dict]:
        return json.loads(self.path.read_text("utf-8"))["cells"]

    def ids(self) -> list[str]:
        """The ids of the notebook's cells, in order."""
        return [cell["id"] for cell in self._cells()]

    def counts(self) -> list[str]:
        """What the prompts hold after all code cells have run: 1, 2, 3, ..."""
        code = [cell for cell in self._cells() if cell["cell_type"] == "code"]
        return [str(number) for number in range(1, len(code) + 1)]

    def cell(self, id_: str) -> Locator:
        """The cell of that id, scrolled to: JupyterLab draws only what is near the window."""
        number = self.ids().index(id_)
        cell = self.page.locator(f'.jp-Cell[data-windowed-list-index="{number}"]')
        notebook = self.page.locator(".jp-WindowedPanel-outer").first
        for share in range(60):
            if cell.count():
                break
            notebook.evaluate("(n, s) => n.scrollTop = n.scrollHeight * s / 59", share)
            self.page.wait_for_timeout(60)
        cell.scroll_into_view_if_needed()
        return cell

    def write(self, id_: str, source: str) -> None:
        """Put source in the place of a cell's text."""
        editor = self.cell(id_).locator(".cm-content").first
        editor.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)

    def run(self, id_: str) -> Locator:
        """Run a cell and wait for its end; returns its outputs."""
        cell = self.cell(id_)
        cell.locator(".cm-content").first.click()
        before = cell.locator(".jp-InputPrompt").first.inner_text()
        self.page.keyboard.press("Control+Enter")
        prompt = cell.locator(".jp-InputPrompt").first
        expect(prompt).not_to_have_text(before)
        expect(prompt).to_have_text(re.compile(r"\[\d+\]"))
        return cell.locator(".jp-OutputArea-output")

    def run_above(self, id_: str) -> None:
        """Run all cells before this one."""
        self.cell(id_).locator(".cm-content").first.click()
        self._menu("Run", "Run All Above Selected Cell")
        self.idle()

    def restart_and_run_all(self) -> None:
        """Run → Restart Kernel and Run All Cells, and wait for its end."""
        self._menu("Run", "Restart Kernel and Run All Cells…")
        self.page.locator(".jp-Dialog button.jp-mod-accept").click()
        self.idle()

    def idle(self) -> None:
        """Wait until the kernel has had nothing to do for a while."""
        busy = self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first
        end, quiet = time.monotonic() + NET_MS / 1000, 0
        self.page.wait_for_timeout(1000)
        while quiet < 4:
            quiet = quiet + 1 if busy.count() and not self._waiting() else 0
            if time.monotonic() > end:
                raise TimeoutError("the kernel is still busy")
            self.page.wait_for_timeout(250)

    def _waiting(self) -> bool:
        return self.page.locator(".jp-InputPrompt", has_text="[*]").count() > 0

    def _menu(self, menu: str, entry: str) -> None:
        self.page.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{menu}$")).click()
        self.page.locator(".lm-Menu-itemLabel", has_text=entry).first.click()

    def dark(self) -> None:
        """Choose JupyterLab's dark theme."""
        self._menu("Settings", "Theme")
        self.page.locator(".lm-Menu-itemLabel", has_text="JupyterLab Dark").first.click()
        self.page.locator('body[data-jp-theme-light="false"]').wait_for(state="attached")


def faults(page: Page) -> list[str]:
    """What axe-core, by WCAG 2 A and AA, finds in the outputs."""
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = Axe().run(page, {"include": [[SHOWN]]}, options).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]
