// Small helpers that touch the DOM only where something differs.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `text` becomes its text, `on…` listeners. */
export function h(tag, attributes = {}, ...children) {
  const node = tag.includes(":")
    ? document.createElementNS(SVG, tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") node.textContent = value;
    else if (name === "style") node.style.cssText = value; // as an attribute it would be refused
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  const wanted = value === true ? "" : value;
  if (wanted === false || wanted === null || wanted === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(wanted)) node.setAttribute(name, wanted);
}

export function show(node, visible) {
  if (node.hidden === visible) node.hidden = !visible;
}

/**
 * Make the children of `parent` those of `items`, in order: kept ones stay the same nodes.
 * `key(item)` names a child, `create(item)` makes it, `update(node, item)` brings it up to date.
 */
export function keyed(parent, items, key, create, update) {
  const there = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let before = null;
  for (const item of items) {
    const name = String(key(item));
    let node = there.get(name);
    if (node) there.delete(name);
    else {
      node = create(item);
      node.dataset.key = name;
    }
    const place = before ? before.nextSibling : parent.firstChild;
    if (node !== place) parent.insertBefore(node, place);
    update(node, item);
    before = node;
  }
  for (const gone of there.values()) gone.remove();
}

/** Cards as items for `keyed`, each with a key of its own where two are alike: [{code, key}]. */
export function each(codes) {
  return codes.map((code, at) => ({ code, key: `${code} ${codes.slice(0, at).filter((other) => other === code).length}` }));
}

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Let a node come from a place on the screen to its own, in 150 ms; not at all if less is asked. */
export function comeFrom(node, place, scale = 0.5) {
  if (still.matches || !place || !node.animate) return;
  const here = node.getBoundingClientRect();
  if (!here.width) return;
  const x = place.x - (here.left + here.width / 2);
  const y = place.y - (here.top + here.height / 2);
  node.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.4 }, {}],
    { duration: 150, easing: "ease-out" },
  );
}

/** The middle of a node on the screen. */
export function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
