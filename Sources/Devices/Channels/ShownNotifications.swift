import Following
import Foundation
import Journey

/// The notifications on the screen, each with the process that waits for its buttons: of a reminder the newest call, and beside it the
/// newest of what else was told. A call that was not answered must not give way to "The position is lost".
actor ShownNotifications {
  private struct Place: Hashable {
    var reminder: UUID
    var isCall: Bool
  }

  private struct Shown {
    var id: UInt32
    var process: NotificationProcess?
  }

  /// How long a notification without buttons may take.
  private static let patience = Duration.seconds(5)

  private let program: String
  private let labels: ActionLabels
  private let onAction: NotificationChannel.ActionHandler
  private var shown: [Place: Shown] = [:]
  /// The alert that is being shown: the next one replaces it, and so must know its id.
  private var underWay: [Place: Task<Void, any Error>] = [:]
  private var hasToldOfButtons = false

  init(program: String, labels: ActionLabels, onAction: @escaping NotificationChannel.ActionHandler) {
    self.program = program
    self.labels = labels
    self.onAction = onAction
  }

  /// Shows a message in place of the one before of the same kind and reminder.
  func show(_ message: AlertMessage) async throws {
    let place = Place(reminder: message.key.reminder, isCall: message.alert.isCall)
    let earlier = underWay[place]
    let task = Task {
      _ = await earlier?.result
      try Task.checkCancellation()
      try await put(message, at: place)
    }
    underWay[place] = task
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Takes a reminder's notifications from the screen.
  func withdraw(_ reminder: UUID) async {
    for place in [true, false].map({ Place(reminder: reminder, isCall: $0) }) {
      underWay[place]?.cancel()
      _ = await underWay.removeValue(forKey: place)?.result
      let old = shown.removeValue(forKey: place)
      await old?.process?.end(.closed)
    }
  }

  /// Waits for no button any more.
  func letGo() async {
    for place in shown.keys {
      let process = shown[place]?.process
      shown[place]?.process = nil
      await process?.end(.left)
    }
  }

  private func put(_ message: AlertMessage, at place: Place) async throws {
    let arguments = NotificationChannel.arguments(for: message, replacing: shown[place]?.id)
    guard !labels.isEmpty else { return try await putPlainly(arguments, at: place) }
    let process = NotificationProcess(program, buttons(of: message) + arguments) { [onAction] name in
      onAction(place.reminder, Self.action(named: name))
    }
    switch await process.outcome() {
    case .shown(let id, let complaint):
      let old = shown.updateValue(Shown(id: id, process: process), forKey: place)
      await old?.process?.end(.left)
      if let complaint { try tellOfButtons(complaint) }
    case .failed(let cause):
      await process.end(.closed)
      try Task.checkCancellation()
      // A service that cannot show buttons, or a notify-send that does not know them, is no reason to show nothing.
      try await putPlainly(arguments, at: place)
      try tellOfButtons(cause)
    }
  }

  private func putPlainly(_ arguments: [String], at place: Place) async throws {
    let printed = try await Program(program, package: "libnotify-bin").run(arguments, limit: Self.patience)
    if let id = UInt32(printed.trimmingCharacters(in: .whitespacesAndNewlines)) {
      let old = shown.updateValue(Shown(id: id), forKey: place)
      await old?.process?.end(.left)
    }
  }

  /// Says once that the rider cannot answer here.
  private func tellOfButtons(_ cause: String) throws {
    guard !hasToldOfButtons else { return }
    hasToldOfButtons = true
    throw ChannelError.noButtons(cause: cause)
  }

  private func buttons(of message: AlertMessage) -> [String] {
    let labels = labels.of(message)
    // A click on the notification itself silences it and no more: one by accident must not end the alerts.
    let click = labels[.snooze].map { ["--action=default=\($0)"] } ?? []
    return click
      + RiderAction.allCases.compactMap { action in labels[action].map { "--action=\(action.rawValue)=\($0)" } }
  }

  private static func action(named name: String) -> RiderAction { RiderAction(rawValue: name) ?? .snooze }
}
