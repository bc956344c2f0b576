/// Gathers what an import skips and repairs: one notice a rule and file, with the first line and a count.
struct NoticeLog {
  private struct Key: Hashable {
    var rule: String
    var file: String
  }

  private var order: [Key] = []
  private var byKey: [Key: ImportNotice] = [:]

  mutating func note(
    _ rule: String, _ action: ImportNotice.Action, _ file: String, line: Int? = nil, count: Int = 1,
    _ message: @autoclosure () -> String
  ) {
    let key = Key(rule: rule, file: file)
    if byKey[key] != nil {
      byKey[key]?.count += count
    } else {
      order.append(key)
      byKey[key] = ImportNotice(
        rule: rule, action: action, file: file, line: line, count: count, message: message())
    }
  }

  var notices: [ImportNotice] { order.compactMap { byKey[$0] } }
}
