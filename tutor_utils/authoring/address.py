"""The address where the course is published, kept in ``pyproject.toml``, and its links.

Without an address nothing is fetched from anywhere: no badge, no line that clones. A notebook on
its own then says in a sentence what it needs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from .. import files

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "pyproject.toml"
_OWNER_AND_NAME = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}/(?!\.)[A-Za-z0-9._-]{1,100}"
)
_LINE = re.compile(r'^\[project\.urls\]\n(?:#.*\n)*Repository = ".*"\n\n?', re.MULTILINE)
_BLOCK = (
    "[project.urls]\n# Written by `python3 -m tutor_utils address`; all else follows from it.\n"
)

# The first code cell of every notebook. Beside the course's folder both forms only find it.
_FIND = """\
# Run this first. It finds the course's helper package{where}.
import importlib.util, {modules}sys
from pathlib import Path

{settings}if importlib.util.find_spec("tutor_utils") is None:
    course = Path("..").resolve()
"""
_ALONE = """\
    if not (course / "tutor_utils").is_dir():
        raise ModuleNotFoundError(
            "This notebook needs the whole course around it. Ask whoever gave it to you for the "
            "course's ZIP, unpack it, and run: python3 -m tutor_utils lab"
        )
"""
_FETCHED = """\
    if not (course / "tutor_utils").is_dir():
        # on Colab or Kaggle: release {tag}; they have what else it needs
        wheel = "{url}/releases/download/{tag}/{wheel}"
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps"]
        if subprocess.run([*pip, wheel, "koreanize-matplotlib"]).returncode:
            raise ModuleNotFoundError(
                "The course could not be fetched. Check the network; on Kaggle switch Internet on "
                "(Settings, at the right), then run this cell again."
            )
        importlib.invalidate_caches()
"""
_END = "    sys.path.insert(0, str(course))\n"
_DRIVE = """\
KEEP_ON_DRIVE = False  # Colab: True keeps your code on Google Drive, for the next notebooks
if KEEP_ON_DRIVE and importlib.util.find_spec("google.colab"):
    from google.colab import drive

    drive.mount("/content/drive")
    os.environ["TUTOR_HOME"] = "/content/drive/MyDrive/transformer-course"
"""


@dataclass(frozen=True)
class Address:
    """A repository on GitHub, and the release that links are pinned to."""

    owner: str
    name: str
    tag: str

    @property
    def url(self) -> str:
        """The repository's page."""
        return f"https://github.com/{self.owner}/{self.name}"

    @property
    def wheel(self) -> str:
        """The file name of the release's wheel."""
        return f"transformer_course-{self.tag.removeprefix('v')}-py3-none-any.whl"

    def colab(self, path: str) -> str:
        """The link that opens a notebook on Colab."""
        return f"https://colab.research.google.com/github/{self.owner}/{self.name}/blob/{self.tag}/{path}"

    def kaggle(self, path: str) -> str:
        """The link that opens a notebook on Kaggle."""
        return f"https://kaggle.com/kernels/welcome?src={self.url}/blob/{self.tag}/{path}"

    def binder(self) -> str:
        """The image of the branch ``environment``, into which nbgitpuller brings the notebooks."""
        return f"https://mybinder.org/v2/gh/{self.owner}/{self.name}/environment?urlpath=" + quote(
            self.pull("lab/tree"), safe=""
        )

    def pull(self, view: str) -> str:
        """nbgitpuller's link, as it stands behind a hub's ``/hub/user-redirect/``."""
        path = quote(f"{view}/{self.name}/notebooks/index.ipynb", safe="")
        return f"git-pull?repo={quote(self.url, safe='')}&branch={self.tag}&urlpath={path}"


def read(text: str | None = None) -> Address | None:
    """The course's address, or None where it has none yet.

    Args:
        text: what ``pyproject.toml`` says; by default the file's content.
    """
    project = tomllib.loads(text or PROJECT.read_text("utf-8"))["project"]
    url = project.get("urls", {}).get("Repository", "")
    if not url:
        return None
    owner, name = parse(url.removeprefix("https://github.com/"))
    return Address(owner, name, f"v{project['version']}")


