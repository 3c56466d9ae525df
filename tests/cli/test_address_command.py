"""What the course's links lead to and is not there yet is said, with what makes it."""

import subprocess

import pytest

from tutor_utils.authoring.address import Address
from tutor_utils.cli import address

OURS = Address("someone", "course", "v1.2.3")


def test_missing_item_is_reported_with_its_remedy(monkeypatch):
    monkeypatch.setattr(address, "_answers", lambda url: False)
    monkeypatch.setattr(address, "_refs", lambda url: "1f\tHEAD\n1f\trefs/heads/main\n")
    told = "\n".join(address.still_missing(OURS))
    assert "git tag v1.2.3 && git push --tags" in told
    assert "the branch environment" in told and "Settings, Pages" in told
    assert "https://someone.github.io/course/" in told


def test_existing_pages_and_a_silent_server_are_distinguished(monkeypatch):
    refs = "1f\trefs/tags/v1.2.3\n1f\trefs/heads/environment\n"
    monkeypatch.setattr(address, "_answers", lambda url: True)
    monkeypatch.setattr(address, "_refs", lambda url: refs)
    assert address.still_missing(OURS) == ["All is there."]
    monkeypatch.setattr(address, "_refs", lambda url: None)
    assert "does not answer" in address.still_missing(OURS)[0]


@pytest.mark.parametrize("kind", ["no repository", "no git"])
def test_no_answer_from_the_server_proves_nothing(monkeypatch, tmp_path, kind):
    if kind == "no git":
        monkeypatch.setattr(
            subprocess, "run", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError("git"))
        )
    assert address._refs(str(tmp_path)) is None
