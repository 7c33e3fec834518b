"""What stands on the sheets for paper, as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from shared_rules import cultivation_cards as kinds
from shared_rules import packs, spooks_cards
from tapdeck.rules import cultivation_deck
from tapdeck.rules.cultivation_deck import Deck
from tapdeck.rules.spooks_says import card_text
from tapdeck.texts import LANGUAGES, SENTENCES, Text, say, t
from tapdeck.words import SIGNS

CHINESE = LANGUAGES[1:]
TAGS_A_PAPER = 12
# Of a deck, in tenths of a millimetre: what a column of a paper holds, a row, a line of its words
# and of its types' signs (print.css).
COLUMN, ROW, LINE, SIGN_LINE = 2211, 67, 28, 31
# The widths of a code and of a name, in letters; a Chinese one counts as two.
CODE_LETTERS, NAME_LETTERS = 5, 13
FIRST_CHINESE = 0x2E80  # letters from here on are as wide as high
STICKERS_A_PAPER = 99  # in three columns


# --- Control tags ---------------------------------------------------------------------------


def tags(lang: str) -> str:
    """Every control tag with its names, what it does and a place for its sticker; actions on the
    first paper, seats on the second.
    """
    seats = [name for name in packs.CONTROLS if name.startswith("seat ")]
    actions = [name for name in packs.CONTROLS if name not in seats]
    spare = [""] * (-len(actions) % TAGS_A_PAPER)
    boxes = [_tag(lang, name) for name in (*actions, *spare, *seats)]
    papers = [boxes[at : at + TAGS_A_PAPER] for at in range(0, len(boxes), TAGS_A_PAPER)]
    words = escape(t(lang, "print.tags.words"))
    return f'<p class="how">{words}</p>' + "".join(
        f'<section class="paper tags">{"".join(paper)}</section>' for paper in papers
    )


def _tag(lang: str, name: str) -> str:
    seat = name.removeprefix("seat ") if name.startswith("seat ") else ""
    sticker = f'<span class="sticker">{t(lang, "print.sticker")}</span>'
    if not name:
        return (
            f'<article class="tag spare"><div class="top">{sticker}</div>'
            f"<h2>{t(lang, 'print.spare')}</h2></article>"
        )
    names = {each: _tag_name(each, name) for each in LANGUAGES}
    # One that is written alike in both kinds of Chinese stands there once.
    chinese = {names[each]: each for each in reversed(CHINESE)}
    written = "".join(
        f'<span lang="{each}">{escape(text)}</span>' for text, each in reversed(chinese.items())
    )
    does = t(lang, "tag.seat.does" if seat else f"tag.{name}.does")
    drawn = f'<b class="number">{seat}</b>' if seat else ""
    return (
        f'<article class="tag" data-tag="{name}"><div class="top">{sticker}'
        f'<span class="drawn"><svg viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="#tag-{"seat" if seat else name}"/></svg>{drawn}</span></div>'
        f'<h2 lang="en">{escape(names["en"])}</h2><p class="chinese">{written}</p>'
        f'<p class="does">{escape(does)}</p><code>{name}</code></article>'
    )


def _tag_name(lang: str, name: str) -> str:
    if name.startswith("seat "):
        return t(lang, "seat", seat=name.removeprefix("seat "))
    return t(lang, f"tag.{name}")


# --- Decks of Cultivation -------------------------------------------------------------------


def deck(lang: str, of: Deck, called: str) -> str:
    """A deck's cards (C1): code, element, types, and the names that its owner gave. `called` is
    the key of what this deck is.
    """
    rows = [
        _deck_row(lang, code, faces, names)
        for code, faces, names in zip(of.codes, of.faces, of.names, strict=True)
    ]
    columns = ("code", "kind", "types", "english", "chinese")
    head = "".join(f"<th>{escape(t(lang, f'print.col.{name}'))}</th>" for name in columns)
    title = t(lang, called)
    words = t(lang, "print.deck.words", count=len(rows))
    heights = [_height(*card) for card in zip(of.codes, of.faces, of.names, strict=True)]
    papers = []
    for first, middle, last in _papers(heights):
        tables = "".join(
            f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(part)}</tbody></table>"
            for part in (rows[first:middle], rows[middle:last])
        )
        papers.append(
            f'<section class="paper deck"><header><h2>{escape(title)}</h2><p>{escape(words)}</p>'
            f'</header>{_key(lang)}<div class="columns">{tables}</div></section>'
        )
    return "".join(papers)


def _deck_row(lang: str, code: str, faces: int, names: tuple[str, str]) -> str:
    first, *types = cultivation_deck.describe(faces)
    written = "".join(
        f'<td lang="{each}">{escape(name)}</td>'
        for each, name in zip(("en", "zh-Hans"), names, strict=True)
    )
    return (
        f'<tr data-card="{code}"><th>{code}</th>'
        f"<td>{_sign(first)}{_word(lang, first)}</td>"
        f"<td>{' '.join(f'<span>{_sign(each)}{_word(lang, each)}</span>' for each in types)}</td>"
        f"{written}</tr>"
    )


def _papers(heights: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Rows of these heights on papers, each as (its first row, the right column's first, the one
    after its last); the last paper's columns are about equally high.
    """
    first = 0
    while first < len(heights):
        middle = _fill(heights, first)
        last = _fill(heights, middle)
        if last == len(heights):
            while sum(heights[first : middle - 1]) >= sum(heights[middle - 1 : last]):
                middle -= 1
        yield first, middle, last
        first = last


