"""What is soldered to which pin of the simulated table: the wiring of ``hardware/``, once more.

A wiring is written down here and not taken from the firmware, as on a real table: a firmware that
names the wrong pin must fail.

    chips      (SPI number, chip, chip-select pin) in the order of the readers
    buttons    the seats' pins in order (a press connects them to ground)
    pixels     the chain's pin
    rows       of digits, behind each other; 1 unless it says otherwise
    expanders  (I2C number, chip, address); their pins are written (address, number) where a board's
               are a number
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

# One reader and one button for everybody.
PICO_SHARED = {
    "chips": (
        (0, "mfrc522", 17),
        (1, "max7219", 13),
    ),
    "rows": 2,
    "buttons": (2,),
    "pixels": 6,
}

# Six seats, their selects and buttons behind an expander.
ESP32_SIX = {
    "expanders": ((0, "mcp23017", 0x20),),
    "chips": (
        (2, "mfrc522", (0x20, 0)),
        (2, "mfrc522", (0x20, 1)),
        (2, "mfrc522", (0x20, 2)),
        (2, "mfrc522", (0x20, 3)),
        (2, "mfrc522", (0x20, 4)),
        (2, "mfrc522", (0x20, 5)),
        (2, "max7219", 27),
    ),
    "buttons": ((0x20, 8), (0x20, 9), (0x20, 10), (0x20, 11), (0x20, 12), (0x20, 13)),
    "pixels": 4,
}

# Twelve seats in two halves, each with a bus and an expander.
ESP32_TWELVE = {
    "expanders": ((0, "mcp23017", 0x20), (0, "mcp23017", 0x21)),
    "chips": (
        (2, "mfrc522", (0x20, 0)),
        (2, "mfrc522", (0x20, 1)),
        (2, "mfrc522", (0x20, 2)),
        (2, "mfrc522", (0x20, 3)),
        (2, "mfrc522", (0x20, 4)),
        (2, "mfrc522", (0x20, 5)),
        (1, "mfrc522", (0x21, 0)),
        (1, "mfrc522", (0x21, 1)),
        (1, "mfrc522", (0x21, 2)),
        (1, "mfrc522", (0x21, 3)),
        (1, "mfrc522", (0x21, 4)),
        (1, "mfrc522", (0x21, 5)),
        (2, "max7219", 27),
    ),
    "buttons": (
        ((0x20, 8), (0x20, 9), (0x20, 10), (0x20, 11), (0x20, 12), (0x20, 13))
        + ((0x21, 8), (0x21, 9), (0x21, 10), (0x21, 11), (0x21, 12), (0x21, 13))
    ),
    "pixels": 4,
}

WIRINGS = {
    "pico": PICO,
    "esp32": ESP32,
    "pico_shared": PICO_SHARED,
    "esp32_six": ESP32_SIX,
    "esp32_twelve": ESP32_TWELVE,
}
