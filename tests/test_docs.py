"""The documents say what is so: links lead somewhere, settings and commands are those there are."""

import re
from pathlib import Path

import pytest
import typer

from tapdeck import cli
from tapdeck.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Praise is no fact, and a note to oneself belongs elsewhere.
FORBIDDEN = re.compile(
    r"\b(blazing|seamless\w*|cutting[- ]edge|world[- ]class|revolutionary|effortless\w*|"
    r"state[- ]of[- ]the[- ]art|lorem ipsum|todo|fixme)\b",
    re.IGNORECASE,
)


def documents():
    hidden = re.compile(r"(^|/)(\.|build/|dist/)")
    found = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.md"))
    return [ROOT / name for name in sorted(found) if not hidden.search(name)]


def anchors(text):
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_that_does_not_belong(path):
    found = FORBIDDEN.search(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name}: {found.group()}"


def test_every_setting_is_in_the_readme():
    for name, field in Settings.model_fields.items():
        [row] = [line for line in README.splitlines() if line.startswith(f"| `{name}` |")]
        assert f"`--{name.replace('_', '-')}`" in row
        assert f"`TAPDECK_{name.upper()}`" in row
        if isinstance(field.default, str) and field.default:
            assert f"`{field.default}`" in row


def test_the_readme_names_no_setting_that_is_not():
    named = set(re.findall(r"TAPDECK_[A-Z_]+", README)) - {"TAPDECK_CONFIG"}
    assert named == {f"TAPDECK_{name.upper()}" for name in Settings.model_fields}


def test_commands_in_the_documents_exist():
    commands = set(typer.main.get_command(cli.app).commands)
    said = set(re.findall(r"`tapdeck ([a-z]+)", README))
    assert said <= commands
    assert commands <= said, "the README names every command"


def test_make_targets_in_the_documents_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`?make ([a-z]+)\b", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_first_page_has_the_two_commands():
    assert "make run\nmake test\n" in README
