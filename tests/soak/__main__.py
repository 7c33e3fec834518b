"""Four hours of table time, a line an hour: `make soak`. Status 1 where anything is wrong."""

import sys
import tempfile
from pathlib import Path

from tests.hardware.rig import micropython, run
from tests.soak.test_evening import EVENING

# (minutes, seed, fields); another first seed may be given.
EVENINGS = ((60, 0, "lit"), (60, 1, "lit"), (60, 2, "lit"), (60, 3, "dark"))


def main() -> int:
    """Run the evenings one after the other; 1 if one of them has gone wrong."""
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    interpreter = "micropython" if micropython() else "cpython"
    print(f"on {interpreter}", flush=True)
    bad = False
    for minutes, seed, fields in EVENINGS:
        with tempfile.TemporaryDirectory() as folder:
            lines = run(
                interpreter,
                EVENING,
                Path(folder),
                arguments=(str(minutes), str(first + seed), fields, "15"),
                patience=4 * 3600,
            )
        print(*lines, sep="\n", flush=True)
        bad = bad or not lines[-1].endswith(" wrong=0")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
