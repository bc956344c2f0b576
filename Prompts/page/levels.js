// When the levels of a reminder fire, worked out on the phone alone: by its clock, its fixes and the record, for as long as the
// server cannot be heard. It errs on the early side: a call too soon costs a look up, a missed one an hour.

const EARTH = 6_371_008.8;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Metres between two places, by the haversine formula. */
export function metres(a, b) {
  const lat = radians(b.lat - a.lat);
  const lon = radians(b.lon - a.lon);
  const h = Math.sin(lat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(lon / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Farther from the way than this a fix says nothing of how far the vehicle has come. */
const OFF_WAY = 400;
/** A fix older than this is no place any more: the timetable goes on from there. */
const OLD_FIX = 45;
/** So many metres before a stop it counts as reached, and at it as left: fixes are no better, and the next one may be late. */
const BEFORE_STOP = 150;
const AT_STOP = 40;
/** Metres and seconds by which all else comes sooner. */
const SOONER = 100;
const SOONER_SECONDS = 20;

/** One ride of a record, with what is known of where its vehicle is. */
export class RideOnPhone {
  /** @param route the record's `route`, or that of a leg; @param levels its levels. */
  constructor(route, levels) {
    this.route = route;
    this.levels = levels;
    this.stops = route.stops.map((stop) => ({
      lat: stop.lat ?? stop.stop?.lat, lon: stop.lon ?? stop.stop?.lon, name: stop.name ?? stop.stop?.name, metres: stop.metres,
      arrival: instant(stop.arrival) ?? instant(stop.departure), departure: instant(stop.departure) ?? instant(stop.arrival),
    }));
    this.length = this.stops.at(-1).metres;
    this.way = wayOf(route, this.stops);
    this.progress = null;
    this.fix = null;
    this.delay = 0;
    this.speed = null;
  }

  get destination() { return this.stops.at(-1); }

  /** Takes a fix in: {at (seconds), lat, lon, speed (m/s, where the receiver measures it)}. */
  take(fix) {
    if (this.fix && fix.at <= this.fix.at) return;
    const found = this.project(fix);
    if (found === null) return;
    if (this.fix && this.progress !== null) {
      const seconds = fix.at - this.fix.at;
      if (seconds > 0 && seconds < 120) this.speed = Math.max(0, found - this.progress) / seconds;
    }
    this.speed = fix.speed ?? this.speed;
    this.progress = Math.max(found, this.progress ?? 0);
    this.fix = fix;
    const scheduled = this.scheduled(this.progress);
    if (scheduled !== null) this.delay = fix.at - scheduled;
  }

  /** Metres along the way of the place nearest to a fix that is not behind what was passed; null where it is off the way. */
  project(fix) {
    let best = null;
    for (let i = 0; i + 1 < this.way.length; i++) {
      const [a, b] = [this.way[i], this.way[i + 1]];
      const { share, away } = nearest(fix, a, b);
      const along = a.metres + share * (b.metres - a.metres);
      if (away > OFF_WAY) continue;
      // A way that comes by the same place twice: what lies just ahead counts before what lies far ahead.
      const jump = this.progress === null ? along * 0.01 : Math.max(0, along - this.progress) * 0.02;
      const back = this.progress === null ? 0 : Math.max(0, this.progress - along) * 0.5;
      const cost = away + jump + back;
      if (best === null || cost < best.cost) best = { cost, along };
    }
    return best && best.along;
  }

  /** The instant at which the timetable has the vehicle at a place of its way; null where it tells none. */
  scheduled(along) {
    const stops = this.stops;
    for (let i = 0; i + 1 < stops.length; i++) {
      if (along > stops[i + 1].metres) continue;
      const [from, to] = [stops[i].departure, stops[i + 1].arrival];
      if (from === null || to === null) return null;
      const span = stops[i + 1].metres - stops[i].metres;
      return from + (span > 0 ? ((along - stops[i].metres) / span) * (to - from) : 0);
    }
    return stops.at(-1).arrival;
  }

  /** Where the vehicle is at an instant: measured, or by the timetable with the delay that was seen last. */
  at(now) {
    if (this.fix && now - this.fix.at <= OLD_FIX && this.progress !== null) {
      // The vehicle has gone on since the fix, at least as fast as it went.
      const progress = Math.min(this.length, this.progress + (this.speed ?? 0) * Math.max(0, now - this.fix.at));
      return { progress, left: this.secondsLeft(progress), isMeasured: true };
    }
    let progress = null;
    const stops = this.stops;
    const time = now - this.delay;
    if (stops[0].departure !== null && stops.at(-1).arrival !== null) {
      if (time <= stops[0].departure) progress = 0;
      for (let i = 0; progress === null && i + 1 < stops.length; i++) {
        const [from, to] = [stops[i].departure, stops[i + 1].arrival];
        if (from === null || to === null || time > to) continue;
        progress = stops[i].metres + Math.max(0, Math.min(1, (time - from) / Math.max(1, to - from))) * (stops[i + 1].metres - stops[i].metres);
      }
      progress ??= this.length;
    } else if (this.progress !== null && this.speed !== null) {
      progress = Math.min(this.length, this.progress + this.speed * (now - this.fix.at));
    }
    if (progress === null) return null;
    progress = Math.max(progress, this.progress ?? 0);
    const arrival = stops.at(-1).arrival;
    return { progress, left: arrival === null ? this.secondsLeft(progress) : arrival + this.delay - now, isMeasured: false };
  }

  /** Seconds to the destination from a place: as the timetable takes them, or at the pace of the last fixes. */
  secondsLeft(along) {
    const [here, end] = [this.scheduled(along), this.destination.arrival];
    const planned = here !== null && end !== null ? end - here : null;
    const going = this.speed ? (this.length - along) / this.speed : null;
    // The sooner of both: who goes faster than planned must not be called too late.
    return planned === null || going === null ? (planned ?? going) : Math.min(planned, going);
  }

  /** Whether a trigger holds at an instant (seconds since 1970). */
  holds(trigger, now) {
    const where = this.at(now);
    switch (trigger.type) {
      case "all": return trigger.of.every((part) => this.holds(part, now));
      case "any": return trigger.of.some((part) => this.holds(part, now));
      case "clock": return now >= instant(trigger.at);
      default: return where !== null && this.holdsAt(trigger, where, now);
    }
  }

  holdsAt(trigger, where, now) {
    const stop = this.stops[trigger.stop];
    switch (trigger.type) {
      case "timeLeft": return where.left !== null && where.left <= trigger.seconds + SOONER_SECONDS;
      case "approaching": {
        const ahead = stop.metres - where.progress;
        // A vehicle that stands goes on at the pace of its timetable.
        const pace = Math.max(this.speed ?? 0, this.length / Math.max(1, this.duration ?? this.length / 8));
        return ahead <= trigger.metres + SOONER || ahead / Math.max(0.5, pace) <= trigger.seconds + SOONER_SECONDS;
      }
      case "reached": return where.progress >= stop.metres - BEFORE_STOP;
      case "passed": return where.progress >= stop.metres - AT_STOP;
      case "within": {
        const around = where.isMeasured && trigger.measured === "around" ? metres(this.fix, this.destination) : this.length - where.progress;
        return around <= trigger.metres + SOONER;
      }
      default: return false;
    }
  }

  get duration() {
    const [from, to] = [this.stops[0].departure, this.destination.arrival];
    return from === null || to === null ? null : to - from;
  }

  /** The highest level that fires at an instant beyond those that have fired; null for none. */
  due(fired, now) {
    const level = [...this.levels].reverse().find((level) => level.level > fired && this.holds(level.trigger, now));
    return level ?? null;
  }
}

/** Seconds since 1970 of an instant in ISO 8601; null for none. */
export function instant(text) { return text === undefined || text === null ? null : Date.parse(text) / 1000; }

/**
 * The way of a ride with metres along it: its shape, or straight lines from stop to stop. A shape may begin before the first stop, end
 * behind the last one and be measured in another way than the stops: they are found on it in their order, and between them metres
 * grow evenly.
 */
function wayOf(route, stops) {
  const shape = (route.shape ?? []).map((point) => (Array.isArray(point) ? { lat: point[0], lon: point[1] } : { ...point }));
  if (shape.length < 2) return stops.map((stop) => ({ lat: stop.lat, lon: stop.lon, metres: stop.metres }));
  let sum = 0;
  shape.forEach((point, i) => {
    if (i) sum += metres(shape[i - 1], point);
    point.along = sum;
  });
  const anchors = anchored(shape, stops);
  for (const point of shape) point.metres = between(anchors, point.along);
  return shape;
}

/** Where the stops are on a shape, in their order: of places as near the one is taken that is as far along as the stop says. */
function anchored(shape, stops) {
  const anchors = [];
  for (const stop of stops) {
    const last = anchors.at(-1);
    const expected = last ? last.along + (stop.metres - last.metres) : null;
    let best = null;
    for (let i = 0; i + 1 < shape.length; i++) {
      const place = nearest(stop, shape[i], shape[i + 1]);
      const along = shape[i].along + place.share * (shape[i + 1].along - shape[i].along);
      if (last && along < last.along) continue;
      const cost = place.away + (expected === null ? along * 0.001 : Math.abs(along - expected) * 0.2);
      if (best === null || cost < best.cost) best = { cost, along, metres: stop.metres };
    }
    if (best) anchors.push(best);
  }
  return anchors;
}

/** The ride's metres at a place along its shape. */
function between(anchors, along) {
  if (!anchors.length) return along;
  if (along <= anchors[0].along) return anchors[0].metres + (along - anchors[0].along);
  for (let i = 0; i + 1 < anchors.length; i++) {
    const [a, b] = [anchors[i], anchors[i + 1]];
    if (along > b.along) continue;
    return b.along > a.along ? a.metres + ((along - a.along) / (b.along - a.along)) * (b.metres - a.metres) : a.metres;
  }
  return anchors.at(-1).metres + (along - anchors.at(-1).along);
}

/** The place of a line from one point to another that is nearest to a third: its share of the line, and how far away it is. */
function nearest(place, a, b) {
  const scale = Math.cos(radians(a.lat));
  const [x, y] = [(b.lon - a.lon) * scale, b.lat - a.lat];
  const length = x * x + y * y;
  const share = length ? Math.max(0, Math.min(1, ((place.lon - a.lon) * scale * x + (place.lat - a.lat) * y) / length)) : 0;
  return { share, away: metres(place, { lat: a.lat + share * (b.lat - a.lat), lon: a.lon + share * (b.lon - a.lon) }) };
}
