import Foundation
import Journey

/// Reminders of a place, as phrases.
extension Wording {
  /// The places: the only one by its name, several by how many they are.
  public func places(_ visit: Visit) -> Phrase {
    visit.places.count == 1
      ? .name(visit.places[0].name) : .text(.somePlaces, ["count": .number(Double(visit.places.count))])
  }

  /// What is waited for: "on arrival", "at 07:00, if you are there".
  public func value(_ visit: Visit, at time: Date?) -> Phrase {
    let values = ["time": time.map { self.time($0) } ?? Phrase.nothing]
    switch visit.event {
    case .arriving: return .text(.onArrival)
    case .leaving: return .text(.onLeaving)
    case .clockThere: return .text(.atTimeThere, values)
    case .clockElsewhere: return .text(.atTimeElsewhere, values)
    case .clock: return .text(.atTimeAnywhere, values)
    }
  }

  /// The whole reminder in a sentence.
  public func sentence(_ visit: Visit, at time: Date?) -> Phrase {
    let values = [
      "to": places(visit), "text": .name(visit.text ?? ""), "time": time.map { self.time($0) } ?? .nothing,
    ]
    func said(_ plain: PromptID, _ full: PromptID, _ names: Set<String>) -> Phrase {
      let hasText = visit.text != nil
      return .text(hasText ? full : plain, values.filter { names.contains($0.key) || hasText && $0.key == "text" })
    }
    switch visit.event {
    case .arriving: return said(.visitArriving, .visitArrivingText, ["to"])
    case .leaving: return said(.visitLeaving, .visitLeavingText, ["to"])
    case .clockThere: return said(.visitThere, .visitThereText, ["to", "time"])
    case .clockElsewhere: return said(.visitElsewhere, .visitElsewhereText, ["to", "time"])
    case .clock: return said(.visitClock, .visitClockText, visit.text == nil ? ["to", "time"] : ["time"])
    }
  }

  /// What it does beside telling, so that nobody is taken by surprise; nil where it does nothing.
  public func action(_ visit: Visit) -> Phrase? {
    if let url = visit.url { return .text(.visitOpens, ["url": .name(url)]) }
    return visit.command.map { .text(.visitRuns, ["command": .name($0.joined(separator: " "))]) }
  }

  /// One sentence of its levels.
  func whatWillHappen(at visit: Visit, _ reminder: Reminder) -> Phrase {
    let parts = reminder.levels.map { level -> Phrase in
      let id: PromptID =
        level.channels.contains(.alarm) ? .level3 : level.channels.contains(.vibration) ? .level2 : .level1
      return sentence(of: level, in: reminder, by: id)
    }
    return .capitalized(.list(parts, separator: "; "))
  }
}

extension Prompts {
  /// What is told at a place.
  func sentence(_ alert: Alert, at visit: Visit, _ reminder: Reminder) -> String {
    let texts = alerts.visit
    let text = visit.text.flatMap { $0.isEmpty ? nil : $0 }
    let time = self.texts.say(.time(alert.at, zone: reminder.anchor.zone))
    let values = ["stop": reminder.place(of: alert).name, "text": text ?? "", "time": time]
    let wording: (plain: String, full: String) =
      switch (alert.event, visit.event) {
      case (.followUp, _): (texts.followUp, texts.followUpText)
      case (.positionLost, _), (.positionDoubted, _): (alerts.positionLost[nil], alerts.positionLost[nil])
      case (_, .arriving): (texts.arriving, texts.arrivingText)
      case (_, .leaving): (texts.leaving, texts.leavingText)
      case (_, .clockThere), (_, .clockElsewhere), (_, .clock): (texts.clock, texts.clockText)
      }
    return PromptTexts.fill(text == nil ? wording.plain : wording.full, values)
  }
}
