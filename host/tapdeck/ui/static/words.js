// The page's sentences in the language of this device; they come with the page.

const given = JSON.parse(document.getElementById("tapdeck-words").textContent);

export const language = given.language;
export const settings = given.settings;

/** The sentence of a key with its placeholders filled: `{count} {count:card|cards}` (texts/__init__.py). */
export function w(key, facts = {}) {
  const sentence = given.words[key] ?? key;
  return sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, other) =>
    one === undefined ? (facts[name] ?? "") : Math.abs(Number(facts[name])) === 1 ? one : other);
}

/** A sentence that came with the view in every language. */
export function say(text) {
  return text ? text[language] : "";
}

/** How cards are read, from the words of the board or a play: `pair A`. */
export function reading(words) {
  const [type, rank] = words.split(" ");
  return w(`reading.${type}`, { rank: rank ? rankShown(rank) : "" });
}

export function rankShown(rank) {
  if (rank === "T") return "10";
  return given.words[`card.${rank}`] ?? rank;
}

/** The sentence of a key if there is one. */
export const sentence = (key) => given.words[key];

/** Whether a seat still has the name that the service gives, in whatever language, so that nobody has said who sits there. */
export function unnamed(seat) {
  return given.seats.some((called) => called.replace("{seat}", seat.seat) === seat.name);
}

/** The name of who sits there. */
export function nameOf(seat) {
  return unnamed(seat) ? w("seat", { seat: seat.seat }) : seat.name;
}
