import GRDB

extension FeedReading {
  /// Reads the names of stops from translations.txt, whose columns tell whether it is of the present form or of the old one
  /// of GTFS-JP.
  mutating func readTranslations() throws {
    guard let reader = try reader(of: "translations.txt") else { return }
    if reader.column("table_name") != nil, reader.column("field_name") != nil {
      try readPresentTranslations()
    } else if reader.column("trans_id") != nil {
      try readOldTranslations()
    } else {
      log.note("unknown-form", .notRead, "translations.txt", "its columns are of no form of translations that is known")
    }
  }

  /// A row of the present form names a table, a field, and the record by its id or by the field's value; an id goes first.
  private mutating func readPresentTranslations() throws {
    let byName = stopsByName
    let insert = try insertStopName()
    // Rows by value wait for those by id, which have the first word.
    var byValue: [(stop: Int64, language: String, name: String, line: Int)] = []
    try forEachRow(of: "translations.txt") { reading, row in
      guard row.text("table_name") == "stops", row.text("field_name") == "stop_name" else {
        reading.log.note(
          "other-translation", .notRead, row.file, line: row.line, "only the names of stops are read in other languages"
        )
        return
      }
      guard row.text("language") != nil, let name = reading.name("translation", row) else {
        return reading.skip("missing-key", row, "the row has no language or no translation")
      }
      guard let language = reading.language(row.text("language"), row) else { return }
      if let id = row.text("record_id") {
        guard let stop = reading.stops[id] else {
          return reading.skip("unknown-stop", row, "stop \(id) is not known")
        }
        try reading.add(name, language, to: stop, row, insert)
      } else if let value = row.text("field_value") {
        guard let named = byName[value] else {
          return reading.skip("unknown-stop", row, "no stop is called \(value)")
        }
        for stop in named where !reading.isOwn(name, language, stop) {
          byValue.append((stop.key, language, name, row.line))
        }
      } else {
        reading.skip("missing-key", row, "the row has neither record_id nor field_value")
      }
    }
    var told: Set<String> = []
    for row in byValue {
      let isFirst = told.insert("\(row.stop) \(row.language)").inserted
      try insert.execute(arguments: [row.stop, row.language, row.name])
      if database.changesCount == 0, !isFirst {
        log.note(
          "duplicate-key", .skipped, "translations.txt", line: row.line,
          "a stop has a name in \(row.language) in the file before")
      }
      counts.stopNames += database.changesCount
    }
  }

  /// A row of the old form names a text, wherever it stands, and says it in another language or script.
  private mutating func readOldTranslations() throws {
    let byName = stopsByName
    let insert = try insertStopName()
    try forEachRow(of: "translations.txt") { reading, row in
      guard let text = row.text("trans_id"), let language = row.text("lang"), let name = row.text("translation") else {
        return reading.skip("missing-key", row, "the row has no trans_id, lang or translation")
      }
      guard let named = byName[text] else {
        reading.log.note(
          "other-translation", .notRead, row.file, line: row.line, "only the names of stops are read in other languages"
        )
        return
      }
      for stop in named { try reading.add(name, language, to: stop, row, insert) }
    }
  }

  private var stopsByName: [String: [ReadStop]] {
    Dictionary(grouping: stops.values.sorted { $0.key < $1.key }, by: \.name)
  }

  private func insertStopName() throws -> Statement {
    try database.makeStatement(sql: "INSERT OR IGNORE INTO stop_name (stop, language, name) VALUES (?, ?, ?)")
  }

  private mutating func add(
    _ name: String, _ language: String, to stop: ReadStop, _ row: CSVReader, _ insert: Statement
  ) throws {
    guard !isOwn(name, language, stop) else { return }
    try insert.execute(arguments: [stop.key, language, name])
    if database.changesCount == 0 {
      skip("duplicate-key", row, "stop \(stop.name) has a name in \(language) in the file before")
    }
    counts.stopNames += database.changesCount
  }

  /// Whether this is only what the stop is called anyway.
  private func isOwn(_ name: String, _ language: String, _ stop: ReadStop) -> Bool {
    name == stop.name && language.lowercased() == self.language?.lowercased()
  }
}
