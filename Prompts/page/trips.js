// The rows of a trip: dragged by their grip into another order, with a mouse or a finger. By keyboard they have buttons.

import { suggestStops } from "./fields.js";

/** Makes the rows live. */
export function begin() {
  suggestStops();
  const form = document.getElementById("trip");
  if (!form) return;
  const list = form.querySelector("ol.trip");
  if (list.children.length > 1) {
    list.querySelectorAll("[data-grip]").forEach((grip) => {
      grip.hidden = false;
      grip.addEventListener("pointerdown", (event) => drag(event, grip, list, form));
    });
  }
  // Who has moved a row by keyboard goes on at it.
  const row = document.querySelector(location.hash.match(/^#row-\d+$/)?.[0] ?? "#none");
  row?.querySelector("[data-move]")?.focus();
}

/** Pixels from the edge of the screen at which a drag scrolls, and by how many. */
const edge = 60;
const step = 24;

function numbers(list) {
  return [...list.children].map((row) => row.dataset.number).join(",");
}

function drag(begin, grip, list, form) {
  if (begin.button) return;
  begin.preventDefault();
  const row = grip.closest("li");
  const before = numbers(list);
  row.classList.add("dragged");

  const move = (event) => {
    // Rows are tall: at the edge of the screen the page goes along.
    if (event.clientY < edge) scrollBy(0, -step);
    if (event.clientY > innerHeight - edge) scrollBy(0, step);
    const other = [...list.children].find((candidate) => {
      const box = candidate.getBoundingClientRect();
      return candidate !== row && event.clientY >= box.top && event.clientY <= box.bottom;
    });
    if (!other) return;
    const box = other.getBoundingClientRect();
    const isBelow = event.clientY > box.top + box.height / 2;
    list.insertBefore(row, isBelow ? other.nextSibling : other);
  };
  const end = (event) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    row.classList.remove("dragged");
    if (numbers(list) === before) return;
    if (event.type === "pointercancel") {
      before.split(",").forEach((number) => list.append(list.querySelector(`[data-number="${number}"]`)));
      return;
    }
    form.elements.order.value = numbers(list);
    form.requestSubmit(form.querySelector('button[value="save"]'));
  };
  // Of the document: a row that is put elsewhere loses a pointer that it has captured.
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
