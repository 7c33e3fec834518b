"""What pins are called, and where on a header or a package they are.

Sources: Raspberry Pi Pico data sheet, figure "pinout"; ESP32-DevKitC V4 user guide, "Pin
Descriptions" (headers J2 and J3); Microchip MCP23017 data sheet, package types (28-pin SPDIP); TI
PCF8574 and SN74AHCT125 data sheets, pin functions (16- and 14-pin DIP).
"""

from __future__ import annotations

from hardware.design.table import Pin, Table

PICO = {
    "GP0": "1", "GP1": "2", "GP2": "4", "GP3": "5", "GP4": "6", "GP5": "7", "GP6": "9",
    "GP7": "10", "GP8": "11", "GP9": "12", "GP10": "14", "GP11": "15", "GP12": "16",
    "GP13": "17", "GP14": "19", "GP15": "20", "GP16": "21", "GP17": "22", "GP18": "24",
    "GP19": "25", "GP20": "26", "GP21": "27", "GP22": "29", "GP26": "31", "GP27": "32",
    "GP28": "34", "3V3(OUT)": "36", "GND": "38", "VSYS": "39", "VBUS": "40",
}  # fmt: skip
DEVKIT = {
    "3V3": "J2-1", "IO36": "J2-3", "IO39": "J2-4", "IO34": "J2-5", "IO35": "J2-6",
    "IO32": "J2-7", "IO33": "J2-8", "IO25": "J2-9", "IO26": "J2-10", "IO27": "J2-11",
    "IO14": "J2-12", "IO12": "J2-13", "IO13": "J2-15", "5V": "J2-19", "GND": "J3-1",
    "IO23": "J3-2", "IO22": "J3-3", "IO21": "J3-6", "IO19": "J3-8", "IO18": "J3-9",
    "IO5": "J3-10", "IO17": "J3-11", "IO16": "J3-12", "IO4": "J3-13", "IO0": "J3-14",
    "IO2": "J3-15", "IO15": "J3-16",
}  # fmt: skip
MCP23017 = {
    **{f"GPB{number}": str(1 + number) for number in range(8)},
    "VDD": "9", "VSS": "10", "SCL": "12", "SDA": "13", "A0": "15", "A1": "16", "A2": "17",
    "RESET": "18",
    **{f"GPA{number}": str(21 + number) for number in range(8)},
}  # fmt: skip
PCF8574 = {
    "A0": "1", "A1": "2", "A2": "3", "P0": "4", "P1": "5", "P2": "6", "P3": "7", "VSS": "8",
    "P4": "9", "P5": "10", "P6": "11", "P7": "12", "SCL": "14", "SDA": "15", "VDD": "16",
}  # fmt: skip
AHCT125 = {
    "1A": "2", "1Y": "3", "2A": "5", "2Y": "6", "GND": "7", "3Y": "8", "3A": "9", "4Y": "11",
    "4A": "12", "VCC": "14", "1OE": "1", "2OE": "4", "3OE": "10", "4OE": "13",
}  # fmt: skip
BOARDS = {"rp2040": PICO, "esp32": DEVKIT}
BOARD_TYPES = {"rp2040": "Raspberry Pi Pico", "esp32": "ESP32-DevKitC V4"}
EXPANDERS = {"MCP23017": MCP23017, "PCF8574": PCF8574}


def label(table: Table, pin: Pin) -> str:
    """The pin as it is printed beside it: GP18, IO18, GPA0, P3. KeyError: no such expander."""
    if not pin.chip:
        return ("GP" if table.chip == "rp2040" else "IO") + str(pin.number)
    kinds = {each.address: each.kind for each in table.expanders}
    if kinds[pin.chip] == "PCF8574":
        return f"P{pin.number}"
    return f"GP{'AB'[pin.number // 8]}{pin.number % 8}"


def part(table: Table, pin: Pin) -> str:
    """Which part the pin belongs to, as the drawings call it: U1 the board, U4, U5 … expanders."""
    if not pin.chip:
        return "U1"
    addresses = [each.address for each in table.expanders]
    return f"U{4 + addresses.index(pin.chip)}"


def place(table: Table, pin: Pin) -> str:
    """The pin's number on its header or package. KeyError: it is not brought out."""
    if not pin.chip:
        return BOARDS[table.chip][label(table, pin)]
    kinds = {each.address: each.kind for each in table.expanders}
    return EXPANDERS[kinds[pin.chip]][label(table, pin)]
