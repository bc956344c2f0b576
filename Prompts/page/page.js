// Makes the pages live: each works without it.

const view = document.body.dataset.view;
const parts = { new: "./wizard.js", map: "./map.js", status: "./status.js", stops: "./stops.js", connections: "./fields.js", form: "./fields.js", trips: "./fields.js", trip: "./trips.js", ride: "./ride.js", try: "./try.js" };

if (view !== "enter") {
  // The alarm rings on every page, not only beside the ride.
  await import("./ride.js");
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
if (parts[view]) (await import(parts[view])).begin();
document.documentElement.dataset.ready = "yes";
