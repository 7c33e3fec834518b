"""`tapdeck flash`: the firmware onto a board that runs MicroPython.

A board whose cable is pulled at any moment can be flashed again: what starts the program goes
first and comes back last, and every file is written beside the old one. What is not the program
(deck, game, plays, files of the user's) is not touched.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from tapdeck import boardfile
from tapdeck.device import DeviceError, probe
from tapdeck.doctor import run_doctor
from tapdeck.firmware_files import (
    BOARDS,
    STARTER,
    CompileError,
    board_names,
    board_parts,
    compile_part,
    mpy_version,
)
from tapdeck.flash_find import FlashError, Place, find_board, unusable
from tapdeck.flash_plan import BEFORE, LIST, Plan, plan, read_list, write_list
from tapdeck.flash_prompt import Facts, Prompt, open_prompt
from tapdeck.flash_takeover import take_over
from tapdeck.settings import Settings
from tapdeck.texts import Text, say

FAILED, BAD_INPUT = 1, 2
ASK_S = 6.0  # for the firmware to answer, if it runs; a prompt answers by itself
PROMPT_S = 20.0
START_S = 25.0  # from the restart to the answer
OLDEST = (1, 24)
USUAL = {"rp2": "pico", "esp32": "esp32"}  # the board that a port takes without a word
CHIPS = {"rp2040": "rp2", "esp32": "esp32"}
STAY, BOARD = "stay", "board"  # files that the firmware knows

Say = Callable[[str], None]


def run_flash(
    settings: Settings,
    board: str | None = None,
    discard: bool = False,
    tell: Say = print,
    console: Console | None = None,
) -> int:
    """What `tapdeck flash` does; the exit code: 0 the firmware is on the board and answers, 1 it is
    not, 2 for a board or port that cannot be meant.

    board    the board's name; None: whatever fits what answers
    discard  go on where plays that wait on the board cannot be taken into the record
    console  where the progress is shown; nothing is where it is no terminal
    """
    language = settings.language

    def speak(key: str, **facts: str | int) -> None:
        tell(say(language, Text(key, facts)))

    if settings.port in ("none", "sim"):
        return _fail(say(language, Text("flash.no_port")), BAD_INPUT)
    if board is not None and board not in board_names():
        facts = {"board": board, "known": ", ".join(board_names())}
        return _fail(say(language, Text("flash.unknown_board", facts)), BAD_INPUT)
    try:
        visit = _Visit(settings, board, discard, speak, console or Console(file=sys.stdout))
        port = visit.run()
    except FlashError as error:
        return _fail(say(language, error.text), FAILED)
    except KeyboardInterrupt:
        return _fail(say(language, Text("flash.interrupted")), FAILED)
    run_doctor(settings.model_copy(update={"port": port}), by_hand=False, tell=tell)
    return 0


def _fail(sentence: str, code: int) -> int:
    print(f"tapdeck: {sentence}", file=sys.stderr)
    return code


class _Visit:
    """One board being flashed."""

    def __init__(
        self,
        settings: Settings,
        board: str | None,
        discard: bool,
        speak: Callable[..., None],
        console: Console,
    ) -> None:
        self._settings = settings
        self._board = board
        self._discard = discard
        self._speak = speak
        self._console = console
        self._place = Place("")

    def run(self) -> str:
        """All of it; the port at which the firmware answers. FlashError."""
        platform = _platform(self._board) if self._board else None
        self._place = find_board(self._settings.port, platform)
        stopped = self._leave_the_program()
        prompt = open_prompt(self._place, PROMPT_S)
        try:
            facts = prompt.facts()
            self._check(facts)
            if not stopped:
                prompt = self._be_rid_of_a_watchdog(prompt)
            made = self._plan(prompt, facts)
            self._carry_out(prompt, made, facts)
        finally:
            # Also after a refusal: what was on it goes on, or, half done, waits at its prompt.
            prompt.reset()
        return self._wait_for_the_firmware()

    def _leave_the_program(self) -> bool:
        """If the firmware runs there, take its plays over and stop it."""
        port = self._place.now()
        try:
            info = probe(port, ASK_S)
        except DeviceError as error:
            if error.kind in ("busy", "denied", "missing", "lost"):
                raise unusable(error, port) from None
            return False  # not running, or another one's: its prompt is got by force
        self._speak("flash.runs", board=info.board, firmware=info.firmware, port=port)
        taken = take_over(port, self._settings.db, self._discard)
        if taken:
            self._speak("flash.taken", count=taken)
        return True

    def _be_rid_of_a_watchdog(self, prompt: Prompt) -> Prompt:
        """A program that was interrupted, or failed, may have left its watchdog running: restart
        without the program, as its own `stop` does."""
        files, _ = prompt.files((STARTER, "firmware/main.py", "firmware/main.mpy"))
        if STARTER not in files or len(files) < 2:
            return prompt
        prompt.write(STAY, b"\n")
        prompt.reset()
        prompt = open_prompt(self._place, PROMPT_S)
        prompt.remove(STAY)  # a program that does not get to it has left it there
        return prompt

    def _check(self, facts: Facts) -> None:
        """Is it a board that we can be on?"""
        told = ".".join(map(str, facts.version))
        if facts.name != "micropython":
            raise FlashError("flash.other_python", name=facts.name)
        if facts.platform not in USUAL:
            raise FlashError("flash.platform", platform=facts.platform)
        if self._board is not None and _platform(self._board) != facts.platform:
            found = USUAL[facts.platform]
            raise FlashError("flash.wrong_board", board=self._board, found=found)
        if facts.version < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise FlashError("flash.old", version=told, oldest=oldest)
        self._speak("flash.found", platform=facts.platform, version=told, port=self._place.now())

    def _plan(self, prompt: Prompt, facts: Facts) -> Plan:
        wanted = self._contents(facts)
        files, folders = prompt.files(("firmware", "shared_rules", STARTER))
        parts = board_parts()
        made = plan(
            wanted, files, folders, read_list(prompt.read(LIST)),
            [part.source.read_bytes() for part in parts],
        )  # fmt: skip
        need = made.needs(files, facts.block)
        free = facts.free_blocks * facts.block
        if made.changes and need > free:
            raise FlashError("flash.full", need=_kb(need), free=_kb(free))
        return made

    def _contents(self, facts: Facts) -> dict[str, bytes]:
        """Name on the board -> content: compiled, or source where the board takes no such files."""
        parts = board_parts()
        sources = {part.name: part.source.read_bytes() for part in parts}
        made: dict[str, bytes] = {}
        try:
            for part in parts:
                if part.name == STARTER:
                    made[part.name] = sources[part.name]
                    continue
                data = compile_part(part, facts.platform)
                if mpy_version(data) != facts.mpy:
                    ours = mpy_version(data)
                    self._speak("flash.mpy_differs", ours=ours, board=facts.mpy)
                    return sources
                made[part.name.removesuffix(".py") + ".mpy"] = data
        except CompileError as error:
            self._speak("flash.no_compiler", why=str(error))
            return sources
        return made

    def _carry_out(self, prompt: Prompt, made: Plan, facts: Facts) -> None:
        if made.kept:
            self._speak("flash.kept", files=", ".join(made.kept))
        if not made.changes:
            self._speak("flash.same", count=made.same)
        else:
            self._speak(
                "flash.begins", count=len(made.write), size=_kb(made.size), same=made.same,
                gone=len(made.remove),
            )  # fmt: skip
            self._write(prompt, made)
        self._name_the_board(prompt, facts)
        prompt.remove(STAY)

    def _write(self, prompt: Prompt, made: Plan) -> None:
        """In an order in which it may end anywhere."""
        if made.displaced:
            name = _free(prompt)
            prompt.rename(STARTER, name)
            self._speak("flash.displaced", name=name)
        else:
            prompt.remove(STARTER)
        for folder in made.folders:
            prompt.make_folder(folder)
        # Both old and new, while some are old and some are new.
        both = read_list(prompt.read(LIST)) | read_list(made.listed)
        if "firmware" in made.folders or made.write or made.remove:
            prompt.write(LIST, write_list(both).encode())
        for name in made.remove:
            prompt.remove(name)
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        shown = self._console.is_terminal
        with Progress(
            *columns,
            console=self._console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not shown,
        ) as bar:
            task = bar.add_task("", total=made.size)
            for name, data in made.write:
                bar.update(task, description=name)
                prompt.write(name, data, lambda count: bar.advance(task, count))
        prompt.write(LIST, made.listed.encode())
        assert made.starter is not None
        prompt.write(STARTER, made.starter)
        self._speak("flash.written")

    def _name_the_board(self, prompt: Prompt, facts: Facts) -> None:
        """A board that is not the port's usual one is named by a file, which is the user's."""
        named = prompt.read(BOARD).strip()
        wanted = self._board
        if named and wanted and named != wanted:
            self._speak("flash.named", named=named, board=wanted)
        elif wanted and not named and wanted != USUAL[facts.platform]:
            prompt.write(BOARD, f"{wanted}\n".encode())
            named = wanted
        self._speak("flash.set_up", board=named or USUAL[facts.platform])

    def _wait_for_the_firmware(self) -> str:
        end = monotonic() + START_S
        while monotonic() < end:
            port = self._place.now()
            try:
                probe(port, ASK_S)
            except DeviceError:
                time.sleep(0.2)
            else:
                return port
        with open_prompt(self._place, PROMPT_S) as prompt:
            why = prompt.why_not()
            prompt.reset()
        raise FlashError("flash.does_not_start", why=why or "?")


def _free(prompt: Prompt) -> str:
    """A name for somebody else's starter; earlier ones stay as they are."""
    names = (BEFORE.format(number or "") for number in (0, *range(2, 100)))
    return next(name for name in names if not prompt.files((name,))[0])


def _platform(board: str) -> str:
    """The port of MicroPython that a board of ours is for."""
    path = next(part.source for part in board_parts() if part.name == f"{BOARDS}{board}.py")
    return CHIPS.get(boardfile.read(Path(path)).chip, "")


def _kb(size: int) -> str:
    return f"{size / 1024:.0f}"
