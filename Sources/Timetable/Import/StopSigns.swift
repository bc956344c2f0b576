/// What vehicles show at single stops (`stop_headsign`), each text once: it is mostly that of the trip, or that of the row before.
struct StopSigns {
  private(set) var texts: [String] = []
  private var numbers: [String: Int32] = [:]
  private var last: (bytes: [UInt8], number: Int32) = ([], StopTimeRow.noSign)

  /// The number of the text of a field; `StopTimeRow.noSign` where it is empty.
  /// - Parameter headsign: What the trip itself shows, which is no sign of its own.
  mutating func number(_ row: CSVReader, _ column: Int, besides headsign: String?) -> Int32 {
    guard !row.range(column).isEmpty else { return StopTimeRow.noSign }
    if !row.holds(last.bytes, column) {
      guard let text = row.text(column) else { return StopTimeRow.noSign }
      last = (Array(row.bytes[row.range(column)]), numbers[text] ?? Int32(texts.count))
      if numbers[text] == nil {
        numbers[text] = last.number
        texts.append(text)
      }
    }
    return texts[Int(last.number)] == headsign ? StopTimeRow.noSign : last.number
  }
}
