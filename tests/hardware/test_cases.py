"""The cases: closed, of their sizes, with room for what goes in, and the same when made again."""

import io
import tomllib

import numpy as np
import pytest
from PIL import Image

from hardware.design import cases, shapes
from hardware.design.table import ROOT, read

CASES = ROOT / "hardware" / "cases"
SIZES = {
    "pad-shell": (95.0, 74.5, 20.8),
    "pad-base": (95.0, 74.5, 17.8),
    "bar-shell": (222.67, 50.0, 23.6),
    "bar-back": (222.67, 50.0, 2.4),
    "bar-foot": (58.0, 36.0, 16.0),
}


@pytest.fixture(scope="module")
def parts():
    return {name: make() for name, make in shapes.PARTS.items()}


@pytest.mark.parametrize("name", shapes.PARTS)
def test_a_part_is_one_closed_piece_that_lies_on_the_bed(name):
    solid = cases.load(CASES / f"{name}.stl")  # ValueError: not closed
    low, high = np.split(np.array(solid.bounding_box()), 2)
    assert np.allclose(low, 0, atol=1e-3)
    assert np.allclose(high, SIZES[name], atol=0.01)
    assert len(solid.decompose()) == 1
    assert 0 < solid.volume() < np.prod(high)


@pytest.mark.parametrize("name", shapes.PARTS)
def test_a_part_regenerates_to_the_same_shape(name, parts):
    """By what the two do not share: another version may cut the same surface otherwise."""
    before, now = cases.load(CASES / f"{name}.stl"), parts[name]
    differs = (before - now).volume() + (now - before).volume()
    assert differs < 1e-4 * now.volume(), "run `make drawings`"
    assert before.surface_area() == pytest.approx(now.surface_area(), rel=1e-4)


@pytest.mark.parametrize("name", shapes.PARTS)
def test_a_part_is_written_alike_twice(name, parts):
    assert cases.stl(parts[name]) == cases.stl(shapes.PARTS[name]())


@pytest.mark.parametrize("fit", shapes.fits(), ids=lambda fit: f"{fit.what} in {fit.part}")
def test_what_goes_in_touches_nothing(fit, parts):
    assert (parts[fit.part] ^ fit.solid).volume() < 1e-2


@pytest.mark.parametrize("fit", shapes.fits(), ids=lambda fit: f"{fit.what} in {fit.part}")
def test_what_goes_in_lies_within_the_case(fit):
    low, high = np.split(np.array(fit.solid.bounding_box()), 2)
    size = np.array(shapes.PARTS[fit.part]().bounding_box())[3:]
    outside = shapes.BASE + 0.01 if fit.what in ("base", "back", "the button's cap") else 0
    assert (low >= -outside - 0.01).all()
    assert (high <= size + outside + 0.01).all()


def test_no_two_things_in_a_case_are_at_one_place():
    for part in shapes.PARTS:
        inside = [fit for fit in shapes.fits() if fit.part == part]
        for place, one in enumerate(inside):
            for other in inside[place + 1 :]:
                if {one.what, other.what} & {"base", "back"} or "cap" in one.what + other.what:
                    continue
                assert (one.solid ^ other.solid).volume() < 1e-2, (one.what, other.what)


def test_a_screw_has_something_to_hold(parts):
    """Under its countersunk head."""
    edge = shapes.WALL + shapes.POST / 2 - 0.5
    for name in ("pad-base", "bar-back"):
        around = shapes.rod(shapes.SCREW_FREE + 0.2, shapes.BASE, edge, edge)
        seat = (parts[name] ^ around).bounding_box()
        assert seat[5] - seat[2] > 1.1, name


def test_the_strip_board_of_the_bill_is_the_one_that_fits():
    bill = tomllib.loads((ROOT / "hardware" / "parts.toml").read_text(encoding="utf-8"))
    long, short, _ = shapes.BOARD
    assert f"{short / 2.54:.0f} × {long / 2.54:.0f} holes" in bill["pad_board"]["what"]


def test_the_pillar_stands_under_the_button_with_a_gap(parts):
    """In the pad's own position, its base below."""
    under = shapes.rod(3, 100, *shapes.BUTTON_AT)
    pillar = (parts["pad-base"] ^ under).bounding_box()
    top = shapes.BASE + shapes.PAD_INSIDE - shapes.BUTTON[2]  # where the button's body begins
    assert top - pillar[5] == pytest.approx(shapes.GAP)


