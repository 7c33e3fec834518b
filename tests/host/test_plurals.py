"""Words that hang on a number: right for every number, in every language, here and on the page."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from tapdeck.texts import LANGUAGES, SENTENCES, Text, say, t
from tapdeck.ui.words import for_picture
from tests.host import on_node

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = (0, 1, 2, 5, -1, -5)

# (name, forms) of every placeholder of a sentence; forms are empty where it is the value itself.
Parts = list[tuple[str, str]]


def parts(sentence: str) -> Parts:
    return [(n, forms or "") for _, n, forms, _ in string.Formatter().parse(sentence) if n]


FORMS = {
    key: forms
    for key, sentence in SENTENCES["en"].items()
    if (forms := [form for _, form in parts(sentence) if form])
}
# The names of placeholders that hold numbers wherever they stand.
COUNTED = {name for s in SENTENCES["en"].values() for name, form in parts(s) if form} | {"count"}
COUNTED -= {"cards"}  # several things side by side: their count decides
ONE = {form.split("|")[0].split()[0] for forms in FORMS.values() for form in forms}
MANY = {form.split("|")[1].split()[0] for forms in FORMS.values() for form in forms}
BETWEEN = r"(?:(?:bomb|elder|bad|old|great old) )?"  # a number and its noun
NAMES = ("page.", "match.")  # where `{seats}` are names of players
NEVER_ONE = ("wrong.deck_size",)  # for at least two players


def filled(lang: str, key: str, number: int) -> str:
    """A sentence with this number in every place that counts."""
    names = {name for name, _ in parts(SENTENCES[lang][key])}
    counted = COUNTED - {"seats"} if key.startswith(NAMES) else COUNTED
    return t(lang, key, **{name: number if name in counted else "Ann" for name in names})


def test_the_forms_that_the_catalogue_has() -> None:
    assert {"card", "point", "is", "play"} <= ONE
    assert {"cards", "points", "are", "plays"} <= MANY
    assert len(FORMS) > 50


@pytest.mark.parametrize("number", NUMBERS)
def test_every_sentence_with_a_count_is_right_in_english(number: int) -> None:
    """Also one that has only `{count} cards`: then there is a `1 cards` here."""
    one = abs(number) == 1
    wrong = MANY - ONE if one else ONE - MANY
    for key in SENTENCES["en"]:
        if one and key in NEVER_ONE:
            continue
        sentence = filled("en", key, number)
        after = re.findall(rf"(?<![\w.]){number} {BETWEEN}([\w-]+)", sentence, re.IGNORECASE)
        assert not wrong & set(after), f"{key}: {sentence}"
        if one:  # of nouns, too, that have no forms anywhere yet
            other = [word for word in after if word.endswith("s")]
            assert set(other) <= {"is", "has", "was", "this"} | ONE, f"{key}: {sentence}"


def test_a_sentence_without_forms_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for sentence in ("{count} cards.", "{count} gadgets.", "{seat}: {count} bomb tokens"):
        monkeypatch.setitem(SENTENCES["en"], "page.test", sentence)
        with pytest.raises(AssertionError, match=r"page\.test"):
            test_every_sentence_with_a_count_is_right_in_english(1)


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("number", NUMBERS)
def test_chinese_has_one_form_and_says_the_number(lang: str, number: int) -> None:
    for key, sentence in SENTENCES[lang].items():
        assert all(not form for _, form in parts(sentence)), key
        counted = {name for name, _ in parts(sentence)} & COUNTED - {"seats"}
        assert str(number) in filled(lang, key, number) or not counted, key


def test_every_form_is_one_and_other() -> None:
    for key, forms in FORMS.items():
        for form in forms:
            one, many = form.split("|")
            assert one != many, key
        named = {name for name, form in parts(SENTENCES["en"][key]) if form}
        shown = {name for name, form in parts(SENTENCES["en"][key]) if not form}
        assert named <= shown, key


def test_what_is_no_number_and_several_things() -> None:
    assert t("en", "wrong.line_hand", size="14-15", count=2) == "a hand has 14-15 cards, not 2"
    assert t("en", "wrong.line_hand", size="1", count=2) == "a hand has 1 card, not 2"
    one, two = Text("card.NB"), ("5♥", Text("card.NB"))
    assert say("en", Text("reason.must_lead_necronomicon", {"cards": (one,)})).endswith(
        "; Necronomicon has to wait."
    )
    assert say("en", Text("reason.must_lead_necronomicon", {"cards": two})).endswith(
        "; 5♥ Necronomicon have to wait."
    )
    assert say("en", Text("done.effect.team", {"points": "+1", "team": "1"})) == (
        "Card skill: +1 point for 1."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_fills_sentences_as_the_service_does(lang: str, tmp_path: Path) -> None:
    asked, expected = [], []
    for key, sentence in for_picture(lang).items():
        names = {name for name, _ in parts(sentence)}
        for number in NUMBERS if names & COUNTED else (5,):
            facts = {name: number if name in COUNTED else "Ann" for name in names}
            asked.append(["w", key, facts])
            expected.append(t(lang, key, **facts))
    given = {"words": for_picture(lang), "language": lang, "settings": {}, "seats": []}
    assert on_node.ask(tmp_path, given, asked) == expected
    assert len(expected) > 100


def wrongs() -> list[tuple[str, str]]:
    """(key, English sentence) of every `Wrong` that the shared rules can raise."""
    found = []
    for path in sorted((ROOT / "shared_rules").glob("*.py")):
        named: dict[str, str] = {}
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.FunctionDef):
                named = {}
                calls = [c for c in ast.walk(each) if isinstance(c, ast.Call | ast.Assign)]
                for call in sorted(calls, key=lambda c: c.lineno):
                    if isinstance(call, ast.Assign):
                        if isinstance(call.value, ast.Constant):
                            named[ast.unparse(call.targets[0])] = str(call.value.value)
                    elif ast.unparse(call.func) == "Wrong":
                        key, said = call.args[:2]
                        assert isinstance(key, ast.Constant)
                        found.append(
                            (str(key.value), named[said.id])
                            if isinstance(said, ast.Name)
                            else (str(key.value), str(ast.literal_eval(said)))
                        )
    return found


def test_the_shared_rules_say_in_english_what_the_catalogue_says() -> None:
    """A board has no catalogue, so its sentences stand in the code; they need no forms."""
    found = wrongs()
    assert len(found) > 20
    for key, sentence in found:
        assert SENTENCES["en"][f"wrong.{key}"] == sentence
