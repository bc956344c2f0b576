// The ride on this phone: positions to the server, alerts from it, and an alarm of the phone's own when the line is gone.

import * as alarm from "./alarm.js";
import * as line from "./line.js";
import { RideOnPhone, instant } from "./levels.js";

const words = document.getElementById("words").dataset;
const memory = "alight-ride";
const load = () => JSON.parse(localStorage.getItem(memory) ?? "{}");
const kept = { rung: {}, over: {}, untold: [], records: [], ...load() };
const save = () => localStorage.setItem(memory, JSON.stringify(kept));

let rides = [];
let fixes = [];
let watch = null;
let lock = null;
let hiddenAt = null;

const key = (reminder, day, leg, level) => `${reminder}/${day}/${leg ?? 0}/${level}`;

/** What the phone must know to ring alone, kept for when the line is down. */
async function learn() {
  try {
    const answer = await fetch("/api/ride/records");
    if (answer.ok) {
      kept.records = await answer.json();
      save();
    }
  } catch {
    // What was kept is used.
  }
  rides = kept.records.flatMap((record) =>
    [{ route: record.route, levels: record.levels }, ...(record.onward ?? [])].map((leg, number) => ({
      record, leg: number, day: record.route.serviceDay, ride: new RideOnPhone(leg.route, leg.levels),
    })),
  );
  for (const fix of fixes.slice(-30)) for (const entry of rides) entry.ride.take(fix);
}

/** Which levels have been told: by the server, or by this phone. */
function fired(entry) {
  return Math.max(0, ...[1, 2, 3].filter((level) => kept.rung[key(entry.record.id.toLowerCase(), entry.day, entry.leg, level)]));
}

function note(reminder, day, leg, level) {
  for (let number = 1; number <= level; number++) kept.rung[key(reminder, day, leg, number)] ??= Date.now();
  save();
}

line.on("alert", (alert) => {
  const reminder = alert.reminder.toLowerCase();
  const known = alert.level && kept.rung[key(reminder, alert.serviceDay, alert.leg, alert.level)];
  if (alert.level) note(reminder, alert.serviceDay, alert.leg, alert.level);
  // What this phone has rung already is not rung twice.
  if (known) return;
  ring({ ...alert, reminder });
});
line.on("withdraw", ({ reminder }) => over(reminder));

/** Rings, and remembers that it does: a page that is loaded again goes on with it. */
function ring(alert) {
  kept.shown = { alert, at: Date.now() };
  save();
  alarm.ring(alert);
}

/** The rider knows. */
function over(reminder) {
  if (kept.shown?.alert.reminder === reminder) {
    delete kept.shown;
    save();
  }
  alarm.dismiss(reminder);
}

// Who has not answered within so many minutes has left, or sleeps on: then the server asks, and rings again.
const UNANSWERED = 15 * 60_000;

async function ringOn() {
  const shown = kept.shown;
  if (!shown || Date.now() - shown.at > UNANSWERED || kept.over[shown.alert.reminder]) return;
  try {
    const answer = await fetch("/api/ride");
    // It may have been answered elsewhere while no page was open.
    if (answer.ok && !(await answer.json()).rides.some((ride) => ride.reminder === shown.alert.reminder)) return over(shown.alert.reminder);
  } catch {
    // Without the server the phone knows best.
  }
  if (kept.shown === shown) alarm.ring(shown.alert);
}

// What is answered in one tab is answered in all, also while the server is away.
const tabs = new BroadcastChannel("alight-alarm");
tabs.addEventListener("message", ({ data }) => over(data.reminder));
line.on("reminders", learn);
line.on("rides", (state) => {
  for (const ride of state.rides) {
    const entry = rides.find((entry) => entry.record.id.toLowerCase() === ride.reminder);
    const told = Math.max(0, ...ride.levels.filter((level) => level.hasFired).map((level) => level.level));
    if (entry && told) note(ride.reminder, entry.day, 0, told);
  }
  tell();
});

/** Looks each second whether the phone has to ring by itself. */
function look() {
  grade();
  const isLost = line.isLost();
  document.getElementById("offline").hidden = !isLost;
  const label = document.getElementById("line");
  if (label) {
    label.hidden = !isLost;
    label.textContent = isLost ? words.lost.replace("{seconds}", Math.round(line.silentFor())) : "";
  }
  if (!isLost) return;
  const now = Date.now() / 1000;
  for (const entry of rides) {
    const reminder = entry.record.id.toLowerCase();
    const begins = entry.ride.stops[0].departure;
    const ends = instant(entry.record.validUntil) ?? (entry.ride.destination.arrival ?? now) + 7200;
    if (kept.over[reminder] || entry.record.status !== "on" || now > ends || (begins !== null && now < begins)) continue;
    // The ride after a change begins where the one before ended.
    if (entry.leg > 0 && !kept.rung[key(reminder, entry.day, entry.leg - 1, 3)]) continue;
    const level = entry.ride.due(fired(entry), now);
    if (!level) continue;
    note(reminder, entry.day, entry.leg, level.level);
    kept.untold.push({ reminder, serviceDay: entry.day, leg: entry.leg, level: level.level, at: new Date().toISOString().replace(/\.\d+Z/, "Z") });
    save();
    const text = (level.level === 3 ? words.last : words.soon).replace("{stop}", entry.ride.destination.name);
    ring({ reminder, level: level.level, text, means: level.channels, byItself: true });
  }
}

