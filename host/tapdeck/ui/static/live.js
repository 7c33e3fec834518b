// The view, as it changes: one WebSocket that comes back by itself.

const SILENCE_MS = 12000; // the service says something every 5 s
const WAITS_MS = [200, 400, 800, 1200, 1500];

/**
 * Call `onView(message)` with every new view and `onLink(up)` when the service goes or comes.
 * A message is {view, claims, you, service}.
 */
export function watch(onView, onLink) {
  let tries = 0;
  let heard = 0;
  let socket = null;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/page/live`);
    heard = Date.now();
    socket.onmessage = (event) => {
      heard = Date.now();
      if (event.data === "") return;
      tries = 0;
      onLink(true);
      onView(JSON.parse(event.data));
    };
    socket.onclose = () => {
      onLink(false);
      setTimeout(connect, wait(tries++));
    };
  }

  setInterval(() => {
    // A laptop that slept, a phone that left the room: the socket may be dead without knowing it.
    if (Date.now() - heard > SILENCE_MS && socket.readyState <= WebSocket.OPEN) {
      heard = Date.now();
      socket.close();
    }
  }, 2000);
  connect();
}

/**
 * Call `onMessage(message)` with everything that comes from a WebSocket of the page, which comes
 * back by itself; answers what can `send(text)` and `close()` it.
 */
export function follow(path, onMessage) {
  let tries = 0;
  let socket = null;
  let closed = false;

  function connect() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`);
    socket.onmessage = (event) => {
      tries = 0;
      onMessage(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (!closed) setTimeout(connect, wait(tries++));
    };
  }

  connect();
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => {
      closed = true;
      socket.close();
    },
  };
}

const wait = (tries) => WAITS_MS[Math.min(tries, WAITS_MS.length - 1)];

async function post(path, body, method = "POST") {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status === 204 ? {} : answer.json();
}

/** Begin to deal `hands` or `gifts` over the readers, or end it with null; a problem has `texts`. */
export function dealing(table, what) {
  const path = `/api/v1/tables/${table}/dealing`;
  return what ? post(path, { what }) : post(path, {}, "DELETE");
}

/** Begin a game: {game, seats, options, headers}; a problem has `texts`. */
export const startGame = (table, setup) => post(`/api/v1/tables/${table}/games`, setup);

/** Decide about results that today's rules would give otherwise. */
export const settle = (table, keep) => post(`/api/v1/tables/${table}/results`, { keep });

/** Enter a transcript line; answers {ok, text, lost}: `lost` no longer fits after a correction. */
export const act = (line) => post("/page/act", { line });

/** How cards may be read: [{reading, text}], the highest first. */
export const readings = (cards) => post("/page/readings", { cards });

/** What cards of a seat can be now: [{line, text, kind, group, points, root, wins}], the best first. */
export const choicesOf = (seat, cards) => post("/page/choices", { seat, cards });

/** The greeting was read: it does not come back on this device. */
export function welcomed() {
  fetch("/page/welcomed", { method: "POST", keepalive: true }).catch(() => {});
}

/** Ask the page around the table for one of its dialogs; it may take a moment to be there. */
export function open(what, seat = 0, tries = 50) {
  if (window.emitEvent) window.emitEvent("tapdeck_open", { what, seat });
  else if (tries) setTimeout(() => open(what, seat, tries - 1), 100);
}
