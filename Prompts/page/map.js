// The map, drawn from the timetable: the ride with its stops and the circles of its alerts, and the lines and stops around it.

export async function begin() {
  const place = document.getElementById("map");
  if (!place) return;
  await load();
  const L = window.L;
  const map = L.map(place, { attributionControl: Boolean(place.dataset.tiles), keyboard: true });
  const style = getComputedStyle(document.documentElement);
  const ink = { deep: style.getPropertyValue("--deep").trim(), quiet: style.getPropertyValue("--quiet").trim() };
  if (place.dataset.tiles) L.tileLayer(place.dataset.tiles, { attribution: place.dataset.attribution }).addTo(map);
  // Lines lie below stops, and stops below the ride, also where they are drawn later.
  ["ways", "around"].forEach((name, number) => (map.createPane(name).style.zIndex = 350 + number));
  const around = L.layerGroup().addTo(map);
  // Not gliding there from elsewhere: what is tapped meanwhile would be another place.
  if (place.dataset.box) map.fitBounds(JSON.parse(place.dataset.box), { animate: false });
  else map.setView([48.2, 16.3], 9);
  if (place.dataset.reminder) await drawRide(L, map, place.dataset.reminder, ink.deep);
  if (place.dataset.place) {
    const given = place.dataset.place.split(",").map(Number);
    L.circleMarker(given, { radius: 9, color: ink.deep, fillColor: "#ffcf4a", fillOpacity: 1 }).addTo(map);
    map.setView(given, 15, { animate: false });
  }
  const draw = () => drawNetwork(L, map, around, ink);
  map.on("moveend", draw);
  map.on("click", (event) => offer(L, map, event.latlng, place.dataset.here));
  draw();
}

// A place that was tapped, to be woken before it from wherever the rider is.
function offer(L, map, { lat, lng }, words) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: "/new/begin" });
  const east = ((((lng + 180) % 360) + 360) % 360) - 180;
  form.append(
    Object.assign(document.createElement("input"), { type: "hidden", name: "place", value: `${lat.toFixed(5)}, ${east.toFixed(5)}` }),
    Object.assign(document.createElement("button"), { textContent: words, className: "primary" }),
  );
  // The map moves at once, if at all: a button that glides away is missed.
  L.popup({ autoPan: false }).setLatLng([lat, lng]).setContent(form).openOn(map);
  map.panInside([lat, lng], { paddingTopLeft: [150, 120], paddingBottomRight: [150, 30], animate: false });
}

function load() {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/static/leaflet/leaflet.css" });
  document.head.append(sheet);
  return new Promise((done, failed) => {
    const script = Object.assign(document.createElement("script"), { src: "/static/leaflet/leaflet.js", onload: done, onerror: failed });
    document.head.append(script);
  });
}

// From the line's own colour to that of the last call.
const TIMED = [null, "#b58900", "#cb5a00", "#b3130c"];

async function drawRide(L, map, reminder, ink) {
  const answer = await fetch(`/api/map/${reminder}`);
  if (!answer.ok) return;
  const ride = await answer.json();
  // The stops of the ride are told one by one in the list beside it.
  const line = L.polyline(ride.line, { color: "#fff", weight: 9, opacity: 0.9 }).addTo(map);
  parts(ride.line, ride.timed).forEach((part, number) => L.polyline(part, { color: TIMED[number] ?? ride.color ?? ink, weight: 5 }).addTo(map));
  for (const circle of ride.circles) L.circle([circle.lat, circle.lon], { radius: circle.metres, color: ink, weight: 2, fillOpacity: 0.08 }).addTo(map);
  const marks = ride.stops.map((stop, place) => {
    const mark = L.circleMarker([stop.lat, stop.lon], { radius: stop.levels.length ? 9 : 6, color: ink, fillColor: stop.levels.length ? "#ffcf4a" : "#fff", fillOpacity: 1 });
    // Both ends bear their names for all to see, the others when they are pointed at: more would lie over each other.
    const permanent = place === 0 || place === ride.stops.length - 1;
    return mark.bindTooltip(`${stop.number}. ${stop.name}`, { permanent, direction: "auto" }).addTo(map).on("click", () => choose(stop.number));
  });
  // Room for the names of both ends.
  map.fitBounds(line.getBounds(), { padding: [60, 40], animate: false });
  document.querySelectorAll("#map-stops li").forEach((row) =>
    row.querySelector("button").addEventListener("click", () => {
      const number = Number(row.dataset.number);
      choose(number);
      marks[number - 1].openTooltip();
      map.panTo(marks[number - 1].getLatLng());
    }),
  );
}

/** A line cut at shares of its length. */
function parts(line, shares) {
  const steps = line.slice(1).map((point, number) => Math.hypot(point[0] - line[number][0], (point[1] - line[number][1]) * Math.cos((point[0] * Math.PI) / 180)));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const cuts = [...shares].sort((a, b) => a - b);
  const found = [[line[0]]];
  let along = 0;
  steps.forEach((step, number) => {
    const [from, to] = [line[number], line[number + 1]];
    while (cuts.length && step > 0 && cuts[0] * whole <= along + step) {
      const share = Math.max(0, (cuts.shift() * whole - along) / step);
      const point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      found.at(-1).push(point);
      found.push([point]);
    }
    found.at(-1).push(to);
    along += step;
  });
  return found;
}

function choose(number) {
  document.querySelectorAll("#map-stops li").forEach((row) => row.classList.toggle("chosen", Number(row.dataset.number) === number));
}

let drawn = 0;
async function drawNetwork(L, map, layer, ink) {
  const number = ++drawn;
  const box = map.getBounds();
  const answer = await fetch(`/api/map?box=${[box.getSouth(), box.getWest(), box.getNorth(), box.getEast()].join(",")}`);
  if (!answer.ok || number !== drawn) return;
  const { stops, ways } = await answer.json();
  layer.clearLayers();
  for (const way of ways) L.polyline(way.points, { pane: "ways", color: way.color ?? ink.quiet, weight: 2, opacity: 0.7 }).bindTooltip(way.line, { sticky: true }).addTo(layer);
  // A name for each of a handful of stops can be read; for more they are told when they are pointed at.
  const permanent = stops.length <= 12;
  for (const stop of stops) {
    L.circleMarker([stop.lat, stop.lon], { pane: "around", radius: 4, color: ink.quiet, weight: 1, fillOpacity: 0.5 })
      .bindTooltip(stop.name, { permanent, direction: "bottom" })
      .on("click", () => (location.href = `/stops/${encodeURIComponent(stop.id)}`))
      .addTo(layer);
  }
}
