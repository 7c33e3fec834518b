"""Power budget and cable lengths, recomputed from the data sheets' figures."""

import pytest

from firmware.lights import Lights
from firmware.screens import STRIP, TEST_COLOURS
from hardware.design import electrics
from hardware.design.table import BOARDS, BUILDS, ROOT, read


def variant(tmp_path, name, *changes):
    """The table of a board file that has been changed."""
    source = (BOARDS / f"{name}.py").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    return read(name, tmp_path)


@pytest.mark.parametrize(
    ("name", "typical", "worst"), [("pico", 294, 476), ("esp32_six", 441.5, 715)]
)
def test_the_readers_rail_is_so_many_readers_at_the_chips_currents(name, typical, worst):
    """MFRC522 data sheet, table 1: 6.5 + 7 + 60 mA typical, 9 + 10 + 100 mA at most."""
    loads = electrics.rail(read(name))
    assert sum(load.typical for load in loads) == pytest.approx(typical)
    assert sum(load.worst for load in loads) == pytest.approx(worst)


def test_no_boards_own_3v3_pin_feeds_all_its_readers():
    """Pico data sheet, 2.1: less than 300 mA; four MFRC522 at their worst want 476."""
    for name in BUILDS:
        assert not electrics.own_rail_suffices(read(name)), name
    assert electrics.own_rail_suffices(read("pico_shared"))


@pytest.mark.parametrize(
    ("name", "kind"), [("pico", "linear"), ("esp32_six", "buck"), ("esp32_twelve", "buck")]
)
def test_the_regulator_is_linear_only_while_it_stays_cool(name, kind):
    table = read(name)
    chosen = electrics.regulator(table)
    assert chosen.kind == kind
    burnt = 1.7 * chosen.worst_ma / 1000
    hot = electrics.LIMITS["room_c"] + burnt * electrics.LIMITS["linear_c_w"]
    assert (hot <= 125 and chosen.worst_ma <= 800) == (kind == "linear")
    if kind == "linear":
        assert (chosen.heat_w, chosen.junction_c) == pytest.approx((burnt, hot))


def test_too_many_readers_for_one_regulator_are_said(tmp_path):
    lots = variant(
        tmp_path,
        "esp32_twelve",
        ("self.readers += [MFRC522(far", "self.readers += 2 * [MFRC522(far"),
    )
    with pytest.raises(ValueError, match="split the readers"):
        electrics.regulator(lots)


@pytest.mark.parametrize(
    ("name", "worst", "supply"),
    [
        ("pico", 476 + 95 + 250 + 330 + 2, 2000),
        ("esp32_six", 715 * 3.3 / 5 / 0.85 + 250 + 330 + 2, 2000),
        ("esp32_twelve", 1430 * 3.3 / 5 / 0.85 + 250 + 330 + 2, 3000),
    ],
)
def test_the_supply_gives_the_worst_and_a_quarter_more(name, worst, supply):
    table = read(name)
    assert sum(load.worst for load in electrics.supply(table)) == pytest.approx(worst)
    assert electrics.supply_ma(table) == supply
    assert worst * 1.25 <= supply
    assert worst > electrics.LIMITS["usb3_ma"], "a USB port might do: say so in the guide"
    for load in electrics.supply(table):
        assert 0 < load.typical <= load.worst, load


class Chain:
    """Stands in for a NeoPixel, and reckons as its data sheet does: 20 mA a colour at full."""

    def __init__(self, count):
        self.colours = [(0, 0, 0)] * count

    def __len__(self):
        return len(self.colours)

    def __setitem__(self, place, colour):
        self.colours[place] = colour

    def __getitem__(self, place):
        return self.colours[place]

    def write(self):
        pass


@pytest.mark.parametrize("name", BUILDS)
def test_the_lights_worst_is_what_the_firmware_holds_them_to(name):
    table = read(name)
    chain = Chain(table.pixels)
    lights = Lights(chain, table.seats, STRIP, table.brightness, table.limit_ma)
    for colour in [*TEST_COLOURS, (255, 255, 255)]:
        lights.show([colour] * len(lights.stretches))
        while lights.busy:
            lights.step()
        assert electrics.chain_ma(chain.colours) <= table.limit_ma
    [load] = [each for each in electrics.supply(table) if each.what.startswith("WS2812")]
    assert load.worst == table.limit_ma
    assert load.count == table.pixels


