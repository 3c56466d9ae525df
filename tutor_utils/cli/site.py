"""``python3 -m tutor_utils site``: the course as web pages, with every answer folded."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..authoring import address, site
from ..authoring.generate import ROOT


def main(argv: list[str]) -> int:
    """Build the pages. Exit code 1: they could not be made, or a link leads nowhere."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder (site)")
    parser.add_argument("--url", help="where it will be published (OWNER.github.io/NAME)")
    options = parser.parse_args(argv)
    here = address.read()
    url = options.url or (here.pages if here else "")
    try:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        warnings = site.build(options.out, url)
    except (OSError, site.CannotBuild) as error:
        print(f"The site was not made: {error}", file=sys.stderr)
        return 1
    print(*warnings, sep="\n", end="\n" if warnings else "")
    pages = sum(1 for _ in options.out.glob("*.html"))
    print(f"{pages} pages in {options.out}. Open {options.out / 'index.html'}")
    return 1 if warnings else 0
