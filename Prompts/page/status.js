// What this browser allows and what it does not, with a try of each.

import * as alarm from "./alarm.js";
import { Recording } from "./microphone.js";

const words = () => document.getElementById("ability-words").dataset;
const tell = (name, text) => (document.querySelector(`[data-ability="${name}"]`).textContent = text);
const told = (text) => (document.getElementById("tried").textContent = text);

export async function begin() {
  const yesNo = (is) => (is ? words().yes : words().no);
  const secure = window.isSecureContext;
  tell("sound", yesNo("AudioContext" in window));
  tell("vibration", yesNo("vibrate" in navigator));
  tell("position", secure ? yesNo("geolocation" in navigator) : words().insecure);
  tell("wake", secure ? yesNo("wakeLock" in navigator) : words().insecure);
  tell("microphone", secure ? yesNo(navigator.mediaDevices?.getUserMedia) : words().insecure);
  trySound();
  if (navigator.mediaDevices?.getUserMedia) tryMicrophone();
  await push();
}

function trySound() {
  const button = document.getElementById("try-sound");
  button.hidden = false;
  button.addEventListener("click", async () => {
    await alarm.unlock();
    told(words().heard);
  });
}

function tryMicrophone() {
  const button = document.getElementById("try-microphone");
  button.hidden = false;
  button.addEventListener("click", async () => {
    let loudest = 0;
    try {
      const recording = await Recording.begin((level) => (loudest = Math.max(loudest, level)), () => {});
      await new Promise((done) => setTimeout(done, 2000));
      await recording.stop();
      told(loudest > 0.02 ? words().microphoneHeard.replace("{percent}", Math.round(loudest * 100)) : words().microphoneSilent);
    } catch (error) {
      told(error.name === "NotFoundError" ? words().missing : words().denied);
    }
  });
}

// Alerts while the page is closed, which are off until they are asked for.
async function push() {
  const button = document.getElementById("push");
  if (!("PushManager" in window) || !navigator.serviceWorker || !("Notification" in window)) return tell("push", words().pushNone);
  const worker = await navigator.serviceWorker.ready;
  const { key, isOn } = await (await fetch("/api/push")).json();
  const show = (on) => {
    tell("push", on ? words().pushIsOn : words().pushIsOff);
    button.textContent = on ? words().pushOff : words().pushOn;
    button.dataset.on = on ? "yes" : "";
  };
  button.hidden = false;
  show(isOn);
  button.addEventListener("click", async () => {
    if (button.dataset.on) {
      await (await worker.pushManager.getSubscription())?.unsubscribe();
      await fetch("/api/push", { method: "DELETE" });
      return show(false);
    }
    if ((await Notification.requestPermission()) !== "granted") return told(words().pushDenied);
    try {
      const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const answer = await fetch("/api/push", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(subscription) });
      if (!answer.ok) throw new Error((await answer.json()).detail);
      show(true);
    } catch (error) {
      told(words().pushFailed.replace("{cause}", error.message));
    }
  });
}
