"""``python3 -m tutor_utils address [OWNER/NAME | --none]``: where the course is published.

Rewrites every place that names it: badges and links in the README, the citation, and in all
notebooks the badges and the cell that finds the course. Nothing is published by this command.
"""

from __future__ import annotations

import argparse

from ..authoring import address, build, front_page, generate


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
    if options.address is None and not options.none:
        found = address.read()
        print(
            found.url if found else "The course has no address: nothing is fetched from anywhere."
        )
        return 0
    try:
        if options.address:
            address.parse(options.address)
    except ValueError as error:
        parser.error(str(error))
    address.write(options.address)
    front_page.write()
    for source in build.sources():
        build.write_learner(source)
        generate.readdress(build.paths(source)[0], source)
    found = address.read()
    print(f"The course's address is {found.url}, release {found.tag}." if found else "No address.")
    return 0
