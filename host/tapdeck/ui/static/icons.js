// Line drawings for buttons and states, each in a box of 24 by 24.

const PATHS = {
  enter: "M4 5h9v14H4zM16 8l4 1-3 12-4-1M8.5 9v6M5.5 12h6",
  log: "M5 5h14M5 10h14M5 15h9M5 20h6",
  scores: "M4 20V10h4v10M10 20V4h4v16M16 20v-7h4v7M3 20h18",
  rules: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zv14",
  more: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  board: "M4 6h16v12H4zM8 10h2v4H8zM14 10h2M14 14h2",
  good: "M5 13l4 4L19 7",
  bad: "M6 6l12 12M18 6 6 18",
  turn: "M8 5l9 7-9 7z",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 9h-3",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 .01 0z",
  sit: "M7 4v9h9M7 13v7M16 13v7M4 13h3",
  card: "M7 4h10v16H7zM10 8h1",
  back: "M7 4h10v16H7zM10 7.5h4v9h-4z",
  dealer: "M4 8h10v12H4zM8 8V4h12v13h-6M8 13h2",
  dead: "M12 3c-5 0-8 3.4-8 7.6 0 2.8 1.3 4.7 3.4 5.8V20h9.2v-3.6c2.1-1.1 3.4-3 3.4-5.8C20 6.4 17 3 12 3zM9 10v1.5M15 10v1.5M12 17v3",
  clockwise: "M19 12a7 7 0 1 1-2.5-5.4M17 3v4h-4",
  counter: "M5 12a7 7 0 1 0 2.5-5.4M7 3v4h4",
  onward: "M3 12h17M13 5l7 7-7 7",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  info: "M12 11v6M12 7.2v.3M12 3a9 9 0 1 0 .01 0z",
};

/** An icon as a node. */
export function icon(name) {
  const holder = document.createElement("template");
  holder.innerHTML =
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
  return holder.content.firstChild;
}