/** Tells the server what was rung and done without it. */
async function tell() {
  const untold = kept.untold;
  if (untold.length) {
    kept.untold = [];
    const answer = await post("/api/alerts/rung", untold);
    if (!answer?.ok) kept.untold = [...untold, ...kept.untold];
    save();
  }
  for (const [reminder, action] of Object.entries(kept.over)) {
    if (action === "told") continue;
    const answer = await post(`/api/alerts/${reminder}/${action}`, {});
    if (answer && answer.status < 500) kept.over[reminder] = "told";
    save();
  }
}

async function post(address, body) {
  try {
    return await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    return null;
  }
}

for (const button of document.querySelectorAll("#alarm [data-action]")) {
  button.addEventListener("click", async () => {
    const { reminder } = document.getElementById("alarm").dataset;
    const action = button.dataset.action;
    if (action === "snooze") return snooze(reminder);
    over(reminder);
    tabs.postMessage({ reminder });
    const answer = await post(`/api/alerts/${reminder}/${action}`, {});
    // What the server could not be told stands for the phone, and is told later.
    if (!answer) kept.over[reminder] = action;
    save();
  });
}

/** Puts an alert off, which the server alone can: what it refuses goes on ringing, and says why. */
async function snooze(reminder) {
  const answer = await post(`/api/alerts/${reminder}/snooze`, {});
  if (answer?.ok) {
    over(reminder);
    tabs.postMessage({ reminder });
    return;
  }
  alarm.say(answer ? (await answer.json()).detail : words.cannotSnooze);
}

// MARK: positions

let sending = null;

function take(position) {
  const { latitude, longitude, accuracy, speed } = position.coords;
  const at = Math.floor(position.timestamp / 1000);
  const fix = { at, lat: latitude, lon: longitude, accuracy, speed: speed ?? undefined };
  fixes = [...fixes.slice(-300), fix];
  for (const entry of rides) entry.ride.take(fix);
  sending ??= send();
  grade();
}

// Without a position for so long it is not "where you are" any more.
const FRESH = 60;

/** Says how well the ride is followed, as it is now. */
function grade() {
  const label = document.getElementById("grade");
  const open = document.getElementById("ride-grade")?.dataset.open;
  if (!label || !open) return;
  label.dataset.without ??= label.textContent;
  const isFresh = fixes.length > 0 && Date.now() / 1000 - fixes.at(-1).at < FRESH;
  const text = isFresh ? open : label.dataset.without;
  if (label.textContent !== text) label.textContent = text;
}

let unsent = [];
async function send() {
  // As many as have come meanwhile go together.
  await new Promise((done) => setTimeout(done, 200));
  unsent = fixes.filter((fix) => fix.at > (send.last ?? 0)).slice(-120);
  if (unsent.length) {
    const body = unsent.map((fix) => ({ ...fix, at: new Date(fix.at * 1000).toISOString().replace(/\.\d+Z/, "Z") }));
    const answer = await post("/api/fixes", body);
    if (answer) send.last = unsent.at(-1).at;
  }
  sending = null;
}

async function stayAwake() {
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null;
  }
}

function follow() {
  if (watch !== null || !navigator.geolocation) return;
  watch = navigator.geolocation.watchPosition(take, denied, { enableHighAccuracy: true, maximumAge: 1000 });
}

function denied(error) {
  // Without a place for a moment is no refusal: the next fix may come.
  if (error.code !== error.PERMISSION_DENIED) return;
  document.getElementById("started").textContent = words.denied;
}

async function start(button) {
  await alarm.unlock();
  await stayAwake();
  if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
  document.getElementById("started").textContent = words.started;
  if (document.getElementById("ride-grade")) follow();
  button.hidden = true;
  sessionStorage.setItem("alight-started", "yes");
  await learn();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") {
    hiddenAt = Date.now();
    return;
  }
  if (sessionStorage.getItem("alight-started")) stayAwake();
  // Browsers stop positions of a hidden page.
  if (watch !== null) {
    navigator.geolocation.clearWatch(watch);
    watch = null;
    follow();
    const seconds = hiddenAt ? Math.round((Date.now() - hiddenAt) / 1000) : 0;
    const label = document.getElementById("started");
    if (label && seconds > 5) label.textContent = words.hidden.replace("{seconds}", seconds);
  }
});

// MARK: the view

function show(state) {
  const place = document.getElementById("rides");
  if (!place) return;
  const drawn = [...place.querySelectorAll("[data-reminder]")].map((ride) => ride.dataset.reminder);
  if (drawn.join() !== state.rides.map((ride) => ride.reminder).join()) return redraw();
  for (const ride of state.rides) update(place.querySelector(`[data-reminder="${ride.reminder}"]`), ride);
}

function update(view, ride) {
  const set = (selector, text) => {
    const element = view.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  };
  set(".left", ride.left);
  set(".basis", ride.note);
  view.querySelectorAll(".ladder li").forEach((row, number) => {
    const level = ride.levels[number];
    row.classList.toggle("fired", level.hasFired);
    if (row.lastChild.textContent !== ` ${level.text}`) row.lastChild.textContent = ` ${level.text}`;
  });
  view.querySelectorAll(".strip li").forEach((row, number) => {
    const stop = ride.stops[number];
    row.classList.toggle("past", stop.isPast);
    row.classList.toggle("next", stop.isNext);
    stop.isNext ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current");
  });
}

async function redraw() {
  const answer = await fetch("/ride", { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("rides").replaceWith(page.getElementById("rides"));
  const empty = document.getElementById("no-ride");
  const news = page.getElementById("no-ride");
  if (empty && !news) empty.remove();
}

export function begin() {
  line.on("rides", show);
  const button = document.getElementById("start-ride");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => start(button));
  }
}

learn();
ringOn();
line.open();
setInterval(look, 1000);
