// "Near me": the browser's position, asked for when it is wanted.

import { suggestStops } from "./fields.js";

export function begin() {
  suggestStops();
  const button = document.getElementById("near");
  if (!button || !navigator.geolocation) return;
  button.hidden = false;
  button.addEventListener("click", () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => (location.href = `/stops?lat=${coords.latitude}&lon=${coords.longitude}`),
      (error) => (document.getElementById("near-trouble").textContent = error.message),
      { enableHighAccuracy: true, timeout: 20_000 },
    ),
  );
}