def _fill(heights: Sequence[int], first: int) -> int:
    """The row after the last one that fits into a column; one fits in any case."""
    last = first + 1
    while last < len(heights) and sum(heights[first : last + 1]) <= COLUMN:
        last += 1
    return min(last, len(heights))


def _height(code: str, faces: int, names: tuple[str, str]) -> int:
    types = len(cultivation_deck.describe(faces)) - 1
    lines = max(_lines(code, CODE_LETTERS), *(_lines(name, NAME_LETTERS) for name in names))
    return max(ROW, 8 + LINE * lines, 4 + SIGN_LINE * types)


def _lines(text: str, width: int) -> int:
    """How many lines of a width a text takes at most."""
    lines, used = 1, 0
    for word in text.split():
        wide = [2 if ord(letter) >= FIRST_CHINESE else 1 for letter in word]
        if used and used + 1 + sum(wide) > width and 2 not in wide:
            lines, used = lines + 1, 0
        used += bool(used)
        for each in wide:
            if used + each > width:
                lines, used = lines + 1, 0
            used += each
    return lines


def _sign(kind: str) -> str:
    return f'<svg class="sign {kind}" viewBox="0 0 100 100"><use href="#{kind}"/></svg>'


def _word(lang: str, kind: str) -> str:
    return f'<span class="word">{escape(t(lang, f"kind.{kind}"))}</span>'


def _key(lang: str) -> str:
    """The signs, each with its words in English and Chinese."""
    second = "zh-Hans" if lang == "en" else lang
    found = []
    for kind in (*kinds.ELEMENTS, *kinds.TYPES, *kinds.SPECIALS):
        key = f"special.{kind}" if kind in kinds.SPECIALS else f"kind.{kind}"
        words = "".join(f'<i lang="{each}">{escape(t(each, key))}</i>' for each in ("en", second))
        found.append(f"<span>{_sign(kind)}{words}</span>")
    return f'<p class="key" aria-label="{t(lang, "print.deck.keys")}">{"".join(found)}</p>'


def deck_form(lang: str, text: str, mistakes: Sequence[tuple[int, Text]]) -> str:
    """Where the text of a deck file is pasted, with what is wrong with the one that was."""
    wrong = "".join(
        f"<li>{escape(t(lang, 'print.deck.line', line=line, why=say(lang, why)))}</li>"
        for line, why in mistakes
    )
    told = f'<p class="wrong" role="alert">{t(lang, "print.deck.wrong")}</p><ul>{wrong}</ul>'
    return (
        f'<form method="post" action="/print/deck"><h2>{t(lang, "print.deck.own")}</h2>'
        f"<p>{escape(t(lang, 'print.deck.own.words'))}</p>{told if mistakes else ''}"
        f'<input type="hidden" name="language" value="{lang}">'
        f'<textarea name="deck" rows="12" spellcheck="false" '
        f'aria-label="{t(lang, "print.deck.own")}" '
        f'placeholder="K01 metal elixir | Jade pill | 玉丹">{escape(text)}</textarea>'
        f'<div class="does"><button>{t(lang, "print.deck.show")}</button>'
        f'<a href="/print/deck?which=usual&amp;language={lang}">{t(lang, "print.deck.usual")}</a>'
        f"</div></form>"
    )


# --- Lists of stickers ----------------------------------------------------------------------


def stickers(lang: str, game: str, codes: Sequence[str] | None = None) -> str:
    """All cards of a pack, each with a box to tick and its name where it has one.

    codes  of a deck of somebody's own; None: the game's pack
    """
    listed = list(codes if codes is not None else packs.codes(game))
    words = escape(t(lang, "print.stickers.words", count=len(listed)))
    title = escape(t(lang, "print.stickers", game=t(lang, f"game.{game}")))
    papers = []
    for at in range(0, len(listed), STICKERS_A_PAPER):
        boxes = "".join(
            f'<li data-card="{code}"><i></i><b>{code}</b> '
            f"{escape(card_name(lang, game, code))}</li>"
            for code in listed[at : at + STICKERS_A_PAPER]
        )
        papers.append(
            f'<section class="paper stickers"><header><h2>{title}</h2><p>{words}</p></header>'
            f"<ul>{boxes}</ul></section>"
        )
    return "".join(papers)


def card_name(lang: str, game: str, code: str) -> str:
    """What people call a card of a pack; empty where it has its code only."""
    for key in (f"card.{code}", f"faction.{code}"):
        if key in SENTENCES[lang]:
            return t(lang, key)
    if game == "followers":
        return f"{code[0].replace('T', '10')} {SIGNS[code[1]]}"
    if game == spooks_cards.GAME:
        text = card_text(packs.index(game, code))
        return text if isinstance(text, str) else say(lang, text)
    return ""
