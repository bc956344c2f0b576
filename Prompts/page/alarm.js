// The alarm on this phone: its sounds, vibration, notification and the view that fills the screen.

const SOUNDS = { notice: "notice.wav", attention: "attention.wav", alarm: "alarm.wav" };
const PULSES = [[], [200], [400, 200, 400], [800, 300, 800, 300, 800]];

let context = null;
let meter = null;
const buffers = {};
let playing = null;
let pulsing = null;
/** What was told and not answered, by reminder, the newest last. */
const open = new Map();
/** The one of them that fills the screen. */
let shown = null;

const eventOf = (alert) => alert.event ?? "alert";

/** 1 to 3 for the levels; a stop that was missed is as urgent as the last call; 0 for what is told beside them. */
export const urgency = (alert) => (eventOf(alert) === "alert" ? (alert.level ?? 3) : eventOf(alert) === "missed" ? 3 : 0);

/** Whether two alerts of a reminder are of different rides of its journey, or of different days. */
export const isOfAnotherRide = (one, other) =>
  (one.leg ?? 0) !== (other.leg ?? 0) || (one.serviceDay ?? "") !== (other.serviceDay ?? "");

/** Unlocks sound, which browsers allow in a tap alone, and plays the test tone. */
export async function unlock(isTold = true) {
  context ??= new AudioContext();
  meter ??= new AnalyserNode(context, { fftSize: 2048 });
  meter.connect(context.destination);
  await context.resume();
  await Promise.all(
    Object.entries(SOUNDS).map(async ([name, file]) => {
      if (buffers[name]) return;
      const answer = await fetch(`/static/sounds/${file}`);
      buffers[name] = await context.decodeAudioData(await answer.arrayBuffer());
    }),
  );
  if (isTold) play("notice", false);
}

export const isUnlocked = () => context?.state === "running";

/** How loud the page sounds now: the root mean square of what goes to the loudspeaker, 0 for silence. */
export function loudness() {
  if (!meter) return 0;
  const samples = new Float32Array(meter.fftSize);
  meter.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function play(name, isRepeated) {
  silence();
  if (!isUnlocked() || !buffers[name]) return;
  playing = new AudioBufferSourceNode(context, { buffer: buffers[name], loop: isRepeated });
  playing.connect(meter);
  playing.start();
}

export function silence() {
  playing?.stop();
  playing = null;
  clearInterval(pulsing);
  pulsing = null;
  navigator.vibrate?.(0);
}

const box = () => document.getElementById("alarm");

/**
 * Tells an alert. The most urgent of those that were not answered fills the screen and sounds; none of them ends the sound of another.
 * @param alert {reminder, event, level, text, means}; @param isSilent for one that has rung already.
 */
export function ring(alert, isSilent = false) {
  const before = open.get(alert.reminder);
  if (before && urgency(alert) < urgency(before) && !isOfAnotherRide(alert, before)) {
    // What is told beside a call stands below it, and takes nothing of it away.
    before.beside = alert.text;
    if (shown === before) say(alert.text);
    notify(alert);
    return;
  }
  open.delete(alert.reminder);
  open.set(alert.reminder, { ...alert });
  present(isSilent);
  if (!isSilent) notify(alert);
}

/** Shows the most urgent alert, of equal ones the newest; it sounds where it was not the one that is shown. */
function present(isSilent) {
  const first = [...open.values()].reduce((best, alert) => (best && urgency(best) > urgency(alert) ? best : alert), null);
  if (first === shown) return;
  silence();
  shown = first;
  const view = box();
  view.hidden = !first;
  document.getElementById("main").inert = Boolean(first);
  if (!first) return document.getElementById("main").focus();
  draw(first);
  // No button: a sleepy press of Enter must not end the alerts.
  view.focus();
  if (isSilent) return;
  // A page that was loaded again may sound from the next touch on.
  if (!isUnlocked()) view.addEventListener("pointerdown", () => unlock(false).then(() => shown === first && sound(first)), { once: true });
  sound(first);
}

function draw(alert) {
  const words = document.getElementById("words").dataset;
  const view = box();
  view.dataset.level = urgency(alert);
  view.dataset.reminder = alert.reminder;
  const level = eventOf(alert) === "alert" ? words.level.replace("{level}", alert.level ?? 3) : words.notice;
  document.getElementById("alarm-level").textContent = level + (alert.byItself ? ` ${words.byItself}` : "");
  document.getElementById("alarm-text").textContent = alert.text;
  say(alert.beside ?? "");
  // Nobody gets off at a reminder of a place.
  for (const button of view.querySelectorAll("[data-place]")) {
    button.dataset.ride ??= button.textContent;
    button.textContent = alert.place ? button.dataset.place : button.dataset.ride;
  }
  // The last call is answered and not only seen; what is no call cannot be put off.
  view.querySelector("[data-action=seen]").hidden = urgency(alert) === 3;
  view.querySelector("[data-action=snooze]").hidden = eventOf(alert) !== "alert";
}

/** Sounds and vibrates as the machine that Alight runs on does. */
function sound(alert) {
  const [event, means] = [eventOf(alert), alert.means ?? ["notification", "vibration", "alarm"]];
  if (["position-lost", "off-route"].includes(event)) return;
  const isLast = urgency(alert) === 3;
  if (urgency(alert) > 0 && means.includes("alarm")) play("alarm", isLast);
  else if (urgency(alert) === 0 || event === "missed" || means.includes("vibration")) play("attention", false);
  else if (alert.level === 1) play("notice", false);
  if (urgency(alert) === 0 || means.includes("vibration") || means.includes("alarm")) {
    const pulse = () => navigator.vibrate?.(PULSES[urgency(alert) || 2]);
    pulse();
    if (isLast) pulsing = setInterval(pulse, 4000);
  }
}

/** Says something beside the alert that is shown. */
export const say = (text) => (document.getElementById("alarm-note").textContent = text);

async function notify(alert) {
  if (!("Notification" in window) || Notification.permission !== "granted" || !navigator.serviceWorker) return;
  const worker = await navigator.serviceWorker.ready;
  const buttons = [...box().querySelectorAll("[data-action]")].filter((button) => button.dataset.action !== "seen");
  const isCall = urgency(alert) > 0;
  await worker.showNotification(alert.title ?? "Alight", {
    // What is told beside a call does not take its place.
    body: alert.text, tag: isCall ? alert.reminder : `${alert.reminder}/${eventOf(alert)}`, renotify: true,
    requireInteraction: urgency(alert) === 3, data: { reminder: alert.reminder },
    actions: isCall ? buttons.map((button) => ({ action: button.dataset.action, title: button.textContent })) : [],
  });
}

/** Takes the alert of a reminder away, the one that is shown where none is named; the next one that was not answered is shown then. */
export function dismiss(reminder = shown?.reminder) {
  if (open.delete(reminder)) present(false);
}
