// The alarm on this phone: its sounds, vibration, notification and the view that fills the screen.

const SOUNDS = { 1: "notice.wav", 2: "attention.wav", 3: "alarm.wav" };
const PULSES = { 1: [200], 2: [400, 200, 400], 3: [800, 300, 800, 300, 800] };

let context = null;
let meter = null;
const buffers = {};
let playing = null;
let shown = null;
let pulsing = null;

/** Unlocks sound, which browsers allow in a tap alone, and plays the test tone. */
export async function unlock(isTold = true) {
  context ??= new AudioContext();
  meter ??= new AnalyserNode(context, { fftSize: 2048 });
  meter.connect(context.destination);
  await context.resume();
  await Promise.all(
    Object.entries(SOUNDS).map(async ([level, file]) => {
      if (buffers[level]) return;
      const answer = await fetch(`/static/sounds/${file}`);
      buffers[level] = await context.decodeAudioData(await answer.arrayBuffer());
    }),
  );
  if (isTold) play(1, false);
}

export const isUnlocked = () => context?.state === "running";

/** How loud the page sounds now: the root mean square of what goes to the loudspeaker, 0 for silence. */
export function loudness() {
  if (!meter) return 0;
  const samples = new Float32Array(meter.fftSize);
  meter.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function play(level, isRepeated) {
  silence();
  if (!isUnlocked() || !buffers[level]) return;
  playing = new AudioBufferSourceNode(context, { buffer: buffers[level], loop: isRepeated });
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

/** What is shown and sounds now; null for nothing. */
export const current = () => shown;

/**
 * Shows an alert over the whole page and sounds it.
 * @param alert {reminder, level, text, means}; @param isSilent for one that has rung already.
 */
export function ring(alert, isSilent = false) {
  const level = alert.level ?? 3;
  const words = document.getElementById("words").dataset;
  shown = alert;
  const view = box();
  view.dataset.level = level;
  view.dataset.reminder = alert.reminder;
  document.getElementById("alarm-level").textContent = words.level.replace("{level}", level) + (alert.byItself ? ` ${words.byItself}` : "");
  document.getElementById("alarm-text").textContent = alert.text;
  say("");
  view.hidden = false;
  document.getElementById("main").inert = true;
  // No button: a sleepy press of Enter must not end the alerts.
  view.focus();
  if (isSilent) return;
  const means = alert.means ?? ["notification", "vibration", "alarm"];
  // A page that was loaded again may sound from the next touch on.
  if (!isUnlocked()) view.addEventListener("pointerdown", () => unlock(false).then(() => shown === alert && sound(level, means)), { once: true });
  sound(level, means);
  notify(alert, level);
}

function sound(level, means) {
  if (level < 3 || means.includes("alarm")) play(level, level === 3);
  if (means.includes("vibration") || (level === 3 && means.includes("alarm"))) {
    const pulse = () => navigator.vibrate?.(PULSES[level]);
    pulse();
    if (level === 3) pulsing = setInterval(pulse, 4000);
  }
}

/** Says something beside the alert that is shown. */
export const say = (text) => (document.getElementById("alarm-note").textContent = text);

async function notify(alert, level) {
  if (!("Notification" in window) || Notification.permission !== "granted" || !navigator.serviceWorker) return;
  const worker = await navigator.serviceWorker.ready;
  const names = [...box().querySelectorAll("[data-action]")].map((button) => ({ action: button.dataset.action, title: button.textContent }));
  await worker.showNotification(alert.title ?? "Alight", {
    body: alert.text, tag: alert.reminder, renotify: true, requireInteraction: level === 3, actions: names, data: { reminder: alert.reminder },
  });
}

/** Takes the alert of a reminder away; any where none is named. */
export function dismiss(reminder) {
  if (!shown || (reminder && shown.reminder !== reminder)) return;
  shown = null;
  silence();
  box().hidden = true;
  document.getElementById("main").inert = false;
  document.getElementById("main").focus();
}
