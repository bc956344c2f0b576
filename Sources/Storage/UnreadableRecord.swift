import Journey

/// A reminder that is stored and cannot be used: it is damaged, or a newer program wrote it. It is left out, and the others go on.
public struct UnreadableRecord: Sendable, Hashable, CustomStringConvertible {
  /// As the database has it, which need not be that of a reminder.
  public var id: String
  public var cause: String

  public init(id: String, cause: String) {
    self.id = id
    self.cause = cause
  }

  public var description: String {
    let short = id.prefix(8).lowercased()
    return """
      the reminder \(short) cannot be read (\(cause)): update Alight where a newer one wrote it, or take it away with \
      "alight reminders delete \(short)" and set it again
      """
  }
}

/// Reminders as they were asked for, and what stands between them that cannot be read.
public struct ReminderListing: Sendable, Equatable {
  public var reminders: [Reminder]
  public var unreadable: [UnreadableRecord]

  public init(reminders: [Reminder], unreadable: [UnreadableRecord]) {
    self.reminders = reminders
    self.unreadable = unreadable
  }

  /// The same by departure. Those without one come last, and equal ones stay in their order.
  var byDeparture: ReminderListing {
    let sorted = reminders.enumerated().sorted { left, right in
      let (one, other) = (
        left.element.anchor.departure ?? .distantFuture, right.element.anchor.departure ?? .distantFuture
      )
      return one == other ? left.offset < right.offset : one < other
    }
    return ReminderListing(reminders: sorted.map(\.element), unreadable: unreadable)
  }
}