def parse(text: str) -> tuple[str, str]:
    """The (owner, name) of ``OWNER/NAME``.

    Raises:
        ValueError: GitHub has no such names.
    """
    if not _OWNER_AND_NAME.fullmatch(text):
        raise ValueError(f"{text!r} is no address. It is OWNER/NAME, as in github.com/OWNER/NAME.")
    owner, name = text.split("/")
    return owner, name


def write(wanted: str | None) -> None:
    """Put OWNER/NAME (None: nothing) into ``pyproject.toml``, README, teaching guide, citation."""
    text = _LINE.sub("", PROJECT.read_text("utf-8"))
    if wanted:
        url = "https://github.com/{}/{}".format(*parse(wanted))
        text = text.replace(
            "[tool.setuptools]\n", f'{_BLOCK}Repository = "{url}"\n\n[tool.setuptools]\n', 1
        )
    files.write(PROJECT, text)
    for path, make in PLACES.items():
        files.write(path, make(path.read_text("utf-8"), read()))


def stale() -> list[str]:
    """Which files do not give the address in ``pyproject.toml``, in words."""
    return [
        f"{path.name} has another address than pyproject.toml. Run: python3 -m tutor_utils address"
        for path, make in PLACES.items()
        if make(text := path.read_text("utf-8"), read()) != text
    ]


def in_text(text: str, address: Address | None) -> str:
    """The README or the teaching guide with its marked places filled in or emptied."""
    for place, words in _places(address).items():
        block = f"<!-- {place} -->\n{words}<!-- /{place} -->"
        text = re.sub(rf"<!-- {place} -->\n.*?<!-- /{place} -->", lambda _: block, text, flags=re.S)  # noqa: B023
    return text


def _places(address: Address | None) -> dict[str, str]:
    if address is None:
        return {"badges": "", "clone": "", "hub": ""}
    first = "notebooks/index.ipynb"
    badges = (
        f"[![Binder](https://mybinder.org/badge_logo.svg)]({address.binder()})\n"
        f"{_badges(address, first)}\n"
    )
    clone = (
        "Get it with `git`, or as the newest ZIP from the "
        f"[releases]({address.url}/releases):\n\n"
        f"```\ngit clone {address.url}\ncd {address.name}\n```\n"
    )
    hub = (
        "The link for [nbgitpuller](https://nbgitpuller.readthedocs.io), which hands the notebooks "
        f"out:\n\n```\nhttps://YOUR.HUB/hub/user-redirect/{address.pull('lab/tree')}\n```\n"
    )
    return {"badges": badges, "clone": clone, "hub": hub}


def in_citation(text: str, address: Address | None) -> str:
    """``CITATION.cff`` with or without the repository's address."""
    text = re.sub(r"^repository-code:.*\n", "", text, flags=re.MULTILINE)
    return text + (f'repository-code: "{address.url}"\n' if address else "")


PLACES = {
    ROOT / "README.md": in_text,
    ROOT / ".github" / "teaching.md": in_text,
    ROOT / "CITATION.cff": in_citation,
}


def badges(stem: str) -> str:
    """The line under a notebook's title: open it on Colab or Kaggle. Empty without an address."""
    address = read()
    return _badges(address, f"notebooks/{stem}.ipynb") if address else ""


def _badges(address: Address, path: str) -> str:
    return (
        "[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
        f"({address.colab(path)})\n"
        f"[![Open in Kaggle](https://kaggle.com/static/images/open-in-kaggle.svg)]"
        f"({address.kaggle(path)})"
    )


def setup_code(address: Address | None) -> str:
    """The source of a notebook's first code cell."""
    if address is None:
        head = _FIND.format(where=", in the folder above", modules="", settings="")
        return (head + _ALONE + _END).rstrip()
    where = ": in the folder above, or fetched once"
    head = _FIND.format(where=where, modules="os, subprocess, ", settings=_DRIVE)
    fetched = _FETCHED.format(tag=address.tag, url=address.url, wheel=address.wheel)
    return (head + fetched + _END).rstrip()
