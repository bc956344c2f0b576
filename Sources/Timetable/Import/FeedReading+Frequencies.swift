import Foundation

/// A span in which a trip runs again and again: from `first` until before `until`, a vehicle every `headway` seconds.
struct ReadFrequency {
  var first: Int
  var until: Int
  var headway: Int
}

extension FeedReading {
  private struct Start: Hashable {
    var trip: Int
    var first: Int
  }

  /// Reads frequencies.txt. Where spans of a trip overlap, the earlier ends when the later begins.
  mutating func readFrequencies() throws {
    var starts: Set<Start> = []
    try forEachRow(of: "frequencies.txt") { reading, row in
      let id = row.text("trip_id") ?? ""
      guard let trip = reading.trips.numbers[id] else {
        return reading.skip("unknown-trip", row, "trip \(id) is not known")
      }
      guard let first = row.time("start_time").value, let until = row.time("end_time").value,
        let headway = row.integer("headway_secs").value, headway > 0, headway <= 86_400, until > first
      else {
        return reading.skip(
          "invalid-frequency", row,
          "trip \(id) has a period without length or a headway that is not 1 to 86400 seconds")
      }
      guard starts.insert(Start(trip: trip, first: first)).inserted else {
        return reading.skip("duplicate-key", row, "trip \(id) has a period from the same time in the file before")
      }
      reading.frequencies[id, default: []].append(ReadFrequency(first: first, until: until, headway: headway))
    }
    for id in frequencies.keys.sorted() { endOverlaps(of: id) }
  }

  private mutating func endOverlaps(of trip: String) {
    var spans = (frequencies[trip] ?? []).sorted { $0.first < $1.first }
    for index in spans.indices.dropLast() where spans[index].until > spans[index + 1].first {
      spans[index].until = spans[index + 1].first
      log.note(
        "overlapping-frequencies", .repaired, "frequencies.txt",
        "periods of trip \(trip) overlap; the earlier ends when the later begins")
    }
    frequencies[trip] = spans
  }
}
