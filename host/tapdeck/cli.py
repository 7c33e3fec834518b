"""The command line. Each command is a thin call; what it needs is imported when it is asked for."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import tapdeck
from tapdeck.settings import Settings, SettingsError, help_for, load

FAILED = 1  # what was asked for could not be done
BAD_INPUT = 2

app = typer.Typer(
    name="tapdeck",
    help="A smart card table: NFC cards on a board, a host that keeps the score.",
    epilog="Settings may also stand in the environment (TAPDECK_…) or in the settings file.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tapdeck {tapdeck.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A smart card table: NFC cards on a board, a host that keeps the score."""


def _setting(name: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        f"--{name.replace('_', '-')}", help=help_for(name) + ".", show_default=False
    )
    return option


Port = Annotated[str | None, _setting("port")]
Db = Annotated[str | None, _setting("db")]
Listen = Annotated[str | None, _setting("listen")]
Hosts = Annotated[str | None, _setting("hosts")]
Proxies = Annotated[str | None, _setting("proxies")]
TlsCert = Annotated[Path | None, _setting("tls_cert")]
TlsKey = Annotated[Path | None, _setting("tls_key")]
Pin = Annotated[str | None, _setting("pin")]
FreeSeats = Annotated[str | None, _setting("free_seats")]
Language = Annotated[str | None, _setting("language")]
StateDir = Annotated[str | None, _setting("state_dir")]
HouseRules = Annotated[str | None, _setting("house_rules")]
LogLevel = Annotated[str | None, _setting("log_level")]


@app.command()
def run(
    port: Port = None,
    db: Db = None,
    listen: Listen = None,
    hosts: Hosts = None,
    proxies: Proxies = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    pin: Pin = None,
    free_seats: FreeSeats = None,
    language: Language = None,
    state_dir: StateDir = None,
    house_rules: HouseRules = None,
    log_level: LogLevel = None,
) -> None:
    """Serve the page, with a board or the simulated table.

    With --port auto the board that answers is taken; if none does, the simulated table is started.
    """
    settings = load(
        port=port,
        db=db,
        listen=listen,
        hosts=hosts,
        proxies=proxies,
        tls_cert=tls_cert,
        tls_key=tls_key,
        pin=pin,
        free_seats=free_seats,
        language=language,
        state_dir=state_dir,
        house_rules=house_rules,
        log_level=log_level,
    )
    from tapdeck import service
    from tapdeck.device import DeviceError
    from tapdeck.house import HouseError
    from tapdeck.simulator import SimError
    from tapdeck.store import StoreError
    from tapdeck.texts import say

    try:
        service.run(settings, lambda sentence: typer.echo(sentence))
    except HouseError as error:
        raise typer.Exit(_say(say(settings.language, error.text), BAD_INPUT)) from None
    except (DeviceError, SimError, StoreError, service.ServiceError) as error:
        _fail(str(error))


@app.command()
def demo(
    game: Annotated[str, typer.Option(help="The game to be played.")] = "followers",
    seed: Annotated[int, typer.Option(help="The same seed gives the same match.")] = 1,
    speed: Annotated[
        str, typer.Option(help="Times the usual pace, or max: as fast as it goes.")
    ] = "1",
    headless: Annotated[bool, typer.Option("--headless", help="Without the page.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
) -> None:
    """Let simulated players play a whole match.

    They lay tags on simulated readers of the real firmware, which speaks through a real serial
    port to a real service.
    """
    from tapdeck.demo import run_demo

    raise typer.Exit(run_demo(game=game, seed=seed, speed=speed, headless=headless, as_json=json))


@app.command()
def sim(
    listen: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="The serial port as TCP; default: a pty."),
    ] = None,
    control: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Where the control port listens.")
    ] = None,
    interpreter: Annotated[
        str | None,
        typer.Option(metavar="micropython|cpython", help="What runs the firmware."),
    ] = None,
    pace: Annotated[
        str | None,
        typer.Option(metavar="1|max", help="The pace of the table's time."),
    ] = None,
    stock: Annotated[
        bool,
        typer.Option("--stock", help="A board with nothing but MicroPython, to try flash with."),
    ] = False,
) -> None:
    """Run the simulated table alone.

    It prints its serial port, and the control port where scripts lay cards and press buttons: one
    JSON object a line.
    """
    import subprocess

    from tapdeck.device_files import device_files

    try:
        supervisor = device_files() / "hardware" / "simulated" / "supervisor.py"
    except FileNotFoundError as error:
        _fail(str(error))
    given = {"--listen": listen, "--control": control, "--interpreter": interpreter, "--pace": pace}
    words = [word for name, value in given.items() if value is not None for word in (name, value)]
    # As a child it ends when its standard input does: also where this process is killed.
    command = [sys.executable, str(supervisor), "--child", *words, *(["--stock"] * stock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as table:
        try:
            code = table.wait()
        except KeyboardInterrupt:
            code = 0
    raise typer.Exit(code)


@app.command()
def score(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Transcripts; - is standard input.")
    ],
    json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
) -> None:
    """Replay transcripts and print their results."""
    language = load().language
    from tapdeck.textcommands import score_files

    raise typer.Exit(score_files(files, json, lang=language))


@app.command()
def classify(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as followers.")],
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARD…", help="The cards of one play; - reads one play a line."),
    ],
) -> None:
    """Say what cards are together, and how else they may be read."""
    language = load().language
    from tapdeck.textcommands import classify_command

    raise typer.Exit(classify_command(game, cards, lang=language))


