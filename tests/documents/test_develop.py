"""`tools/develop.py` serves, and stops its server when it is stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.documents.blocks import ROOT
from tests.waiting import PATIENCE


@pytest.mark.full
def test_the_development_server_serves_until_it_is_stopped(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    script = str(ROOT / "tools" / "develop.py")
    serving = subprocess.Popen(
        [sys.executable, script, "--port", "0", "--database", database, "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert serving.stdout is not None
        address = serving.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert b"King Up!" in page.read()
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.communicate(timeout=PATIENCE)
    assert serving.returncode == 0
