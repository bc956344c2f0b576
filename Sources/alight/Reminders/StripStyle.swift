import Conversation
import Foundation
import Journey
import Terminal

/// How the ride of a reminder is drawn: from top to bottom, with a sign for each stop and a number for each level.
struct StripStyle {
  var isColoured = false
  /// Columns of the terminal; nil where lines are not broken.
  var width: Int?
  /// Sentences one after the other, without signs that only an eye can use.
  var isAccessible = false
  /// Whether more than ASCII can be shown.
  var hasSigns = true

  init(isColoured: Bool = false, width: Int? = nil, isAccessible: Bool = false, hasSigns: Bool = true) {
    self.isColoured = isColoured
    self.width = width
    self.isAccessible = isAccessible
    self.hasSigns = hasSigns
  }

  /// The style that suits whatever standard output goes to.
  init(_ terminal: TerminalOptions, environment: [String: String] = ProcessInfo.processInfo.environment) {
    width = TerminalSize.ofOutput?.columns
    isColoured = terminal.color.isOnForData
    isAccessible = Accessibility.isOn(flag: terminal.accessible)
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    hasSigns = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
  }

  /// The strips of all rides, one below the other.
  func lines(_ reminder: Reminder, _ texts: PromptTexts) -> [String] {
    reminder.legs.indices.map { strip(reminder.leg($0), texts) }.joined(separator: [""]).map(\.self)
  }

  /// The strip of a ride, a line a stop and a level, and more where they do not fit.
  private func strip(_ reminder: Reminder, _ texts: PromptTexts) -> [String] {
    let wording = Wording(zone: reminder.anchor.zone)
    let last = reminder.ride.stops.count - 1
    var index = -1
    return RideStrip(reminder).rows.flatMap { row -> [String] in
      switch row {
      case .stop(let stop):
        index += 1
        let time = (stop.arrival ?? stop.departure).map { texts.say(.time($0, zone: reminder.ride.zone(of: stop))) }
        if isAccessible {
          let id: PromptID = index == 0 ? .stripBoard : index == last ? .stripLeave : .stripPass
          return sentence(time, texts.say(id, ["stop": stop.stop.name]), texts)
        }
        let isEnd = index == 0 || index == last
        return drawn(time, isEnd ? (hasSigns ? " ●" : " O") : hasSigns ? " ○" : " o", stop.stop.name, isEnd ? "1" : nil)
      case .level(let level):
        let time = level.at.map { texts.say(.time($0, zone: reminder.ride.arrivalZone)) }
        let what = texts.say(wording.sentence(of: level, in: reminder))
        if isAccessible {
          return sentence(time, texts.say(.stripLevel, ["number": String(level.level), "what": what]), texts)
        }
        return drawn(time, "\(hasSigns ? "▶" : ">")\(level.level)", what, Self.colours[min(level.level, 3) - 1])
      }
    }
  }

  /// From notification to alarm: cyan, yellow, red, all bold.
  private static let colours = ["1;36", "1;33", "1;31"]

  private func sentence(_ time: String?, _ what: String, _ texts: PromptTexts) -> [String] {
    let text = time.map { texts.say(.stripTimed, ["time": $0, "what": what]) } ?? what
    return broken(text.prefix(1).uppercased() + text.dropFirst() + ".", to: width)
  }

  /// A time, a sign and a text, whose further lines stand under its first.
  private func drawn(_ time: String?, _ sign: String, _ text: String, _ colour: String?) -> [String] {
    let head = time ?? "     "
    let indent = String(repeating: " ", count: head.count + 4)
    return broken(text, to: width.map { max(10, $0 - indent.count) }).enumerated().map { number, part in
      number == 0 ? "\(head) \(painted("\(sign) \(part)", colour))" : indent + painted(part, colour)
    }
  }

  private func painted(_ text: String, _ colour: String?) -> String {
    guard isColoured, let colour else { return text }
    return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
  }

  private func broken(_ text: String, to width: Int?) -> [String] {
    TextColumns.wrapped(text, to: width)
  }
}
