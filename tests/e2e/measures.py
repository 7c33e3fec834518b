"""What of a page's looks can be measured: overlaps, what sticks out, clipped text, small letters.

The scripts are for `page.evaluate`, with selectors; each answers a list that should be empty.
"""

from tests.e2e.page_rig import BIG, DESKTOP, PHONE, TABLET

SIDEWAYS = (844, 390)
SIZES = {"desktop": DESKTOP, "big": BIG, "tablet": TABLET, "phone": PHONE, "sideways": SIDEWAYS}

OVERLAPS = """(pairs) => {
  const found = [];
  const boxes = (chosen) => [...document.querySelectorAll(chosen)].filter(
    (node) => node.checkVisibility()).map((node) => [node, node.getBoundingClientRect()]);
  for (const [a, b] of pairs)
    for (const [one, p] of boxes(a))
      for (const [two, q] of boxes(b)) {
        if (one === two || one.contains(two) || two.contains(one)) continue;
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (wide > 2 && high > 2) found.push(`${a} over ${b}: ${wide | 0} x ${high | 0}`);
      }
  return found;
}"""
OUTSIDE = """(chosen) => [...document.querySelectorAll(chosen)].filter((node) => {
  const box = node.getBoundingClientRect();
  return node.checkVisibility() && (box.left < -1 || box.top < -1
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map((node) => node.className)"""
CLIPPED = """(chosen) => [...document.querySelectorAll(chosen)].filter((node) =>
  node.checkVisibility() && node.scrollWidth > node.clientWidth + 1
  && getComputedStyle(node).display !== "inline").map((node) => node.textContent)"""


def small_letters(page, size: tuple[int, int], chosen: str) -> list[list[object]]:
    """[font size in px, class] of what is too small to be read there: from a chair on a screen that
    hangs on a wall (3.45 % of its height), else in the hand.
    """
    least = 0.0345 * size[1] if size in (DESKTOP, BIG) else 12.5
    fonts = page.evaluate(
        """(chosen) => [...document.querySelectorAll(chosen)].filter((n) => n.checkVisibility())
        .map((node) => [parseFloat(getComputedStyle(node).fontSize), node.className])""",
        chosen,
    )
    return [each for each in fonts if each[0] < least]
