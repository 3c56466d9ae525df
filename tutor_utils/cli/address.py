"""``python3 -m tutor_utils address [OWNER/NAME | --none]``: where the course is published.

Without an argument it says so, and what is still missing there. With one it rewrites every place
that names the address: badges and links in the README, the citation, and in all notebooks the
badges and the cell that finds the course. Nothing is published by this command.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import urllib.error
import urllib.request

from ..authoring import address
from . import environment, install

WAIT_S = 20


def main(argv: list[str]) -> int:
    """Write the address everywhere, or say it. Exit code 2: it is none."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils address",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("address", nargs="?", metavar="OWNER/NAME", help="as on github.com")
    choice.add_argument("--none", action="store_true", help="the course has no address")
    options = parser.parse_args(argv)
    try:
        if options.address:
            address.parse(options.address)
    except ValueError as error:
        parser.error(str(error))
    if options.address or options.none:
        python = install.ensure(tests=True)  # notebooks are written with what authors need
        if python != environment.current():
            return environment.run([python, "-m", "tutor_utils", "address", *argv])
        _rewrite(options.address)
    found = address.read()
    if found is None:
        print("The course has no address: nothing is fetched from anywhere.")
        return 0
    print(f"The course's address is {found.url}, release {found.tag}.")
    print("\n".join(still_missing(found)))
    return 0


def _rewrite(wanted: str | None) -> None:
    from ..authoring import build, front_page, generate

    address.write(wanted)
    front_page.write()
    for source in build.sources():
        build.write_learner(source)
        generate.readdress(build.paths(source)[0], source)


def still_missing(course: address.Address) -> list[str]:
    """What its links lead to and is not there yet, each with what makes it."""
    refs = _refs(course.url)
    if refs is None:
        return ["It does not answer, so what is missing there is not known: make it, and push."]
    lines = []
    if f"refs/tags/{course.tag}" not in refs:
        lines.append(f"the tag {course.tag}: git tag {course.tag} && git push --tags")
    if "refs/heads/environment" not in refs:
        lines.append("the branch environment, for Binder: Actions, environment, Run workflow")
    pages = f"https://{course.owner}.github.io/{course.name}/"
    if not _answers(pages):
        lines.append(
            f"the pages, {pages}: Settings, Pages, Source: GitHub Actions; then Actions, site, "
            "Run workflow"
        )
    return ["Still missing:", *(f"  {line}" for line in lines)] if lines else ["All is there."]


def _refs(url: str) -> str | None:
    """The repository's branches and tags as git lists them, or None where nobody answers."""
    try:
        done = subprocess.run(
            ["git", "ls-remote", url],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=WAIT_S,
            env=os.environ | {"GIT_TERMINAL_PROMPT": "0"},  # no question for a password
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=WAIT_S):
            return True
    except (OSError, urllib.error.URLError):
        return False
