import Foundation
import Journey

/// An alert in words, ready for the rider.
public struct AlertMessage: Sendable, Hashable {
  public var key: AlertKey
  public var alert: Alert
  /// The destination's name.
  public var title: String
  public var text: String
  /// What the level wants to be reached by.
  public var means: Set<AlertMeans>
  /// Whether it may have been shown before.
  public var isRepeat: Bool
  /// How loud sounds are or begin, over 0 to 1 of full scale; nil for the channel's own.
  public var volume: Double?
  /// The zone of the ride; nil for one that is none.
  public var zone: String?
  /// Whether it is of a reminder of a place, and of no ride.
  public var isOfPlace = false
  /// What is to be done beside telling it: the place's reminder, where it calls for something.
  public var visit: Visit?

  public init(
    key: AlertKey, alert: Alert, title: String, text: String, means: Set<AlertMeans>, isRepeat: Bool,
    volume: Double? = nil, zone: String? = nil, visit: Visit? = nil
  ) {
    self.key = key
    self.alert = alert
    self.title = title
    self.text = text
    self.means = means
    self.isRepeat = isRepeat
    self.volume = volume
    self.zone = zone
    self.visit = visit
  }

  /// An alert of a reminder.
  /// - Parameters:
  ///   - text: What it says, in the rider's language.
  ///   - isRepeat: Whether it may have been shown before.
  public init(_ alert: Alert, of reminder: Reminder, text: String, isRepeat: Bool) {
    let leg = reminder.leg(alert.leg)
    let level = alert.event == .followUp ? nil : leg.levels.last { $0.level == alert.level ?? 3 }
    // What a place's reminder does beside telling is done once, with the last of its levels.
    let isLastCall = alert.event == .alert && alert.level == reminder.levels.last?.level
    self.init(
      key: AlertKey(alert, of: reminder)
        ?? AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 0),
      alert: alert, title: reminder.place(of: alert).name, text: text,
      means: Set(level?.channels ?? [.notification]), isRepeat: isRepeat, volume: reminder.volume,
      zone: leg.ride.arrivalZone, visit: isLastCall ? reminder.visit : nil)
    isOfPlace = reminder.visit != nil
  }

  /// Whether what a live feed says must be heard at once.
  public var isUrgent: Bool { alert.level == 3 }
}

/// A way to reach the rider. Each is optional, and none waits for another.
public protocol AlertChannel: Sendable {
  /// What the rider calls it in messages.
  var name: String { get }

  /// Gives the alert; returns when it was given.
  /// - Throws: why the rider was not reached this way.
  func deliver(_ message: AlertMessage) async throws

  /// Stops what still sounds and takes back what is still shown for a reminder: the rider knows.
  func withdraw(_ reminder: UUID) async

  /// Tells quietly of something along the way: never with a sound or a vibration. Most channels tell nothing of it.
  /// - Throws: why it is not shown.
  func tell(_ note: NoteMessage) async throws

  /// Repeats nothing from now on, as the runner ends. What is shown stays: nobody has said that it was seen.
  /// - Parameter atOnce: whether to cut off what sounds; or else it returns when that has faded.
  func end(atOnce: Bool) async
}

extension AlertChannel {
  public func withdraw(_ reminder: UUID) async {}
  public func tell(_ note: NoteMessage) async throws {}
  public func end(atOnce: Bool) async {}
}

/// Why a channel failed.
public enum ChannelError: Error, Hashable, CustomStringConvertible {
  case missing(program: String, package: String)
  case failed(program: String, cause: String)
  case noSound(file: String)
  /// The rider's own program is not there.
  case noProgram(String)
  /// The notification is shown, but the rider cannot answer it.
  case noButtons(cause: String)

  public var description: String {
    switch self {
    case .missing(let program, let package): "\(program) is not installed: install \(package)"
    case .failed(let program, let cause): "\(program) failed: \(cause)"
    case .noSound(let file): "there is no sound \(file): reinstall Alight"
    case .noProgram(let path): "there is no program \(path) that can be run: check its path and its permissions"
    case .noButtons(let cause): "the notification is shown without buttons: \(cause)"
    }
  }
}
