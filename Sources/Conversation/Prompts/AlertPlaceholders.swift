import Yams

/// What stands in braces in the texts of the section `alerts`, which are checked as those of `texts` are.
enum AlertPlaceholders {
  /// By what a text must say, the paths of the texts.
  private static let needed: [(paths: String, names: [String])] = [
    ("status.estimated.timetable status.estimated.live status.estimated.pace status.estimated.nothing", ["age"]),
    ("left.about left.under left.straight left.straightUnder simulation.noise", ["amount"]),
    ("simulation.early", ["before"]),
    ("runner.decisionsFailed runner.maySleep live.aboardFailed", ["cause"]),
    ("simulation.legend.distance", ["distance"]),
    ("runner.positionFound runner.positionEncrypted runner.positionUnreadable", ["feed"]),
    ("simulation.drawn", ["file"]),
    ("status.left", ["left"]),
    ("status.alert", ["level"]),
    ("simulation.lost", ["percent"]),
    ("runner.clockForward runner.clockBack", ["seconds"]),
    (
      "runner.followingPlace status.place approach.missed approach.levels.0 approach.levels.1 approach.levels.2 levels.2 unknown.0 unknown.1 unknown.2 lastCallArrived missedWithoutNext positionLost.timetable positionLost.live positionLost.pace positionLost.nothing positionDoubted.timetable positionDoubted.live positionDoubted.pace positionDoubted.nothing offRoute wrongWay wrongLine followUp runner.needsPosition runner.finished runner.settled runner.snoozed runner.snoozedPlace runner.calledOff status.done status.stopped",
      ["stop"]
    ),
    ("estimated.timetable estimated.live estimated.pace estimated.nothing repeated demonstration", ["text"]),
    ("status.snoozed status.snoozedPlace status.wait.clock status.put status.later", ["time"]),
    ("levels.0 levels.1 lastCallAhead", ["where"]),
    ("status.position", ["accuracy", "age"]),
    ("simulation.delay simulation.tunnel simulation.arrived simulation.late simulation.tooLate", ["amount", "stop"]),
    ("note", ["metres", "title"]),
    ("noteText", ["metres", "text", "title"]),
    ("place.at", ["at", "text"]),
    ("runner.channelFailed", ["cause", "channel"]),
    ("runner.positionGone runner.positionNotBelieved runner.positionImpossible", ["cause", "feed"]),
    ("runner.linesLeftOut", ["count", "file"]),
    ("status.wait.seconds status.wait.metres", ["due", "left"]),
    ("runner.positionOld", ["feed", "minutes"]),
    ("status.next", ["left", "next"]),
    ("status.level", ["level", "wait"]),
    ("runner.following runner.followingDemonstration status.ride status.changed", ["line", "stop"]),
    ("status.wait.reach status.wait.pass", ["metres", "stop"]),
    ("simulation.legend.level", ["n", "time"]),
    ("missed missedAtNext", ["next", "stop"]),
    ("status.at", ["stop", "text"]),
    ("simulation.right", ["amount", "before", "stop"]),
    ("simulation.at", ["amount", "distance", "stop"]),
    ("place.further", ["count", "next", "stop"]),
    ("runner.waiting", ["count", "stop", "time"]),
    ("runner.severalPhones", ["feed", "followed", "other"]),
    ("runner.changed", ["from", "line", "stop"]),
    ("simulation.between", ["amount", "distance", "from", "to"]),
    ("changeLine", ["line", "stop", "text", "time"]),
    ("change", ["headsign", "line", "stop", "text", "time"]),
    ("changeWalk", ["line", "metres", "start", "stop", "text", "time"]),
    ("visit.arriving visit.leaving visit.followUp", ["stop"]),
    ("visit.arrivingText visit.leavingText visit.followUpText", ["stop", "text"]),
    ("visit.clock", ["time"]),
    ("visit.clockText", ["text", "time"]),
    ("setOut", ["line", "metres", "start", "time"]),
    ("live.missesChange", ["line", "start", "text", "time"]),
    ("live.late live.early", ["amount", "line", "stop", "time"]),
    ("live.onTime", ["line", "stop", "time"]),
    ("wrongVehicle.plain wrongVehicle.opposite", ["line", "stop"]),
    ("caught.plain caught.own", ["line", "stop", "time"]),
    ("caught.leaving", ["departure", "line", "stop", "time"]),
    ("wrongVehicle.towards", ["headsign", "line", "stop"]),
    ("live.lateBefore live.earlyBefore", ["amount", "departure", "line", "start", "stop", "time"]),
    ("live.onTimeBefore", ["departure", "line", "start", "stop", "time"]),
    ("live.cancelled live.skipped", ["line", "stop"]),
    ("live.cancelledInstead", ["line", "next", "start", "stop", "time"]),
    ("live.cancelledAt", ["departure", "line"]),
    ("live.cancelledCall", ["line", "text"]),
    ("live.skippedBefore", ["before", "line", "stop"]),
    ("live.skippedBehind", ["behind", "line", "stop"]),
    ("live.skippedBoth", ["before", "behind", "line", "stop"]),
    ("live.skippedBoarding", ["line", "start"]),
    ("live.calledAgain", ["amount", "line", "stop", "time"]),
    ("live.announced", ["text"]),
    ("live.aboard live.aboardPerhaps", ["line", "next"]),
    ("live.aboardNotLine", ["line"]),
    ("live.saysLate live.saysEarly", ["amount"]),
  ]

  /// A list has words for as many places as its language likes; of them the first is the rider's own stop.
  private static func needed(at path: String) -> [String] {
    if path == "place.ahead.0" { return ["stop"] }
    if path.hasPrefix("place.ahead.") { return ["next", "stop"] }
    return needed.first { $0.paths.split(separator: " ").contains(path[...]) }?.names ?? []
  }

  /// The sentences of an alert are filled with the stop, and with the next one where it is known.
  private static func optional(at path: String) -> [String] {
    let group = path.prefix { $0 != "." }
    if ["runner", "status", "simulation", "left", "actions", "test", "estimated", "live"].contains(group) { return [] }
    if group == "place" { return ["stop", "next", "count"] }
    if group == "caught" { return ["start"] }
    return group.hasPrefix("change") ? ["headsign", "next"] : ["stop", "next"]
  }

  /// - Throws: `PromptsError` with the line of a text that says something unknown, or not what it must.
  static func check(_ document: PromptsDocument) throws(PromptsError) {
    guard let section = document.root.mapping?[Node("alerts")] else { return }
    try check(section, path: [], document)
  }

  private static func check(_ node: Node, path: [String], _ document: PromptsDocument) throws(PromptsError) {
    if let mapping = node.mapping {
      for (key, value) in mapping { try check(value, path: path + [key.string ?? ""], document) }
    } else if let sequence = node.sequence {
      for (place, value) in sequence.enumerated() { try check(value, path: path + [String(place)], document) }
    } else if let text = node.string {
      let name = path.joined(separator: ".")
      let placeholders = Placeholders(needed: needed(at: name), optional: optional(at: name))
      guard let flaw = placeholders.flaw(of: text) else { return }
      throw .invalid(file: document.file, line: document.line(of: node), cause: "alerts.\(name): \(flaw)")
    }
  }
}
