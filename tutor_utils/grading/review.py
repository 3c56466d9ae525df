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
import secrets
import sys
from collections.abc import Sequence
from http.client import responses
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from .gradebook import saved_class
from .gradebook.scoring import Decision, Entry
from .gradebook.store import STATES, Gradebook
from .intake.archives import GRADEBOOK
from .intake.submission import BadInput
from .intake.text import clean
from .outputs import pages, questions, results

DONE, USAGE = 0, 2
MOST_COMMENT = 10_000


def main(argv: list[str]) -> int:
    """Serve until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils review",
        description="Look at the answers of a marked class and decide points by hand.",
    )
    parser.add_argument("results", type=Path, help="the folder that grade wrote")
    parser.add_argument("--port", type=int, default=0, help="of 127.0.0.1; any that is free")
    options = parser.parse_args(argv)
    try:
        desk = Desk(options.results)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return USAGE
    token = secrets.token_urlsafe(16)
    try:
        asyncio.run(_serve(desk, token, options.port))
    except KeyboardInterrupt:
        pass
    except OSError as problem:
        print(f"--port={options.port} cannot be used: {problem}", file=sys.stderr)
        return USAGE
    print(f"\n{desk.write()}")
    return DONE


class Desk:
    """A marked class, its gradebook, and what the pages show of it."""

    def __init__(self, folder: Path) -> None:
        """Open the results of a class.

        Raises:
            BadInput: there are none.
        """
        if not (folder / GRADEBOOK).is_file():
            raise BadInput(f"RESULTS={str(folder)!r} holds no {GRADEBOOK}: run grade first.")
        self.folder = folder
        with Gradebook(folder) as book:
            text = book.note("the class")
        if not text:
            raise BadInput(f"RESULTS={str(folder)!r} is not finished: run grade to its end.")
        self.saved = saved_class.from_text(text)
        self.rules = self.saved.rules

    def entries(self, book: Gradebook) -> Sequence[Entry]:
        """Everybody, with all that was decided until now."""
        return self.saved.with_marks(book).entries

    def write(self) -> str:
        """Write tables and pages anew; say what came of it."""
        with Gradebook(self.folder) as book:
            failed = results.write(self.folder, self.saved.with_marks(book), book)
        return "\n".join(failed) or f"Tables and pages are written: {self.folder}"

    def rows(self, book: Gradebook, want: dict[str, str]) -> list[tuple[Entry, Any]]:
        """(learner, line) of each answer that the filter lets through."""
        return [
            (entry, line)
            for entry in self.entries(book)
            for line in entry.lines
            if want.get("exercise", "") in ("", line.mark.exercise)
            and want.get("diagnosis", "") in ("", line.mark.diagnosis)
            and want.get("outcome", "") in ("", line.mark.outcome)
            and (not want.get("notes") or line.mark.notes)
        ]


def application(desk: Desk, token: str) -> Application:
    """The pages, for whoever has the token."""
    shared = {"desk": desk, "token": token}
    return Application(
        [("/", _List, shared), ("/answer", _Answer, shared), ("/request", _Request, shared),
         ("/write", _Write, shared)],
        cookie_secret=secrets.token_hex(32),
        xsrf_cookies=False,  # every request carries the token, and no cookie counts
        default_handler_class=_Nothing,
        default_handler_args=shared,
    )  # fmt: skip


async def _serve(desk: Desk, token: str, port: int) -> None:
    sockets = bind_sockets(port, "127.0.0.1")
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
        """One sentence; Tornado's own words for a number name no cause."""
        words = "This address or form lacks something, or holds what cannot be read. Go back"
        ours = self._reason not in (*responses.values(), "Unknown")
        self.finish(f"<p>{html.escape(self._reason if ours else words)}.</p>")

    def want(self) -> dict[str, str]:
        names = ("exercise", "diagnosis", "outcome", "notes")
        found = {name: self.get_argument(name, "") for name in names}
        return {name: value for name, value in found.items() if value}

    def link(self, path: str, **more: object) -> str:
        return f"{path}?{urlencode({'token': self.token, **self.want(), **more})}"

    def show(self, template: str, **values: Any) -> None:
        self.finish(pages.page(template, link=self.link, token=self.token, **values))


