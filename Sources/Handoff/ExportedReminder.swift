import Alerts
import Conversation
import Foundation
import Journey
import Storage

/// A reminder on its way to another program: its record as text, and what was read from it.
public struct ExportedReminder {
  let record: StoredRecord
  public let reminder: Reminder

  /// - Throws: `StorageError.damagedRecord`
  public init(_ record: StoredRecord) throws {
    self.record = record
    do {
      reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(record.text.utf8))
    } catch {
      throw StorageError.damagedRecord(id: record.id.uuidString, cause: "\(RecordError(error))")
    }
  }

  private init(_ record: StoredRecord, _ reminder: Reminder) {
    (self.record, self.reminder) = (record, reminder)
  }

  /// It on each of its rides: one, or more where the rider changes.
  var legs: [ExportedReminder] { reminder.legs.indices.map { ExportedReminder(record, reminder.leg($0)) } }

  var id: String { record.id.uuidString.lowercased() }

  /// What the rider is told at a level: by the timetable, for no other program knows how the ride goes.
  func sentence(_ level: Level, _ prompts: Prompts) -> String {
    var alert = Alert(event: .alert, level: level.level, at: level.at ?? record.changedAt, estimated: false)
    if let at = level.at, let plan = AlertPlan(reminder) {
      alert = AlertEngine.retold(alert, plan, AlertState(), at: at)
    }
    return prompts.sentence(alert, for: reminder)
  }

  /// "Get off at Hagenberg"
  func title(_ prompts: Prompts) -> String { prompts.texts.say(.getOffAt, ["to": reminder.destination.name]) }

  /// When and how each level comes, in a sentence, with the ways on foot.
  func description(_ prompts: Prompts) -> String {
    let wording = Wording(zone: reminder.anchor.zone)
    func has(_ means: AlertMeans) -> Bool { reminder.levels.contains { $0.channels.contains(means) } }
    let sentence = prompts.texts.say(wording.whatWillHappen(reminder, vibration: has(.vibration), alarm: has(.alarm)))
    let walks = reminder.walks
    let first = (walks.first ?? nil).map { prompts.texts.say(wording.first($0, before: reminder.ride)) }
    let then = walks.dropFirst().compactMap { $0.map { prompts.texts.say(wording.then($0)) } }
    let demonstration = reminder.ride.isDemonstration ? prompts.texts.say(.demonstration) : nil
    return ([first, sentence].compactMap(\.self) + then + [demonstration].compactMap(\.self)).joined(separator: "\n")
  }
}
