// The four questions without loading a page for each: the same forms, the same answers from the server.

import { leave, onboard } from "./onboard.js";
import { post, speaking } from "./speaking.js";

let asked = 0;

function enhance() {
  const field = document.getElementById("text");
  document.querySelectorAll("#main form").forEach((form) => form.addEventListener("submit", submit));
  if (!field) return;
  // What is typed counts, what was chosen before does not, and the other way round: so both are never left to a guess.
  field.addEventListener("input", () => document.querySelectorAll("[name=option]:checked").forEach((option) => (option.checked = false)));
  document.querySelectorAll("[name=option]").forEach((option) =>
    option.addEventListener("change", () => {
      field.value = "";
    }),
  );
  enhanceSpeech();
  enhanceReading();
  onboard(reply);
  if ("suggests" in field.dataset) field.addEventListener("input", () => suggest(field.value));
}

async function suggest(text) {
  const list = document.getElementById("suggestions");
  const number = ++asked;
  if (!text.trim()) return list.replaceChildren();
  const answer = await fetch(`/api/suggestions?text=${encodeURIComponent(text)}`);
  if (!answer.ok || number !== asked) return;
  const found = await answer.json();
  list.replaceChildren(...found.map((one) => new Option(one.text, one.answer)));
}

// MARK: speaking

function enhanceSpeech() {
  speaking({
    // What is read aloud is no answer. What may be said is made ready meanwhile; without it the answer only takes longer.
    begins: () => {
      hush();
      leave();
      fetch("/api/dialogue/listen", { method: "POST" }).catch(() => {});
    },
    send: (sound) => {
      const revision = document.querySelector("#answer-form [name=revision]").value;
      return put(() => post(`/new/recording?revision=${revision}`, sound));
    },
  });
}

// MARK: reading aloud

let reading = null;

function enhanceReading() {
  hush();
  const place = document.getElementById("aloud");
  if (!place) return;
  place.hidden = false;
  const each = document.getElementById("read-each");
  each.checked = localStorage.getItem("alight-read-each") === "yes";
  each.addEventListener("change", () => {
    localStorage.setItem("alight-read-each", each.checked ? "yes" : "no");
    each.checked ? read(place.dataset.spoken) : hush();
  });
  document.getElementById("read-aloud").addEventListener("click", () => read(place.dataset.spoken));
  if (each.checked) read(place.dataset.spoken);
}

/** By a voice of this machine; where the browser has none, by the server's. */
function read(text) {
  hush();
  const language = document.documentElement.lang;
  const voice = window.speechSynthesis?.getVoices().find((one) => one.localService && one.lang.startsWith(language));
  if (voice) {
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang }));
    return;
  }
  reading = new Audio(`/new/question.wav?at=${Date.now()}`);
  // A browser that has not been touched yet plays nothing: the button does.
  reading.play().catch(() => {});
}

function hush() {
  window.speechSynthesis?.cancel();
  reading?.pause();
  reading = null;
}

// MARK: answering

async function submit(event) {
  event.preventDefault();
  leave();
  const form = event.currentTarget;
  const data = new URLSearchParams(new FormData(form, event.submitter));
  await put(() => fetch(form.action, { method: "POST", body: data, headers: { Accept: "text/html" } }));
}

/** Answers the open question as if that had been typed. */
const reply = (text) => put(() => {
  const data = new URLSearchParams(new FormData(document.getElementById("answer-form")));
  data.delete("option");
  data.set("text", text);
  return fetch("/new", { method: "POST", body: data, headers: { Accept: "text/html" } });
});

/** Sends an answer and shows the page that comes of it. */
async function put(send) {
  let answer;
  try {
    answer = await send();
  } catch {
    document.getElementById("offline").hidden = false;
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("main").replaceWith(document.adoptNode(page.getElementById("main")));
  document.title = page.title;
  enhance();
  document.getElementById("question")?.focus();
}

export function begin() { enhance(); }
