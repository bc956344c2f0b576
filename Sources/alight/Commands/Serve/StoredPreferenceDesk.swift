#if Page
import Conversation
import Foundation
import Journey
import Storage
import Web

/// The preferences that a browser may read and set. What starts programs or names other machines is none of them: whoever borrows the
/// phone must not get so far.
struct StoredPreferenceDesk: PreferenceDesk {
  let data: DataOptions
  let store: ReminderStore

  private static let kept: Set<PreferenceKey> = [
    .alertCommand, .publishTo, .alertWebhook, .webhookForm, .webhookFields, .positionSource, .mapTiles,
  ]
  private static var shown: [PreferenceKey] { PreferenceKey.allCases.filter { !kept.contains($0) } }

  func values() throws -> [String: String] {
    let preferences = try store.preferences()
    return Dictionary(
      uniqueKeysWithValues: Self.shown.compactMap { key in key.value(in: preferences).map { (key.rawValue, $0) } })
  }

  func set(_ values: [String: String?]) throws {
    var preferences = try store.preferences()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let key = PreferenceKey(rawValue: name), Self.shown.contains(key) else {
        throw PreferenceRefusal("\(name) is no preference that is set here.")
      }
      guard let value else {
        key.unset(in: &preferences)
        continue
      }
      do {
        try key.set(value, in: &preferences, PreferenceValues(data: data, store: store))
      } catch let failure as CommandFailure {
        throw PreferenceRefusal("\(name): \(failure)")
      }
    }
    try store.save(preferences)
  }
}
#endif
