import Foundation

extension Reminder {
  /// Reads a record that may come from anywhere. What it names is then there (stops, zones), and its numbers can be reckoned with.
  /// - Parameter record: `alight.reminder/1` or `/2` as JSON.
  /// - Throws: `RecordError`
  public init(record: Data) throws(RecordError) {
    do {
      self = try RecordCoding.decoder().decode(Reminder.self, from: record)
    } catch {
      throw RecordError(error)
    }
    try check()
  }

  /// Checks one that was read as a part of something else, as `init(record:)` does.
  /// - Throws: `RecordError`
  public func check() throws(RecordError) {
    guard Reminder.isKnown(schema) else { throw .otherSchema(schema) }
    try checkSlots()
    try checkVisit()
    try checkRide()
    try checkLevels()
    try checkOnward()
  }

  /// Each later ride is checked as the first one is, and begins after the one before it ends.
  private func checkOnward() throws(RecordError) {
    if let walkSeconds {
      try Self.need(
        walkSeconds.allSatisfy { (0...86_400).contains($0) }, "walkSeconds", "has a walk of more than a day")
    }
    guard let onward else { return }
    try Self.need(origin != nil, "onward", "is there, though there is no origin")
    try Self.need((1...9).contains(onward.count), "onward", "has not one to nine rides")
    for (index, leg) in onward.enumerated() {
      var reminder = self
      (reminder.ride, reminder.levels) = (leg.ride, leg.levels)
      do {
        try reminder.checkRide()
        try reminder.checkLevels()
      } catch {
        guard case .field(let path, let problem) = error else { throw error }
        throw .field(path: "onward[\(index)].\(path)", problem: problem)
      }
      if let arrival = legs[index].ride.arrival, let departure = leg.ride.departure {
        try Self.need(departure >= arrival, "onward[\(index)].route.stops", "leaves before the ride before it arrives")
      }
    }
  }

  private func checkSlots() throws(RecordError) {
    try Self.need((1...Int(Int32.max)).contains(revision), "revision", "is not between 1 and \(Int32.max)")
    try Self.check(createdAt, "createdAt")
    try Self.check(validUntil, "validUntil")
    if schema == Reminder.schemaFromAnywhere {
      try Self.need(origin == nil, "origin", "is given, which alight.reminder/2 has none of")
    } else {
      try Self.need(origin != nil, "origin", "is missing")
    }
    if let origin { try Self.check(origin, "origin") }
    try Self.check(destination, "destination")
    try Self.need(interval.mode == mode, "interval.unit", "does not go with the mode \(mode.rawValue)")
    let most = interval.mode == .stations ? 1000.0 : 10_000_000
    try Self.need(
      (interval.amount > 0 || visit != nil) && interval.amount <= most, "interval.value",
      "is not between 0 and \(Int(most))")
    if let ladder {
      try Self.need(
        ladder.isLadder && ladder.first == interval, "ladder",
        "is not three amounts of one unit, each less than the one above it, the interval first")
    }
    try Self.need(volume.map { $0 > 0 && $0 <= 1 } ?? true, "volume", "is not over 0 and up to 1")
    try Self.check(anchor.departure, "anchor.departure")
    try Self.check(anchor.arrival, "anchor.arrival")
    try Self.checkZone(anchor.zone, "anchor.zone")
    for (slot, own) in provenance {
      let score = own.score ?? 0
      try Self.need(score >= 0 && score <= 1, "provenance.\(slot).score", "is not between 0 and 1")
    }
  }

  private func checkVisit() throws(RecordError) {
    guard let visit else { return }
    try Self.need(schema == Reminder.schemaFromAnywhere, "visit", "goes with alight.reminder/2")
    try Self.need(
      (1...Visit.mostPlaces).contains(visit.places.count), "visit.places", "has not one to \(Visit.mostPlaces) places")
    let isRight = levels.allSatisfy { level in
      if case .clock = level.trigger { return visit.event.isClock }
      return level.trigger == (visit.event == .leaving ? .left : .entered) && !visit.event.isClock
    }
    try Self.need(isRight, "levels", "wait for something else than the visit")
    for (index, place) in visit.places.enumerated() { try Self.check(place, "visit.places[\(index)]") }
    for (index, part) in (visit.exceptions ?? []).enumerated() {
      try Self.need(
        part.centre.isOnEarth && part.metres > 0 && part.metres <= 1_000_000, "visit.except[\(index)]", "is no circle")
    }
    if let hours = visit.hours {
      try Self.need(OpeningHours(hours) != nil, "visit.hours", "are no opening hours like Mo-Fr 08:00-18:00")
    }
    try Self.checkText(visit.text ?? "", "visit.text")
    try Self.checkText(visit.url ?? "", "visit.url")
    try Self.need(
      visit.url.map(Visit.mayOpen) ?? true, "visit.url", "is no address of the web, of a map, a call or a mail")
    for part in visit.command ?? [] { try Self.checkText(part, "visit.command") }
  }

