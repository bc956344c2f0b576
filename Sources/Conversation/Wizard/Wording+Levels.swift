import Journey

extension Wording {
  /// Where a level fires and what it does: "approaching Pregarten, a notification".
  public func sentence(of level: Level, in reminder: Reminder) -> Phrase {
    let id: PromptID =
      switch level.level {
      case 1: .level1
      case 2: level.channels.contains(.vibration) ? .level2 : .level2Quiet
      default: level.channels.contains(.alarm) ? .level3 : .level3Quiet
      }
    return sentence(of: level, in: reminder, by: id)
  }

  /// The same by a text of its own, and whether it is spoken as well.
  func sentence(of level: Level, in reminder: Reminder, by id: PromptID) -> Phrase {
    let what = Phrase.text(
      id, ["where": place(of: level.trigger, reminder), "to": .name(reminder.destination.name)])
    return level.channels.contains(.speech) ? .text(.levelSpoken, ["what": what]) : what
  }
}
