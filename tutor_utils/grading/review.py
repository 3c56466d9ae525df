"""``python3 -m tutor_utils review RESULTS``: look at answers, and decide points by hand.

A page on this machine alone (127.0.0.1, with a token in its address). What is decided goes into
the gradebook at once and survives every later run; the tables and pages are written anew when the
command ends, or when the button asks for it.
"""

from __future__ import annotations

import argparse
import asyncio
import hmac
import html
import json
import secrets
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from .. import exercises
from . import pages, results
from .classroom import Entry
from .grade import take_in
from .gradebook import GRADEBOOK, Gradebook
from .scoring import Decision, Line
from .submission import BadInput
from .text import clean

DONE, USAGE = 0, 2
MOST_COMMENT = 10_000
FILTERS = ("exercise", "diagnosis", "outcome")


def main(argv: list[str]) -> int:
    """Serve until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils review",
        description="Look at the answers of a marked class and decide points by hand.",
    )
    parser.add_argument("results", type=Path, help="the folder that grade wrote")
    options = parser.parse_args(argv)
    try:
        desk = Desk(options.results)
        asyncio.run(_serve(desk, secrets.token_urlsafe(16)))
    except KeyboardInterrupt:
        print(f"\n{desk.write()}")
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return USAGE
    return DONE


class Desk:
    """A marked class, its gradebook, and what the pages show of it."""

    def __init__(self, folder: Path) -> None:
        """Open the results of a class, and read again what they were made of.

        Raises:
            BadInput: there are none, or the submissions are not where they were.
        """
        if not (folder / GRADEBOOK).is_file():
            raise BadInput(f"RESULTS={str(folder)!r} holds no {GRADEBOOK}: run grade first.")
        self.folder = folder
        with Gradebook(folder) as book:
            inputs = book.note("inputs")
        if not inputs:
            raise BadInput(f"RESULTS={str(folder)!r} is not finished: run grade to its end.")
        submissions, roster, notebooks = json.loads(inputs)
        self.the_class = take_in(Path(submissions), Path(roster) if roster else None, notebooks)

    def write(self) -> str:
        """Write tables and pages anew; say what came of it."""
        with Gradebook(self.folder) as book:
            failed = results.write(self.folder, self.the_class, book)
        return "\n".join(failed) or f"Tables and pages are written: {self.folder}"


def application(desk: Desk, token: str) -> Application:
    """The pages, for whoever has the token."""
    shared = {"desk": desk, "token": token}
    handlers = {"/": _List, "/answer": _Answer, "/write": _Write}
    return Application([(path, handler, shared) for path, handler in handlers.items()])


async def _serve(desk: Desk, token: str) -> None:
    sockets = bind_sockets(0, "127.0.0.1")  # any that is free
    server = HTTPServer(application(desk, token), max_body_size=1 << 20)
    server.add_sockets(sockets)
    address = f"http://127.0.0.1:{sockets[0].getsockname()[1]}/?token={token}"
    print(f"Open {address}\nCtrl-C ends it and writes the tables.", flush=True)
    await asyncio.Event().wait()


class _Page(RequestHandler):
    def initialize(self, desk: Desk, token: str) -> None:
        self.desk, self.token = desk, token

    def prepare(self) -> None:
        given = self.get_argument("token", "")
        own_host = self.request.host.partition(":")[0] in ("127.0.0.1", "localhost")
        if not own_host or not hmac.compare_digest(given.encode(), self.token.encode()):
            raise HTTPError(403, reason="The address needs the token that the command printed")

    def set_default_headers(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("X-Frame-Options", "DENY")
        policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src data:;"
        self.set_header("Content-Security-Policy", policy + " form-action 'self'")

    def write_error(self, status_code: int, **_: Any) -> None:
        self.finish(f"<p>{html.escape(self._reason)}.</p>")

    def want(self) -> dict[str, str]:
        """The filter: what an answer has to have to be shown."""
        found = {name: self.get_argument(name, "") for name in FILTERS}
        return {name: value for name, value in found.items() if value}

    def link(self, path: str, **more: object) -> str:
        return f"{path}?{urlencode({'token': self.token, **self.want(), **more})}"

    def link_to(self, row: tuple[Entry, Line]) -> str:
        (learner, number), of = row[0].who, row[1].mark.exercise
        return self.link("/answer", learner=learner, platform_id=number, of=of)

    def show(self, template: str, **values: Any) -> None:
        said = self.get_argument("said", "")
        links = {"link": self.link, "link_to": self.link_to}
        self.finish(pages.page(template, **links, token=self.token, said=said, **values))

    def rows(self, book: Gradebook) -> list[tuple[Entry, Line]]:
        """(learner, line) of each answer."""
        entries = self.desk.the_class.entries(book)
        return [(entry, line) for entry in entries for line in entry.score.lines]

    def chosen(self, rows: list[tuple[Entry, Line]]) -> list[tuple[Entry, Line]]:
        """Those that the filter lets through."""
        want = self.want().items()
        return [(e, line) for e, line in rows if all(getattr(line.mark, k) == v for k, v in want)]


class _List(_Page):
    def get(self) -> None:
        with Gradebook(self.desk.folder) as book:
            rows = self.rows(book)
        choices = {
            name: list(dict.fromkeys(filter(None, (getattr(line.mark, name) for _, line in rows))))
            for name in FILTERS
        }
        self.show(
            "review.html",
            title="Review",
            rows=self.chosen(rows),
            choices=choices,
            want=self.want(),
            requests=[row for row in rows if row[1].decision.open],
        )


class _Answer(_Page):
    def get(self) -> None:
        with Gradebook(self.desk.folder) as book:
            rows = self.rows(book)
            entry, line = self._asked_for(rows)
            marks, decisions = book.history(entry.who, line.mark.exercise)
        chosen = self.chosen(rows)
        place = chosen.index((entry, line)) if (entry, line) in chosen else 0
        self.show(
            "answer.html",
            title=f"{entry.name}: {line.mark.exercise}",
            entry=entry,
            line=line,
            report=pages.html_of(line.mark),
            most=exercises.entry(line.mark.exercise).points,
            marks=marks,
            decisions=decisions,
            rows=chosen,
            place=place,
        )

    def post(self) -> None:
        with Gradebook(self.desk.folder) as book:
            entry, line = row = self._asked_for(self.rows(book))
            points = _points(self.get_argument("points", ""), line.mark.exercise)
            comment, request = (
                clean(self.get_argument(name, ""), MOST_COMMENT).strip()
                for name in ("comment", "request")
            )
            is_open = bool(self.get_argument("open", ""))
            decision = Decision(points, comment, request, is_open, entry.marked.digest)
            book.decide(entry.who, line.mark.exercise, decision)
        self.redirect(self.link_to(row) + "&said=Kept.")

    def _asked_for(self, rows: list[tuple[Entry, Line]]) -> tuple[Entry, Line]:
        who = (self.get_argument("learner", ""), self.get_argument("platform_id", ""))
        of = self.get_argument("of", "")
        for entry, line in rows:
            if entry.who == who and line.mark.exercise == of:
                return entry, line
        raise HTTPError(404, reason="There is no such answer")


class _Write(_Page):
    def post(self) -> None:
        self.redirect(self.link("/", said=self.desk.write()[:300]))


def _points(text: str, exercise: str) -> float | None:
    """Points as a person writes them; nothing: as they were marked."""
    if not text.strip():
        return None
    most = exercises.entry(exercise).points
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        found = -1.0
    if not 0 <= found <= most:
        raise HTTPError(400, reason=f"Points must be a number from 0 to {most:g}")
    return found
