import Conversation
import Foundation
import Storage

/// A recorded conversation that this program does not understand.
package struct UnreadableSession: Error, Hashable, CustomStringConvertible {
  let part: String
  let cause: String

  package var description: String { "\(part) cannot be read by this version of Alight: \(cause)" }
}

/// A turn as it was recorded, read back.
package struct RecordedTurn {
  /// What stands in place of an input where the dialogue begins.
  package static let beginning = Data("null".utf8)

  package let number: Int
  package let at: Date
  /// Nil for the beginning.
  package let input: WizardInput?
  package let outputs: [WizardOutput]

  /// - Throws: `UnreadableSession` where it was written by a program that this one does not understand.
  package init(_ turn: StoredTurn) throws {
    number = turn.number
    at = turn.at
    do {
      input = turn.input == Self.beginning ? nil : try DialogueCoding.decode(WizardInput.self, from: turn.input)
      outputs = try DialogueCoding.decode([WizardOutput].self, from: turn.outputs)
    } catch {
      throw UnreadableSession(part: "turn \(turn.number)", cause: "\(error)")
    }
  }
}
