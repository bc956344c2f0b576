// The ride on this phone: positions to the server, alerts from it, and an alarm of the phone's own when the line is gone.

import * as alarm from "./alarm.js";
import * as line from "./line.js";
import { RideOnPhone, instant } from "./levels.js";

const words = document.getElementById("words").dataset;
const memory = "alight-ride";
const load = () => JSON.parse(localStorage.getItem(memory) ?? "{}");
// rung: what this phone has told, with when; open: what was not answered yet; standing: how rides stood when the server was heard last.
const kept = { rung: {}, open: {}, over: {}, untold: [], records: [], standing: {}, ...load() };
const save = () => localStorage.setItem(memory, JSON.stringify(kept));

// Nobody is told of a ride two days after it.
const FORGOTTEN = 2 * 86_400_000;
kept.rung = Object.fromEntries(Object.entries(kept.rung).filter(([, at]) => Date.now() - at < FORGOTTEN));

let rides = [];
let fixes = [];
let watch = null;
let lock = null;
let hiddenAt = null;

// A level that was put off, or taken back, comes again in another round.
const key = (reminder, day, leg, level, round) => `${reminder}/${day}/${leg ?? 0}/${level}/${round ?? 0}`;

/** What the phone must know to ring alone, kept for when the line is down. */
async function learn() {
  let isLearnt = false;
  try {
    const answer = await fetch("/api/ride/records");
    if (answer.ok) {
      kept.records = await answer.json();
      save();
      isLearnt = true;
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
  return isLearnt;
}

/** The highest level that has been told in the round that is on: by this phone, or by the server as far as it was heard. */
function fired(entry) {
  const id = entry.record.id.toLowerCase();
  const standing = kept.standing[id];
  const isKnown = standing?.day === entry.day && standing.leg === entry.leg;
  const round = isKnown ? standing.round : 0;
  const rung = [1, 2, 3].filter((level) => kept.rung[key(id, entry.day, entry.leg, level, round)]);
  return Math.max(0, isKnown ? standing.fired : 0, ...rung);
}

function note(reminder, day, leg, level, round) {
  for (let number = 1; number <= level; number++) kept.rung[key(reminder, day, leg, number, round)] ??= Date.now();
  save();
}

line.on("alert", (alert) => {
  const reminder = alert.reminder.toLowerCase();
  if (alert.event === "alert") {
    // What this phone has rung already is not rung twice. How the rides stand is no such proof: it may come before the alert does.
    if (kept.rung[key(reminder, alert.serviceDay, alert.leg, alert.level, alert.round)]) return;
    note(reminder, alert.serviceDay, alert.leg, alert.level, alert.round);
  }
  ring({ ...alert, reminder });
});
line.on("withdraw", ({ reminder }) => over(reminder));

/** Rings, and remembers that it does: a page that is loaded again goes on with it. */
function ring(alert) {
  const before = kept.open[alert.reminder];
  if (!before || alarm.urgency(alert) >= alarm.urgency(before.alert) || alarm.isOfAnotherRide(alert, before.alert)) {
    kept.open[alert.reminder] = { alert, at: Date.now() };
  }
  save();
  alarm.ring(alert);
}

/** The rider knows. */
function over(reminder) {
  delete kept.open[reminder];
  save();
  alarm.dismiss(reminder);
}

// Who has not answered within so many minutes has left, or sleeps on: then the server asks, and rings again.
const UNANSWERED = 15 * 60_000;

async function ringOn() {
  const waiting = Object.entries(kept.open).filter(([reminder, told]) => Date.now() - told.at <= UNANSWERED && !kept.over[reminder]);
  kept.open = Object.fromEntries(waiting);
  if (!waiting.length) return;
  let followed = null;
  try {
    const answer = await fetch("/api/ride");
    // It may have been answered elsewhere while no page was open.
    if (answer.ok) followed = (await answer.json()).rides.map((ride) => ride.reminder);
  } catch {
    // Without the server the phone knows best.
  }
  for (const [reminder, told] of waiting) {
    if (kept.open[reminder] !== told) continue;
    followed && !followed.includes(reminder) ? over(reminder) : alarm.ring(told.alert);
  }
}

// What is answered in one tab is answered in all, also while the server is away.
const tabs = new BroadcastChannel("alight-alarm");
tabs.addEventListener("message", ({ data }) => over(data.reminder));
line.on("reminders", learn);
line.on("rides", (state) => {
  const before = kept.standing;
  kept.standing = Object.fromEntries(
    state.rides.map((ride) => [
      ride.reminder,
      {
        at: Date.now(), day: ride.serviceDay, leg: ride.leg, round: ride.round, snoozed: ride.snoozed,
        fired: Math.max(0, ...ride.levels.filter((level) => level.hasFired).map((level) => level.level)),
      },
    ]),
  );
  // A ride that is followed no more may be over, or its runner is only starting: what was told on it stays told, and the records say
  // which of the two it is.
  const gone = Object.entries(before).filter(([reminder, old]) => !kept.standing[reminder] && Date.now() - (old.at ?? 0) < FORGOTTEN);
  for (const [reminder, old] of gone) kept.standing[reminder] = old;
  save();
  // Asked until it was answered.
  const news = gone.filter(([, old]) => !old.isGone);
  if (news.length) learn().then((isLearnt) => isLearnt && news.forEach(([, old]) => (old.isGone = true)));
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
    const standing = kept.standing[reminder];
    const isHere = standing?.day === entry.day && standing.leg === entry.leg;
    const isBehind = standing?.day === entry.day && standing.leg > entry.leg;
    if (isBehind || (entry.leg > 0 && !isHere && !kept.rung[key(reminder, entry.day, entry.leg - 1, 3)])) continue;
    const level = entry.ride.due(fired(entry), now);
    if (level) ringAlone(entry, level, isHere ? standing.round : 0);
    else if (isHere && standing.snoozed) awaken(entry, standing.snoozed, now);
  }
}

/** A level that was put off comes again, also where the server cannot be heard by then. */
function awaken(entry, snoozed, now) {
  const rung = kept.rung[key(entry.record.id.toLowerCase(), entry.day, entry.leg, snoozed.level, snoozed.round)];
  const level = entry.ride.levels.find((one) => one.level === snoozed.level);
  // A higher level has said all that it would.
  if (fired(entry) > snoozed.level) return;
  if (!rung && level && now >= instant(snoozed.until)) ringAlone(entry, level, snoozed.round);
}

function ringAlone(entry, level, round) {
  const reminder = entry.record.id.toLowerCase();
  note(reminder, entry.day, entry.leg, level.level, round);
  const at = new Date().toISOString().replace(/\.\d+Z/, "Z");
  kept.untold.push({ reminder, serviceDay: entry.day, leg: entry.leg, level: level.level, round, at });
  save();
  const text = (level.level === 3 ? words.last : words.soon).replace("{stop}", entry.ride.destination.name);
  ring({
    reminder, event: "alert", serviceDay: entry.day, leg: entry.leg, level: level.level, text, means: level.channels, byItself: true,
  });
}

/** Tells the server what was rung and done without it. */
async function tell() {
  const untold = kept.untold;
  if (untold.length) {
    kept.untold = [];
    const answer = await post("/api/alerts/rung", untold);
    // What the server refuses as such it will not take later either.
    if (!answer || answer.status >= 500) kept.untold = [...untold, ...kept.untold];
    save();
  }
  for (const [reminder, action] of Object.entries(kept.over)) {
    const answer = await post(`/api/alerts/${reminder}/${action}`, {});
    if (!answer || answer.status >= 500) continue;
    // It is over for this ride and not for those of other days, which the records tell apart.
    await learn();
    delete kept.over[reminder];
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
    // The rider has seen it: the ride is followed as before.
    if (action === "seen") return;
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
  // Behind a change the rider sits in another vehicle, with other stops.
  const drawn = [...place.querySelectorAll("[data-reminder]")].map((ride) => `${ride.dataset.reminder}/${ride.dataset.leg}`);
  if (drawn.join() !== state.rides.map((ride) => `${ride.reminder}/${ride.leg}`).join()) return redraw();
  for (const ride of state.rides) update(place.querySelector(`[data-reminder="${ride.reminder}"]`), ride);
}

function update(view, ride) {
  const set = (selector, text) => {
    const element = view.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  };
  set(".left", ride.left);
  set(".delay", ride.delay ?? "");
  view.querySelector(".delay").classList.toggle("disrupted", ride.isDisrupted);
  set(".basis", ride.note);
  view.querySelectorAll(".ladder li").forEach((row, number) => {
    const level = ride.levels[number];
    row.classList.toggle("fired", level.hasFired);
    if (row.lastChild.textContent !== ` ${level.text}`) row.lastChild.textContent = ` ${level.text}`;
  });
  view.querySelectorAll(".notes li").forEach((row) => {
    row.hidden = ride.metresLeft !== undefined && Number(row.dataset.left) > ride.metresLeft;
  });
  view.querySelectorAll(".strip li").forEach((row, number) => {
    const stop = ride.stops[number];
    if (!stop) return;
    row.classList.toggle("past", stop.isPast);
    row.classList.toggle("next", stop.isNext);
    stop.isNext ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current");
  });
}

// What lies along the way is said once, quietly, and stands in the list.
line.on("note", (note) => {
  const place = document.getElementById("note");
  if (!place) return;
  place.textContent = [note.title, note.text].filter(Boolean).join(". ");
  place.hidden = false;
});

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
