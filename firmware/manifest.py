"""Freezes the firmware into a MicroPython of one's own: ``make … FROZEN_MANIFEST=<this file>``.

The port's build runs this with functions of its own. What is frozen is what ``package.json`` lists.
"""

import json

include("$(PORT_DIR)/boards/manifest.py")

with open("package.json") as file:
    NAMES = [name for name, _ in json.load(file)["urls"]]

for room in ("firmware", "shared_rules"):
    ours = [name.partition("/")[2] for name in NAMES if name.startswith(room + "/")]
    package(room, files=ours, base_path="..")

module("main.py", base_path="root")
