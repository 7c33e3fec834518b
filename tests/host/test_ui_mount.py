"""The page belongs to one application of a process; REST alone does not load it."""

import subprocess
import sys

SCRIPT = """
import sys
from tapdeck.app import create_app
from tapdeck.settings import Settings
from tapdeck.ui import mount_ui

settings = Settings(port="none", db="sqlite://")
one, two = create_app(settings), create_app(settings)
assert "nicegui" not in sys.modules, "REST alone has loaded the page's library"
mount_ui(one)
try:
    mount_ui(two)
except RuntimeError as error:
    print(error)
"""


def test_a_second_page_in_a_process_is_refused_in_words(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "the page is mounted already; there can be one in a process"
    assert list(tmp_path.iterdir()) == []
