import GRDB

extension FeedReading {
  /// Reads pathways.txt: how long the walk takes between each two platforms of one station for which there is no rule.
  mutating func readPathways(besides rules: Set<TransferRule>, _ inserts: TransferInserts) throws {
    guard files.has("pathways.txt") else { return }
    var graph = PathwayGraph()
    var known: Set<String> = []
    try forEachRow(of: "pathways.txt") { reading, row in
      let ids = (row.text("from_stop_id") ?? "", row.text("to_stop_id") ?? "")
      guard let from = reading.stops[ids.0], let to = reading.stops[ids.1], from.kind != .station, to.kind != .station
      else {
        return reading.skip(
          "unknown-stop", row, "one of \(ids.0) and \(ids.1) is not known as a place inside a station")
      }
      if let id = row.text("pathway_id"), !known.insert(id).inserted {
        return reading.skip("duplicate-key", row, "pathway_id \(id) stands in the file before")
      }
      let way = reading.way(row)
      graph.connect(
        from.key, to.key, seconds: way.walk.seconds(straight: from.position.metres(to: to.position)),
        isBidirectional: way.isBidirectional)
    }
    // Pathways end at the boarding areas of a platform that has some.
    for stop in stops.values where stop.kind == .boardingArea {
      if let platform = stop.parent { graph.connect(stop.key, platform, seconds: 0, isBidirectional: true) }
    }
    let platforms = stops.values.filter { $0.kind == .platform && $0.station != $0.key }.sorted { $0.key < $1.key }
    for (station, members) in Dictionary(grouping: platforms, by: \.station).sorted(by: { $0.key < $1.key }) {
      guard members.count <= RoutingPolicy.standard.mostPlaces else {
        log.note(
          "too-many-platforms", .skipped, "pathways.txt",
          "a station has \(members.count) platforms; the ways between them are left out")
        continue
      }
      noteUnreachable(members, graph)
      for from in members {
        let times = graph.seconds(from: from.key)
        for to in members where to.key != from.key {
          let isRuled = [from.key, station].contains { one in
            [to.key, station].contains { rules.contains(TransferRule(from: one, to: $0)) }
          }
          guard !isRuled, let seconds = times[to.key] else { continue }
          try write(
            TransferRule(from: from.key, to: to.key), type: 2, seconds: Int(min(86_400, seconds).rounded(.up)),
            inserts)
        }
      }
    }
  }

  /// What a row says of its way; what cannot be is told, and left out.
  private mutating func way(_ row: CSVReader) -> (walk: PathwayGraph.Walk, isBidirectional: Bool) {
    let (mode, both) = (row.integer("pathway_mode"), row.integer("is_bidirectional"))
    let (length, time, stairs) = (row.number("length"), row.integer("traversal_time"), row.integer("stair_count"))
    let isExit = mode.value == 7
    let wrong = [
      (1...7).contains(mode.value ?? 0) ? nil : "a kind other than 1 to 7",
      (0...1).contains(both.value ?? -1) ? nil : "no direction",
      isExit && both.value == 1 ? "an exit gate that lets in" : nil,
      length.isInvalid || length.value ?? 0 < 0 ? "a length that is none" : nil,
      time.isInvalid || time.value ?? 1 < 1 ? "a time that is none" : nil,
      stairs.isInvalid ? "stairs that are no number" : nil,
    ].compactMap(\.self)
    if !wrong.isEmpty {
      repair("invalid-pathway", row, "the way has \(wrong.joined(separator: ", ")); it is taken for what is left of it")
    }
    return (
      PathwayGraph.Walk(mode: mode.value ?? 1, length: length.value, traversalTime: time.value, stairs: stairs.value),
      both.value == 1 && !isExit
    )
  }

  /// Tells of the platforms of a station with ways that none of them leads to.
  private mutating func noteUnreachable(_ members: [ReadStop], _ graph: PathwayGraph) {
    let unreached = members.filter { !graph.leads(to: $0.key) }
    guard unreached.count < members.count else { return }
    for platform in unreached {
      log.note(
        "unreachable-platform", .told, "pathways.txt",
        "no way leads to a platform of \(platform.name), though others of its station have one")
    }
  }
}