def test_the_light_shines_through_a_skin_and_the_card_lies_close_to_the_reader(parts):
    at = shapes.turned(shapes.LIGHT_AT)
    skin = (parts["pad-shell"] ^ shapes.rod(2, shapes.TOP, *at)).bounding_box()
    assert skin[5] - skin[2] == pytest.approx(shapes.SKIN)
    over = shapes.rod(2, shapes.TOP, *shapes.turned(shapes.READER_AT))
    assert (parts["pad-shell"] ^ over).volume() == pytest.approx(over.volume(), rel=1e-3)
    assert shapes.TOP <= 2
    for x in shapes.lights_at():
        window = shapes.rod(2, shapes.FACE, x, shapes.STRIP_AT[1])
        seen = (parts["bar-shell"] ^ window).bounding_box()
        assert seen[5] - seen[2] == pytest.approx(shapes.SKIN)


def test_a_card_whose_middle_lies_on_the_ring_leaves_button_and_light_free():
    """A poker card, upright before its player."""
    right = shapes.MARK_AT[0] + 63 / 2
    assert right < shapes.BUTTON_AT[0] - shapes.BUTTON[0] / 2 - shapes.GAP
    assert right < shapes.LIGHT_AT[0] - shapes.LIGHT / 2
    ring = shapes.MARK[0] / 2
    x, y = shapes.MARK_AT
    assert ring < x < shapes.PAD[0] - ring
    assert ring < y < shapes.PAD[1] - ring


def test_the_texts_lengths_are_the_cases():
    text = (CASES.parent / "electrics.md").read_text(encoding="utf-8")
    assert f"{shapes.PAD[0] + 100:.0f} mm from middle to middle" in text
    apart = np.hypot(*np.subtract(shapes.LIGHT_AT, shapes.MARK_AT))
    assert 50 <= apart < 60
    assert "light is 50 mm from the antenna's middle" in " ".join(text.split())
    guide = (CASES.parent / "build.md").read_text(encoding="utf-8")
    assert f"({int(shapes.BAR[0])} mm: on a smaller bed" in guide


def test_the_bar_has_a_window_for_each_token():
    lights = shapes.lights_at()
    assert len(lights) == shapes.TOKENS == read("pico").pixels - read("pico").seats
    assert np.allclose(np.diff(lights), shapes.PITCH)
    assert lights[0] + lights[-1] == pytest.approx(shapes.BAR[0])


def test_the_bar_stands_free_of_the_table_and_leans_on_its_feet(parts):
    deep = shapes.BAR[2] + shapes.BASE
    bar = shapes.box((deep, shapes.BAR[1], shapes.FOOT[0]))
    bar = bar.rotate((0, 0, -shapes.FOOT_TILT))
    slack = shapes.GAP
    bar = bar.translate((shapes.FOOT_FRONT + slack, shapes.foot_low() + slack / 4, 0))
    assert (parts["bar-foot"] ^ bar).volume() < 1e-2
    low, high = bar.bounding_box()[1], bar.bounding_box()[3]
    assert low > shapes.FOOT_FLOOR - 1
    middle = (bar.bounding_box()[0] + high) / 2
    assert shapes.FOOT_FRONT < middle < shapes.FOOT[1], "its weight is over the foot"


@pytest.mark.parametrize("name", cases.PICTURES)
def test_a_picture_regenerates_to_the_same_content(name):
    """Pixel by pixel but for edges, which rounding may move."""
    before = np.asarray(Image.open(CASES / f"{name}.png").convert("RGB"), dtype=int)
    made = cases.png(cases.PICTURES[name]())
    now = np.asarray(Image.open(io.BytesIO(made)).convert("RGB"), dtype=int)
    assert before.shape == now.shape
    differs = (np.abs(before - now).max(axis=2) > 8).mean()
    assert differs < 0.002, "run `make drawings`"
    assert len({tuple(colour) for colour in now.reshape(-1, 3)}) > 20


def test_a_file_that_is_not_closed_is_refused(tmp_path):
    whole = (CASES / "bar-foot.stl").read_bytes()
    count = int.from_bytes(whole[80:84], "little") - 1
    torn = tmp_path / "torn.stl"
    torn.write_bytes(whole[:80] + count.to_bytes(4, "little") + whole[84 : 84 + 50 * count])
    with pytest.raises(ValueError, match="not closed"):
        cases.load(torn)
