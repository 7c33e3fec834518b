"""Who may know whom: the import direction and what only some rooms may do, read from the source."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("firmware", "shared_rules", "host/tapdeck", "hardware/simulated", "hardware/design")
OURS = {"firmware", "shared_rules", "tapdeck", "hardware"}
MAY_IMPORT = {
    "firmware": {"firmware", "shared_rules"},
    "shared_rules": {"shared_rules"},
    "host/tapdeck": {"tapdeck", "shared_rules"},
    "hardware/simulated": set(),
    # Draws and counts what board files name; runs on no table.
    "hardware/design": {"hardware", "firmware", "shared_rules"},
}
# The process that the firmware runs in has to call it by its name.
STARTS = {"hardware/simulated/start.py": {"firmware"}}
WEB = {"fastapi", "starlette", "nicegui", "uvicorn", "websockets"}
KNOW_THE_WEB = (
    "host/tapdeck/app.py",
    "host/tapdeck/asking.py",
    "host/tapdeck/docs.py",
    "host/tapdeck/guard/",
    "host/tapdeck/origin.py",
    "host/tapdeck/routes.py",
    "host/tapdeck/ui/",
)
RUNS_THE_SERVER = {"host/tapdeck/service.py": {"uvicorn"}}
BUSES = {"Pin", "SPI", "SoftSPI", "I2C", "SoftI2C", "UART"}


def sources(room):
    return sorted(path for path in (ROOT / room).rglob("*.py") if "__pycache__" not in path.parts)


def every_source():
    return [path for room in ROOMS for path in sources(room)]


def imports(path):
    """The top names that a file imports, those inside functions and under TYPE_CHECKING too."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide who is imported"
            names.add((node.module or "").partition(".")[0])
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "__import__"
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            names.add(str(node.args[0].value).partition(".")[0])
    return names


def shown(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_those_below_it(room):
    for path in sources(room):
        allowed = MAY_IMPORT[room] | STARTS.get(shown(path), set())
        others = (imports(path) & OURS) - allowed
        assert not others, f"{shown(path)} imports {', '.join(sorted(others))}"


def test_only_the_web_rooms_know_the_web():
    for path in every_source():
        name = shown(path)
        if name.startswith(KNOW_THE_WEB):
            continue
        others = (imports(path) & WEB) - RUNS_THE_SERVER.get(name, set())
        assert not others, f"{name} imports {', '.join(sorted(others))}"


def test_only_boards_make_pins_and_buses():
    for path in sources("firmware") + sources("shared_rules"):
        if shown(path).startswith("firmware/boards/"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else ""
                name = called.id if isinstance(called, ast.Name) else name
                assert name not in BUSES, f"{shown(path)}:{node.lineno} makes a {name}"


def test_the_shared_rules_are_pure():
    forbidden = {"time", "random", "os", "socket", "threading", "machine", "urandom"}
    for path in sources("shared_rules"):
        assert not imports(path) & forbidden, shown(path)


def test_host_modules_load_on_every_system():
    unix_only = {"fcntl", "pty", "termios", "pwd", "grp", "resource"}
    for path in sources("host/tapdeck"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = set()
            if isinstance(node, ast.Import):
                names = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {node.module}
            assert not names & unix_only, f"{shown(path)} imports {names & unix_only} at its top"


def test_the_rooms_are_there():
    for room in ROOMS:
        assert sources(room), f"{room} holds no source"
