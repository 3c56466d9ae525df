"""``python3 -m tutor_utils address [OWNER/NAME | --none]``: where the course is published.

Without an argument it says so, and what its links need there. With one it rewrites every place
that names the address: badges and links in the README, the citation, and in all notebooks the
badges and the cell that finds the course. Nothing is published by this command.
"""

from __future__ import annotations

import argparse

from ..authoring import address
from . import environment, install


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
    print(needed(found))
    return 0


def _rewrite(wanted: str | None) -> None:
    from ..authoring import build, front_page, generate

    address.write(wanted)
    front_page.write()
    for source in build.sources():
        build.write_learner(source)
        generate.readdress(build.paths(source)[0], source)


def needed(course: address.Address) -> str:
    """What the links lead to, each with what makes it."""
    pages = f"https://{course.owner}.github.io/{course.name}/"
    return f"""\
Its links need:
  the tag {course.tag}: git tag {course.tag} && git push --tags
  the branch environment, for Binder: Actions, environment, Run workflow
  the pages, {pages}: Settings, Pages, Source: GitHub Actions; then Actions, site, Run workflow"""
