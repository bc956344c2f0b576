import Journey

extension Wording {
  /// Where a level fires and what it does: "approaching Pregarten, a notification".
  public func sentence(of level: Level, in reminder: Reminder) -> String {
    let id: PromptID =
      switch level.level {
      case 1: .level1
      case 2: level.channels.contains(.vibration) ? .level2 : .level2Quiet
      default: level.channels.contains(.alarm) ? .level3 : .level3Quiet
      }
    return texts.say(id, ["where": place(of: level.trigger, reminder), "to": reminder.destination.name])
  }
}
