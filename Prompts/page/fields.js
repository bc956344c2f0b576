// Fields that name a stop: what is likely meant, at each key.

const asked = new Map();

/** Offers stops under each field that bears `data-stops`. */
export function suggestStops() {
  document.querySelectorAll("[data-stops]").forEach((field) =>
    field.addEventListener("input", () => offer(field)),
  );
}

async function offer(field) {
  const number = (asked.get(field) ?? 0) + 1;
  asked.set(field, number);
  const text = field.value.trim();
  if (!text) return field.list.replaceChildren();
  const answer = await fetch(`/api/stops?text=${encodeURIComponent(text)}`);
  if (!answer.ok || asked.get(field) !== number) return;
  const found = await answer.json();
  // What has its name for itself is offered by it, and the others by what tells them apart.
  field.list.replaceChildren(
    ...found.slice(0, 8).map((stop) => new Option(stop.near ? `${stop.name} – ${stop.near.name}` : stop.name, stop.near ? stop.id : stop.name)),
  );
}

export const begin = suggestStops;
