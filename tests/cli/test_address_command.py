"""What the course's links lead to is said, with what makes it."""

from tutor_utils.authoring.address import Address
from tutor_utils.cli import address


def test_what_the_links_need_is_said_with_what_makes_it(monkeypatch, capsys):
    monkeypatch.setattr(address.address, "read", lambda: Address("someone", "course", "v1.2.3"))
    assert address.main([]) == 0
    told = capsys.readouterr().out
    assert "https://github.com/someone/course, release v1.2.3" in told
    assert "git tag v1.2.3 && git push --tags" in told
    assert "https://someone.github.io/course/: Settings, Pages" in told
