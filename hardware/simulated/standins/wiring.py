"""What is soldered to which pin of the simulated table: the wiring of ``hardware/``, once more.

A wiring is written down here and not taken from the firmware, as on a real table: a firmware that
names the wrong pin must fail. ``chips`` are (SPI number, chip, chip-select pin) in the order of the
readers; ``buttons`` are the seats' pins in order (a press connects them to ground).
"""

PICO = {
    "chips": (
        (0, "mfrc522", 17),
        (0, "mfrc522", 20),
        (0, "mfrc522", 21),
        (0, "mfrc522", 22),
        (1, "max7219", 13),
    ),
    "buttons": (2, 3, 4, 5),
    "pixels": 6,
}

ESP32 = {
    "chips": (
        (2, "mfrc522", 21),
        (2, "mfrc522", 22),
        (2, "mfrc522", 25),
        (2, "mfrc522", 26),
        (2, "max7219", 27),
    ),
    "buttons": (13, 14, 32, 33),
    "pixels": 4,
}

WIRINGS = {"pico": PICO, "esp32": ESP32}