def test_a_dark_chain_draws_one_milliampere_a_light():
    assert electrics.chain_ma([(0, 0, 0)] * 17) == pytest.approx(17)
    assert electrics.chain_ma([(255, 255, 255)]) == pytest.approx(61)


@pytest.mark.parametrize("name", BUILDS)
def test_a_ribbon_leaves_the_readers_three_volts(name):
    """MFRC522 data sheet, table 1, note 1: below 3 V it reaches less far."""
    table = read(name)
    low = 3.3 * 0.98  # a regulator's tolerance
    assert low - electrics.drop_mv(table, electrics.ribbon_m(table)) / 1000 > 3.0


@pytest.mark.parametrize("name", BUILDS)
def test_the_ribbons_are_short_enough_for_their_bus(name):
    table = read(name)
    metres = electrics.ribbon_m(table)
    assert metres >= 0.5, "it has to reach from the middle of a table to its edge"
    for bus in table.buses:
        half_period = 1e9 / bus.hz / 2
        assert electrics.bus_ns(electrics.readers_on(table, bus), metres) < half_period


def test_longer_cables_more_readers_and_faster_clocks_each_cost_time():
    assert electrics.bus_ns(4, 0.5) < electrics.bus_ns(4, 1.0) < electrics.bus_ns(6, 1.0)
    assert electrics.longest_m(6, 1_000_000) > electrics.longest_m(6, 2_000_000)
    assert electrics.longest_m(40, 10_000_000) == 0
    metres = electrics.longest_m(6, 2_000_000)
    assert electrics.bus_ns(6, metres) == pytest.approx(250 * 0.9)


def test_twelve_readers_on_one_bus_would_want_shorter_ribbons_than_a_table_has(tmp_path):
    """Why the board for twelve has two buses."""
    one_bus = variant(tmp_path, "esp32_twelve", ("MFRC522(far, select)", "MFRC522(near, select)"))
    assert len(one_bus.buses) == 1
    assert electrics.ribbon_m(one_bus) < 1.0 < electrics.ribbon_m(read("esp32_twelve"))


def test_expanders_reach_less_far_the_more_there_are_and_the_weaker_the_pull_up():
    six, twelve = read("esp32_six").expanders, read("esp32_twelve").expanders
    assert 0.1 < electrics.i2c_longest_m(twelve) < electrics.i2c_longest_m(six)
    assert electrics.i2c_longest_m(six, 10_000) < electrics.i2c_longest_m(six, 2_200)


def test_every_figure_names_its_source():
    for name, figure in electrics.FIGURES.items():
        if name in ("limits", "cable"):
            continue
        assert figure["typical"] <= figure["worst"], name
        assert figure["source"], name
        assert figure["checked"] in (True, False), name


def test_the_text_says_the_figures_that_are_reckoned_with():
    text = (ROOT / "hardware" / "electrics.md").read_text(encoding="utf-8")
    reader, limits = electrics.FIGURES["MFRC522"], electrics.LIMITS
    chosen = electrics.regulator(read("pico"))
    for said in (
        f"{reader['typical']} mA with its field on and {reader['worst']} mA at most",
        f"less than {limits['pico_3v3_ma']} mA",
        f"burns {chosen.heat_w:.1f} W",
        f"{limits['linear_most_c']} °C in {limits['room_c']} °C air",
        f"({read('pico').limit_ma} mA)",
        f"{electrics.FIGURES['MAX7219']['worst']} mA with every segment lit",
        f"gives {limits['usb2_ma']} mA",
        f"port {limits['usb3_ma']} mA",
        f"{electrics.CABLE['pf_per_m']} pF a metre and {electrics.CABLE['load_pf']} pF a reader",
    ):
        assert said in " ".join(text.split()), said
