// The map, drawn from the timetable: the ride with its stops and the circles of its alerts, and the stops around it.

export async function begin() {
  const place = document.getElementById("map");
  if (!place) return;
  await load();
  const L = window.L;
  const map = L.map(place, { attributionControl: false, keyboard: true });
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--deep").trim();
  const around = L.layerGroup().addTo(map);
  map.setView([48.2, 16.3], 9);
  if (place.dataset.reminder) await drawRide(L, map, place.dataset.reminder, ink);
  else map.locate({ setView: true, maxZoom: 14 });
  map.on("moveend", () => drawStops(L, map, around, style.getPropertyValue("--quiet").trim()));
  drawStops(L, map, around, style.getPropertyValue("--quiet").trim());
}

function load() {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/static/leaflet/leaflet.css" });
  document.head.append(sheet);
  return new Promise((done, failed) => {
    const script = Object.assign(document.createElement("script"), { src: "/static/leaflet/leaflet.js", onload: done, onerror: failed });
    document.head.append(script);
  });
}

async function drawRide(L, map, reminder, ink) {
  const answer = await fetch(`/api/map/${reminder}`);
  if (!answer.ok) return;
  const ride = await answer.json();
  const line = L.polyline(ride.line, { color: ride.color ?? ink, weight: 5 }).addTo(map);
  for (const circle of ride.circles) L.circle([circle.lat, circle.lon], { radius: circle.metres, color: ink, weight: 2, fillOpacity: 0.08 }).addTo(map);
  const marks = ride.stops.map((stop) => {
    const mark = L.circleMarker([stop.lat, stop.lon], { radius: stop.levels.length ? 9 : 6, color: ink, fillColor: stop.levels.length ? "#ffcf4a" : "#fff", fillOpacity: 1 });
    return mark.bindTooltip(`${stop.number}. ${stop.name}`).addTo(map).on("click", () => choose(stop.number));
  });
  map.fitBounds(line.getBounds(), { padding: [20, 20] });
  document.querySelectorAll("#map-stops li").forEach((row) =>
    row.querySelector("button").addEventListener("click", () => {
      const number = Number(row.dataset.number);
      choose(number);
      marks[number - 1].openTooltip();
      map.panTo(marks[number - 1].getLatLng());
    }),
  );
}

function choose(number) {
  document.querySelectorAll("#map-stops li").forEach((row) => row.classList.toggle("chosen", Number(row.dataset.number) === number));
}

let drawn = 0;
async function drawStops(L, map, layer, ink) {
  const number = ++drawn;
  const box = map.getBounds();
  const answer = await fetch(`/api/map?box=${[box.getSouth(), box.getWest(), box.getNorth(), box.getEast()].join(",")}`);
  if (!answer.ok || number !== drawn) return;
  const { stops } = await answer.json();
  layer.clearLayers();
  for (const stop of stops) {
    L.circleMarker([stop.lat, stop.lon], { radius: 3, color: ink, weight: 1 })
      .bindTooltip(stop.name)
      .on("click", () => (location.href = `/stops/${encodeURIComponent(stop.id)}`))
      .addTo(layer);
  }
}
