"""A play in Firefox, Debian's own, over the protocol that it speaks without a driver."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.html.conftest import page_of
from tests.html.test_play import BOOK

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(not FIREFOX, reason="needs Debian's firefox-esr")


class Marionette:
    """`[0, id, command, arguments]` there and `[1, id, error, result]` back, each behind its
    length and a colon."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.file = self.socket.makefile("rb")
        self._read()  # it says which protocol it speaks
        self("WebDriver:NewSession")

    def __call__(self, command: str, **arguments: Any) -> Any:
        data = json.dumps([0, 1, command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _read(self) -> Any:
        length = b""
        while (mark := self.file.read(1)) != b":":
            assert mark, "Firefox has hung up"
            length += mark
        return json.loads(self.file.read(int(length)))

    def run(self, script: str) -> Any:
        return self("WebDriver:ExecuteScript", script=script, args=[])["value"]


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Marionette]:
    assert FIREFOX
    profile = tmp_path / "profile"
    profile.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n', "utf-8")
    process = subprocess.Popen(
        [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    try:
        for _ in range(300):
            try:
                yield Marionette(port)
                break
            except ConnectionRefusedError:
                assert process.poll() is None, "Firefox did not start"
                time.sleep(0.2)
    finally:
        process.terminate()
        process.wait(30)


def test_a_play_in_firefox(firefox: Marionette, tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    file.write_text(page_of(BOOK), "utf-8")
    firefox("WebDriver:Navigate", url=f"file://{file}#seed=1")
    click = (
        "[...document.querySelectorAll('main button')].find((b) => b.textContent === '%s').click()"
    )
    assert "You have 5 gold." in firefox.run("return document.querySelector('main').innerText")
    firefox.run(click % "Look round")
    assert "It rattles." in firefox.run("return document.querySelector('main').innerText")
    firefox.run(click % "Pay the guard")
    firefox("WebDriver:Refresh")
    assert firefox.run("return document.documentElement.dataset.paragraph") == "3"
    firefox.run("document.getElementById('field').value = '2'")
    firefox.run(click % "Answer")
    assert firefox.run("return document.documentElement.dataset.ended") == "victory"
    firefox.run("document.getElementById('chart').click()")
    assert "The gate" in firefox.run("return document.getElementById('map').innerText")
