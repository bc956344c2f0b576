// Who is on board already: positions go to the server until it knows which ride that is, and then it is said like any other answer.

/** Nothing is certain sooner than after two minutes on one line. */
const PATIENCE = 180_000;

/** The search under way; null for none. */
let search = null;

/**
 * Makes the button work, where the browser has positions to give.
 * @param answer Is called with what is to be answered, when the ride is known or nothing more can be found out.
 */
export function onboard(answer) {
  leave();
  const place = document.getElementById("onboard");
  if (!place || !navigator.geolocation) return;
  place.hidden = false;
  document.getElementById("find-ride").addEventListener("click", () => {
    if (search) return leave();
    search = new Search(place.dataset, () => answer(place.dataset.answer));
  });
}

/** Ends the search: the rider has answered something else, or wants no more of it. */
export function leave() { search?.end(""); }

class Search {
  unsent = [];
  isSending = false;

  constructor(words, done) {
    Object.assign(this, { words, done, button: document.getElementById("find-ride"), state: document.getElementById("ride-state") });
    this.button.textContent = words.stop;
    this.state.textContent = words.looking;
    this.timer = setTimeout(() => this.finish(), PATIENCE);
    this.watch = navigator.geolocation.watchPosition(
      (position) => this.take(position),
      // Without a place for a moment is no refusal: the next fix may come.
      (error) => error.code === error.PERMISSION_DENIED && this.end(words.denied),
      { enableHighAccuracy: true, maximumAge: 1000 },
    );
  }

  take({ timestamp, coords }) {
    const { latitude, longitude, accuracy, speed } = coords;
    this.unsent.push({
      at: new Date(timestamp).toISOString().replace(/\.\d+Z/, "Z"), lat: latitude, lon: longitude, accuracy,
      ...(Number.isFinite(speed) && { speed }),
    });
    this.send();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.unsent.length && search === this) {
      const fixes = this.unsent.splice(0, 500);
      try {
        const reply = await fetch("/api/dialogue/fixes", {
          method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fixes),
        });
        const said = await reply.json();
        if (search !== this) break;
        // What the server refuses now it refuses later too.
        if (!reply.ok) {
          this.end(said.detail ?? said.title);
          break;
        }
        this.state.textContent = said.text;
        if (said.isSure) this.finish();
      } catch {
        // The line is down: they go with the next ones.
        this.unsent.unshift(...fixes);
        break;
      }
    }
    this.isSending = false;
  }

  /** The ride is known, or cannot be found out: that is answered, but not over what the rider is typing. */
  finish() {
    if (search !== this) return;
    const isTyping = document.getElementById("text")?.value.trim();
    this.end(isTyping ? this.state.textContent : "");
    if (!isTyping) this.done();
  }

  end(text) {
    navigator.geolocation.clearWatch(this.watch);
    clearTimeout(this.timer);
    if (search === this) search = null;
    this.button.textContent = this.words.find;
    this.state.textContent = text;
  }
}