  private func checkRide() throws(RecordError) {
    if origin == nil {
      try Self.need(ride.isFromAnywhere, "route.stops", "has not the destination alone, though there is no origin")
      try Self.need(mode != .stations, "mode", "counts stops, of which nobody knows where there is no origin")
    } else {
      try Self.need(ride.stops.count >= 2, "route.stops", "has fewer than two stops")
    }
    try Self.checkZone(ride.zone, "route.zone")
    try Self.checkText(ride.line, "route.line")
    try Self.checkText(ride.headsign ?? "", "route.headsign")
    try Self.checkText(ride.color ?? "", "route.color")
    try Self.need(Self.isDay(ride.serviceDay), "route.serviceDay", "is no day like 2026-12-01")
    var metres = 0.0
    for (index, stop) in ride.stops.enumerated() {
      try Self.check(stop, "route.stops[\(index)]")
      try Self.need(stop.metres >= metres, "route.stops[\(index)].metres", "is less than before it")
      metres = stop.metres
    }
    if let next = ride.next { try Self.check(next, "route.next") }
    for (index, position) in ride.shape.enumerated() {
      try Self.need(position.isOnEarth, "route.shape[\(index)]", "is no place on earth")
    }
    for (name, way) in [("shape", ride.shape), ("stops", ride.stops.map(\.stop.position))] {
      let metres = zip(way, way.dropFirst()).reduce(0) { $0 + $1.0.metres(to: $1.1) }
      // Ways are walked along in steps of some metres: twice round the earth is as far as that may go.
      try Self.need(metres < 80_000_000, "route.\(name)", "is longer than twice round the earth")
    }
    let times = ride.stops.dropFirst().flatMap { [$0.arrival, $0.departure] }.compactMap(\.self)
    // No train is on its way for longer; whoever walks along the ride second by second must come to an end.
    if let departure = ride.departure, let last = times.max(), let first = times.min() {
      try Self.need(
        first >= departure && last.timeIntervalSince(departure) <= 31 * 86_400, "route.stops",
        "has times before its departure, or more than 31 days after it")
    }
    if let departure = ride.departure, let arrival = ride.arrival {
      try Self.need(arrival >= departure, "route.stops", "arrives before it departs")
    }
  }

  private func checkLevels() throws(RecordError) {
    let numbers = levels.map(\.level)
    if visit != nil {
      let isRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      try Self.need(
        isRising && !numbers.isEmpty && numbers.allSatisfy((1...3).contains), "levels",
        "are not one to three of the levels 1, 2 and 3 in this order")
    } else {
      try Self.need(numbers == [1, 2, 3], "levels", "are not the levels 1, 2 and 3 in this order")
    }
    for (index, level) in levels.enumerated() {
      try Self.check(level.at, "levels[\(index)].at")
      try Self.need(!level.channels.isEmpty, "levels[\(index)].channels", "is empty")
      try check(level.trigger, "levels[\(index)].trigger", depth: 0)
    }
  }

  private func check(_ trigger: Trigger, _ path: String, depth: Int) throws(RecordError) {
    func amount(_ value: Double, _ name: String) throws(RecordError) {
      try Self.need(value >= 0 && value <= 10_000_000, "\(path).\(name)", "is not between 0 and 10000000")
    }
    func stop(_ index: Int) throws(RecordError) {
      try Self.need(
        ride.stops.indices.contains(index), "\(path).stop", "names stop \(index), which route.stops has not")
    }
    switch trigger {
    case .timeLeft(let seconds): try amount(seconds, "seconds")
    case .clock(let instant): try Self.check(instant, "\(path).at")
    case .approaching(let index, let seconds, let metres):
      try stop(index)
      try amount(seconds, "seconds")
      try amount(metres, "metres")
    case .reached(let index), .passed(let index): try stop(index)
    case .within(let metres, _): try amount(metres, "metres")
    case .entered, .left: try Self.need(visit != nil, path, "is of a place, and the reminder has no visit")
    case .all(let parts), .any(let parts):
      try Self.need(!parts.isEmpty, "\(path).of", "is empty")
      try Self.need(depth < 8, path, "is nested too deeply")
      for (index, part) in parts.enumerated() { try check(part, "\(path).of[\(index)]", depth: depth + 1) }
    }
  }

  // MARK: Single fields

  private static func need(_ condition: Bool, _ path: String, _ problem: @autoclosure () -> String) throws(RecordError)
  {
    guard condition else { throw .field(path: path, problem: problem()) }
  }

  private static func check(_ stop: RideStop, _ path: String) throws(RecordError) {
    try check(stop.stop, path)
    try check(stop.arrival, "\(path).arrival")
    try check(stop.departure, "\(path).departure")
    try need(stop.metres >= 0 && stop.metres <= 100_000_000, "\(path).metres", "is not between 0 and 100000000")
  }

  private static func check(_ stop: Stop, _ path: String) throws(RecordError) {
    try need(!stop.name.allSatisfy(\.isWhitespace), "\(path).name", "is empty")
    try checkText(stop.name, "\(path).name")
    try need(stop.position.isOnEarth, "\(path).lat", "and lon are no place on earth")
    if let zone = stop.zone { try checkZone(zone, "\(path).zone") }
    try need(stop.radius.map(Stop.radii.contains) ?? true, "\(path).radius", "is not between 30 and 20000")
  }

  /// What is shown in a terminal must not steer it.
  private static func checkText(_ text: String, _ path: String) throws(RecordError) {
    try need(text.count <= 1000, path, "is longer than 1000 characters")
    try need(PlainText.isPlain(text), path, "has characters in it that steer a terminal")
  }

  private static func check(_ instant: Date?, _ path: String) throws(RecordError) {
    guard let instant else { return }
    // 1900 to 2200: days are reckoned with the rules of these years.
    try need((-2_208_988_800...7_258_118_400).contains(instant.timeIntervalSince1970), path, "is not of this age")
  }

  private static func checkZone(_ zone: String, _ path: String) throws(RecordError) {
    try need(TimeZone(identifier: zone) != nil, path, "is no time zone like Europe/Vienna")
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) ?? 0 : 0 }
    guard parts.map(\.utf8.count) == [4, 2, 2] else { return false }
    return (1900...2200).contains(digits[0]) && (1...12).contains(digits[1]) && (1...31).contains(digits[2])
  }
}
