"""``lab`` refuses in words a port or an address that it cannot have."""

import pytest

from tutor_utils.cli import environment, install, lab


def test_taken_port_is_refused(capsys):
    import socket

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(SystemExit):
            lab.main([f"--port={port}"])
    assert f"--port={port} is taken" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "eight"])
def test_impossible_port_is_refused(port, capsys):
    with pytest.raises(SystemExit):
        lab.main([f"--port={port}"])
    assert f"'{port}' is no port" in capsys.readouterr().err


def test_impossible_address_is_refused(capsys):
    with pytest.raises(SystemExit):
        lab.main(["--ip=203.0.113.1", "--port=0"])
    assert "--ip=203.0.113.1 is no address of this machine" in capsys.readouterr().err


@pytest.mark.parametrize("ip", ["*", "0.0.0.0", "localhost"])
def test_every_address_may_be_listened_on(ip):
    assert not lab._closed(ip, 0)


@pytest.mark.parametrize("root", [True, False])
def test_root_may_open_jupyterlab(monkeypatch, root):
    commands = []
    monkeypatch.setattr(install, "ensure", lambda build: environment.current())
    monkeypatch.setattr(environment, "run", lambda command: commands.append(command) or 0)
    monkeypatch.setattr(lab.os, "geteuid", lambda: 0 if root else 1000, raising=False)
    assert lab.main(["--no-browser"]) == 0
    assert ("--allow-root" in commands[0]) is root


@pytest.mark.parametrize(
    ("arguments", "opens"), [([], True), (["--ServerApp.root_dir=/elsewhere"], False)]
)
def test_front_page_is_opened(monkeypatch, arguments, opens):
    commands = []
    monkeypatch.setattr(install, "ensure", lambda build: environment.current())
    monkeypatch.setattr(environment, "run", lambda command: commands.append(command) or 0)
    assert lab.main(["--no-browser", *arguments]) == 0
    assert ("--LabApp.default_url=/lab/tree/index.ipynb" in commands[0]) is opens
