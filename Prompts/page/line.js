// The line to the server: one stream of events for all tabs of a browser, and whether it is heard.

const QUIET = 20_000;
const channel = new BroadcastChannel("alight");
const listeners = new Map();
let heardAt = Date.now();

/** Calls back with the data of each event of a kind. */
export function on(kind, listener) { listeners.set(kind, [...(listeners.get(kind) ?? []), listener]); }

/** Seconds since the server was heard last. */
export const silentFor = () => (Date.now() - heardAt) / 1000;
export const isLost = () => Date.now() - heardAt >= QUIET;

function hand(kind, data) {
  heardAt = Date.now();
  for (const listener of listeners.get(kind) ?? []) {
    try {
      listener(data);
    } catch (error) {
      // A fault in what is shown must not keep an alert from being heard; it is told where faults are looked for.
      setTimeout(() => {
        throw error;
      });
    }
  }
}

channel.addEventListener("message", ({ data }) => hand(data.kind, data.data));

// A browser gives an address six connections: one tab holds the stream and tells the others.
export function open() {
  if (!navigator.locks) return listen();
  navigator.locks.request("alight-events", () => new Promise(() => listen()));
}

let last = null;

async function listen() {
  for (;;) {
    try {
      const answer = await fetch("/api/events", { headers: { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) } });
      if (answer.status === 401) return;
      if (answer.ok) await read(answer.body.getReader());
    } catch {
      // Tried again until the server is back.
    }
    await new Promise((done) => setTimeout(done, 1500));
  }
}

async function read(reader) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop();
    for (const part of parts) take(part);
  }
}

function take(part) {
  const fields = Object.fromEntries(part.split("\n").map((row) => [row.slice(0, row.indexOf(":")), row.slice(row.indexOf(":") + 1).trim()]));
  if (fields.id) last = fields.id;
  const kind = fields.event ?? "pulse";
  const data = fields.data ? JSON.parse(fields.data) : null;
  channel.postMessage({ kind, data });
  hand(kind, data);
}
