"""The address where the course is published, as ``pyproject.toml`` has it, and its links.

Without an address nothing is fetched from anywhere: no badge, no line that clones. A notebook on
its own then names, in a sentence, the folder that it needs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"

RELEASED = "release"  # the branch at the newest release; the workflow ``release`` moves it

# The first code cell of every notebook. Beside the course's folder both forms only find it.
_SETUP = """\
# Run this first. It finds the course's helper package{where}.
import importlib.util, {modules}sys
from pathlib import Path

{settings}if importlib.util.find_spec("tutor_utils") is None:
    course = Path("..").resolve()
    if not (course / "tutor_utils").is_dir():
{otherwise}    sys.path.insert(0, str(course))"""
_ALONE = """\
        raise ModuleNotFoundError(
            "This notebook needs the whole course around it. Ask whoever gave it to you for the "
            "course's ZIP, unpack it, and run: python3 -m tutor_utils lab"
        )
"""
_FETCHED = """\
        # on Colab or Kaggle: release {tag}; they have what else it needs
        wheel = "{url}/releases/download/{tag}/{wheel}"
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps"]
        done = subprocess.run([*pip, wheel, "koreanize-matplotlib"], capture_output=True, text=True)
        if done.returncode:
            raise ModuleNotFoundError(
                "Release {tag} of the course is not there (yet): tell whoever gave you the link."
                if "404" in done.stderr
                else "The course could not be fetched. Check the network; on Kaggle switch "
                "Internet on (Settings, at the right), then run this cell again.\\n\\n"
                + done.stderr[-500:]
            )
        importlib.invalidate_caches()
"""
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
    def pages(self) -> str:
        """The web pages that GitHub shows for it."""
        return f"https://{self.owner}.github.io/{self.name}/"

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

    def binder(self, path: str) -> str:
        """The image of the branch ``environment``, into which nbgitpuller brings the notebooks."""
        return f"https://mybinder.org/v2/gh/{self.owner}/{self.name}/environment?urlpath=" + quote(
            self.pull(path), safe=""
        )

    def pull(self, path: str) -> str:
        """nbgitpuller's link, as it stands behind a hub's ``/hub/user-redirect/``.

        It names a branch, which each release moves: of a tag nbgitpuller can only take the first
        copy, and whoever comes back to a hub gets an error.
        """
        view = quote(f"lab/tree/{self.name}/{path}", safe="")
        return f"git-pull?repo={quote(self.url, safe='')}&branch={RELEASED}&urlpath={view}"

    def badges(self, path: str) -> str:
        """The line that opens a notebook on Colab or Kaggle."""
        return (
            "[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
            f"({self.colab(path)})\n"
            "[![Open in Kaggle](https://kaggle.com/static/images/open-in-kaggle.svg)]"
            f"({self.kaggle(path)})"
        )


def read() -> Address | None:
    """The course's address, or None where it has none yet.

    Raises:
        ValueError: ``pyproject.toml`` has one that is not GitHub's.
    """
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    url = project.get("urls", {}).get("Repository")
    if url is None:
        return None
    found = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+)", url)
    if found is None:
        raise ValueError(f"pyproject.toml: Repository={url!r} is no https://github.com/OWNER/NAME.")
    return Address(found[1], found[2], f"v{project['version']}")


def setup_code(address: Address | None) -> str:
    """The source of a notebook's first code cell."""
    if address is None:
        return _SETUP.format(
            where=", in the folder above", modules="", settings="", otherwise=_ALONE
        )
    return _SETUP.format(
        where=": in the folder above, or fetched once",
        modules="os, subprocess, ",
        settings=_DRIVE,
        otherwise=_FETCHED.format(tag=address.tag, url=address.url, wheel=address.wheel),
    )
