// The service worker: what was seen last is there without a line, and the buttons of a notification act.

const SHELL = "alight-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (address.pathname.startsWith("/api/") || address.pathname === "/enter") return;
  event.respondWith(fromLine(event));
});

async function fromLine(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && !answer.redirected) event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(event.request, { cacheName: SHELL, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** Nobody waits for a disk that is slow, and one that is full keeps nothing from anybody. */
const keep = (request, answer) => caches.open(SHELL).then((shell) => shell.put(request, answer)).catch(() => {});

// An alert that was pushed, for a page that is closed. Where one is open and seen, that rings, and this is shown without a sound.
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

async function show(alert) {
  const pages = await self.clients.matchAll({ type: "window" });
  const isSeen = pages.some((page) => page.visibilityState === "visible");
  // What is told beside the calls of a ride takes the place of none.
  const isCall = ["alert", "missed"].includes(alert.event);
  await self.registration.showNotification(alert.title, {
    body: alert.text, tag: isCall ? alert.reminder : `${alert.reminder}/${alert.event}`, renotify: !isSeen, silent: isSeen, requireInteraction: isCall && alert.level !== 1 && alert.level !== 2,
    actions: alert.actions, data: { reminder: alert.reminder },
  });
  await post("/api/push/receipts", { receipt: alert.receipt });
}

const post = (address, body) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { reminder } = event.notification.data ?? {};
  event.waitUntil(act(event.action, reminder));
});

async function act(action, reminder) {
  if (action && reminder) {
    await post(`/api/alerts/${reminder}/${action}`, {});
    return;
  }
  const pages = await self.clients.matchAll({ type: "window" });
  return pages[0] ? pages[0].focus() : self.clients.openWindow("/ride");
}
