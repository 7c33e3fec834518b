"""What the doctor has found: facts for scripts, sentences for people; and the board file judged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tapdeck import boardfile, boardpins
from tapdeck.texts import Text, say


class Report:
    """What was found: facts for scripts, sentences for people."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {"port": None, "board": None, "readers": [], "tests": {}}
        self.notes: list[Text] = []
        self.findings: list[Text] = []
        self.error = ""  # a sentence: there is no board to look at

    @property
    def ok(self) -> bool:
        """Nothing to complain about?"""
        return not self.findings and not self.error

    def find(self, key: str, **facts: Any) -> None:
        """Complain, once."""
        text = Text(key, facts)
        if text not in self.findings:
            self.findings.append(text)

    def as_json(self, language: str) -> dict[str, Any]:
        """For scripts; a finding has its code and its sentence."""
        findings = [{"code": each.key, "text": say(language, each)} for each in self.findings]
        return {
            "ok": self.ok,
            **self.facts,
            "error": self.error or None,
            "findings": findings,
            "notes": [say(language, note) for note in self.notes],
        }


def sum_up(report: Report, language: str, tell: Callable[[str], None]) -> None:
    """Tell a person all of it."""
    for note in report.notes:
        tell(say(language, note))
    if report.error:
        tell(report.error)
    if report.findings:
        tell(say(language, Text("doctor.findings", {"count": len(report.findings)})))
        for finding in report.findings:
            tell(f"- {say(language, finding)}")
    elif not report.error:
        tell(say(language, Text("doctor.well")))


def check_file(report: Report, path: Path | None, board: str) -> boardfile.Wiring | None:
    """Judge the board file; its wiring, if it can be read."""
    path = path or boardfile.file_of(board)
    report.facts["board_file"] = str(path) if path else None
    if path is None:
        report.find("doctor.no_file", board=board)
        return None
    try:
        wiring = boardfile.read(path)
    except boardfile.BoardFileError as error:
        report.find("doctor.bad_file", path=str(path), why=str(error))
        return None
    found = boardpins.check(wiring)
    report.findings.extend(found)
    if not found:
        report.notes.append(Text("doctor.file", {"path": str(path)}))
    return wiring
