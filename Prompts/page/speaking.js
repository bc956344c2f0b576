// An answer that is spoken: the button, its level, and what is wrong with a recording before it is sent.

import { Recording, flaw, wave } from "./microphone.js";

let recording = null;
let hooks = null;

const words = () => document.getElementById("speak-words").dataset;
const tell = (text) => (document.getElementById("speak-state").textContent = text);

/** Sends a recording as WAV. */
export const post = (address, sound) =>
  fetch(address, { method: "POST", body: sound, headers: { Accept: "text/html", "Content-Type": "audio/wav" } });

/**
 * Makes the button of the present page record.
 * @param begins called when a recording begins; @param send called with the bytes of a WAV file.
 */
export function speaking({ begins = () => {}, send }) {
  const place = document.getElementById("speak");
  if (!place || !navigator.mediaDevices?.getUserMedia) return;
  hooks = { begins, send };
  place.hidden = false;
  const button = document.getElementById("speak-button");
  // Pressed it records until it is pressed again; held, by the space bar or a finger, until it is let go.
  let pressedAt = 0;
  const press = (event) => {
    if (event.repeat || recording) return;
    pressedAt = performance.now();
    speak();
  };
  button.addEventListener("pointerdown", press);
  button.addEventListener("keydown", (event) => {
    if (event.key === " ") press(event);
  });
  const release = () => {
    if (performance.now() - pressedAt > 600 && recording) finish();
  };
  button.addEventListener("pointerup", release);
  button.addEventListener("keyup", (event) => {
    if (event.key === " ") release();
  });
  button.addEventListener("click", () => {
    // The click that began it is no second one.
    if (recording && performance.now() - pressedAt > 600) return finish();
    if (!recording && performance.now() - pressedAt > 600) speak();
  });
}

async function speak() {
  if (recording) return;
  hooks.begins();
  recording = "beginning";
  const meter = document.getElementById("speak-level");
  try {
    recording = await Recording.begin((level, seconds) => {
      meter.hidden = false;
      meter.value = level;
      tell(words().recording.replace("{seconds}", seconds.toFixed(0)));
    }, finish);
    document.getElementById("speak-button").textContent = words().stop;
  } catch (error) {
    recording = null;
    tell(error.name === "NotFoundError" ? words().missing : words().denied);
  }
}

async function finish() {
  const ended = recording;
  if (!ended?.stop) return;
  recording = null;
  const samples = await ended.stop();
  document.getElementById("speak-button").textContent = words().speak;
  document.getElementById("speak-level").hidden = true;
  const wrong = flaw(samples);
  if (wrong) return tell(words()[wrong]);
  tell(words().sending);
  await hooks.send(wave(samples));
}
