// What this browser allows and what it does not.

import * as alarm from "./alarm.js";

export async function begin() {
  const words = document.getElementById("ability-words").dataset;
  const tell = (name, text) => (document.querySelector(`[data-ability="${name}"]`).textContent = text);
  const yesNo = (is) => (is ? words.yes : words.no);
  const secure = window.isSecureContext;
  tell("sound", yesNo("AudioContext" in window));
  tell("vibration", yesNo("vibrate" in navigator));
  tell("position", secure ? yesNo("geolocation" in navigator) : words.insecure);
  tell("wake", secure ? yesNo("wakeLock" in navigator) : words.insecure);
  tell("microphone", secure ? yesNo(navigator.mediaDevices?.getUserMedia) : words.insecure);
  const button = document.getElementById("try-sound");
  button.hidden = false;
  button.addEventListener("click", async () => {
    await alarm.unlock();
    document.getElementById("tried").textContent = words.heard;
  });
}