class _Nothing(_Page):
    def prepare(self) -> None:
        super().prepare()
        raise HTTPError(404, reason="There is no such page")


class _List(_Page):
    def get(self) -> None:
        with Gradebook(self.desk.folder) as book:
            everything = self.desk.rows(book, {})
            rows = self.desk.rows(book, self.want())
            requests = pages.with_names(book.requests(), self.desk.entries(book))
        marks = [line.mark for _, line in everything]
        choices = {
            "exercise": list(dict.fromkeys(m.exercise for m in marks)),
            "diagnosis": sorted({m.diagnosis for m in marks} - {""}),
            "outcome": sorted({m.outcome for m in marks}),
        }
        self.show(
            "review.html",
            title="Review",
            rows=rows,
            choices=choices,
            want=self.want(),
            requests=requests,
            states=STATES,
            said=self.get_argument("said", ""),
        )


class _Answer(_Page):
    def get(self) -> None:
        with Gradebook(self.desk.folder) as book:
            rows = self.desk.rows(book, self.want())
            requests = book.requests()
            place = self._place(len(rows))
            entry, line = rows[place]
            marks, decisions = book.history(entry.who, line.mark.exercise)
        self.show(
            "answer.html",
            title=f"{entry.name}: {line.mark.exercise}",
            entry=entry,
            line=line,
            report=pages.html_of(line.mark),
            most=questions.most_points(entry, line.mark.exercise, self.desk.rules),
            marks=marks,
            decisions=decisions,
            file=entry.marked.digest,
            place=place,
            count=len(rows),
            requests=[r for r in requests if r.who == entry.who],
            said=self.get_argument("said", ""),
        )

    def post(self) -> None:
        who = (self.get_argument("learner"), self.get_argument("platform_id", ""))
        exercise = self.get_argument("of", "")
        place = _number(self.get_argument("place", "0"))
        text = self.get_argument("points", "").strip().replace(",", ".")
        with Gradebook(self.desk.folder) as book:
            known = {e.who: e for e in self.desk.entries(book)}
            asked = self.get_argument("ask", "").strip()
            if who not in known or exercise not in {
                "", *(line.mark.exercise for line in known[who].lines)
            }:  # fmt: skip
                raise HTTPError(404, reason="There is no such answer")
            if asked:
                book.ask(who, exercise, clean(asked, MOST_COMMENT))
            else:
                comment = clean(self.get_argument("comment", ""), MOST_COMMENT).strip()
                most = questions.most_points(known[who], exercise, self.desk.rules)
                book.decide(who, exercise, Decision(_points(text, most), comment))
        self.redirect(self.link("/answer", place=place, said="Kept."))

    def _place(self, count: int) -> int:
        place = _number(self.get_argument("place", "0"))
        if not 0 <= place < count:
            raise HTTPError(404, reason="There is no such answer")
        return place


class _Request(_Page):
    def post(self) -> None:
        number, state = _number(self.get_argument("number")), self.get_argument("state")
        text = clean(self.get_argument("answer", ""), MOST_COMMENT)
        with Gradebook(self.desk.folder) as book:
            if number not in {r.id for r in book.requests()} or state not in STATES:
                raise HTTPError(404, reason="There is no such request or state")
            book.answer(number, state, text)
        self.redirect(self.link("/", said="Kept."))


class _Write(_Page):
    def post(self) -> None:
        self.redirect(self.link("/", said=self.desk.write()[:300]))


def _number(text: str) -> int:
    """A number of an address, as this page writes it."""
    try:
        return int(text)
    except ValueError:
        raise HTTPError(404, reason="There is no such number") from None


def _points(text: str, most: float) -> float | None:
    """Points as a person writes them; nothing: as they were marked."""
    if not text:
        return None
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= most:
        raise HTTPError(400, reason=f"Points must be a number from 0 to {most:g}")
    return found