@app.command()
def enrol(
    name: Annotated[str, typer.Argument(metavar="DECK", help="The deck's name.")],
    pack: Annotated[
        str | None, typer.Option(help="Whose cards they are; followers, if nothing is said.")
    ] = None,
    packs: Annotated[int, typer.Option(help="How many packs; 2 for a double pack.")] = 1,
    deck_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The cards of a Cultivation deck of your own."),
    ] = None,
    port: Port = None,
    db: Db = None,
) -> None:
    """Teach the table which sticker is which card.

    It goes on where it was left.
    """
    settings: Settings = load(port=port, db=db)
    from tapdeck.device import DeviceError
    from tapdeck.enrol import run_enrol
    from tapdeck.simulator import SimError
    from tapdeck.store import StoreError

    try:
        raise typer.Exit(
            run_enrol(settings, name=name, pack=pack, copies=packs, deck_file=deck_file)
        )
    except (DeviceError, SimError, StoreError) as error:
        _fail(str(error))


@app.command()
def doctor(
    port: Port = None,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object for scripts; no tests by hand.")
    ] = False,
    board_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The board file to check; default: the board's own."),
    ] = None,
    language: Language = None,
) -> None:
    """Examine the board and its file, and say what to do.

    Readers, link, lights, buttons and pins; where there is a keyboard, with tests by hand.

    Exit code 0: all is well; 1: there are findings; 2: there is nothing to look at.
    """
    settings: Settings = load(port=port, language=language)
    from tapdeck.doctor import run_doctor

    raise typer.Exit(run_doctor(settings, as_json=json, board_file=board_file))


@app.command()
def flash(
    board: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The board: pico, esp32 or another of firmware/boards; default: what answers.",
        ),
    ] = None,
    port: Port = None,
    db: Db = None,
    discard: Annotated[
        bool,
        typer.Option(
            "--discard",
            help="Go on where plays that wait on the board cannot be taken into the record.",
        ),
    ] = False,
    language: Language = None,
) -> None:
    """Put the firmware on a board that runs MicroPython, then examine it.

    Plays that wait on it go into the record first; its deck, its game and your own files stay. May
    be repeated at any time.

    Exit code 0: the firmware is on it and answers; 1: it is not; 2: no such board, or no port of
    a board's.
    """
    settings: Settings = load(port=port, db=db, language=language)
    from tapdeck.flash import run_flash

    raise typer.Exit(run_flash(settings, board=board, discard=discard))


@app.command()
def token(
    role: Annotated[str, typer.Option(help="What it may do: player or host.")] = "player",
    name: Annotated[str, typer.Option(help="What people call it.")] = "",
    listed: Annotated[
        bool, typer.Option("--list", help="List what devices and scripts were granted.")
    ] = False,
    withdraw: Annotated[
        str,
        typer.Option(metavar="WHICH", help="Take back a grant, by its name or as its key begins."),
    ] = "",
    db: Db = None,
    language: Language = None,
) -> None:
    """Make a bearer token for a script that asks from another machine.

    It is printed once; the record keeps only its hash. A script sends it as the header
    "Authorization: Bearer TOKEN".
    """
    settings: Settings = load(db=db, language=language)
    from tapdeck.store import StoreError
    from tapdeck.tokens import run_token

    try:
        code = run_token(settings, role, name, listed, withdraw, tell=typer.echo)
    except StoreError as error:
        _fail(str(error))
    raise typer.Exit(code)


def _fail(sentence: str) -> NoReturn:
    raise typer.Exit(_say(sentence, FAILED))


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run a command line and exit: 0, 2 for input that cannot be used, 1 for other failures."""
    given = list(sys.argv[1:] if words is None else words)
    command = typer.main.get_command(app)
    try:
        code = command.main(given or ["--help"], "tapdeck", standalone_mode=False)
    except SettingsError as error:
        code = _say(str(error), BAD_INPUT)
    except Exception as error:
        # Wrong usage is one sentence, without the page of help that would hide it.
        if hasattr(error, "format_message"):
            code = _say(f"{error.format_message()} See: tapdeck --help", BAD_INPUT)
        elif os.environ.get("TAPDECK_LOG_LEVEL") == "debug":
            raise
        else:
            code = _say(
                f"this should not have happened: {type(error).__name__}: {error}. "
                "With TAPDECK_LOG_LEVEL=debug in the environment it says where.",
                FAILED,
            )
    sys.exit(code if isinstance(code, int) else 0)


def _say(sentence: str, code: int) -> int:
    typer.echo(f"tapdeck: {sentence}", err=True)
    return code
