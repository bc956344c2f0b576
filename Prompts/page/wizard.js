// The four questions without loading a page for each: the same forms, the same answers from the server.

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

async function submit(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const data = new URLSearchParams(new FormData(form, event.submitter));
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "text/html" } });
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
