import Conversation
import Foundation
import Journey
import Listening
import Speech
import Storage
import Timetable

/// What a program holds its conversations with: the words, the timetable, the rider's database, and how well it must hear.
public struct DialogueSetting: Sendable {
  public let prompts: Prompts
  public let timetable: TimetableStore
  public let store: ReminderStore
  /// The recogniser's thresholds.
  public let recognition: RecognitionPolicy
  /// Hears the recordings of all these conversations.
  public let transcriber: SharedTranscriber
  /// What is said in words that are not listed for a question.
  let wordings: SpokenWordings
  /// Where the rider is; nil where nobody knows.
  public var position: Position?
  /// What is known live of rides; nil where nobody is asked.
  public var live: (any RideNews)?
  /// Finds out which ride the rider is on; nil where nobody knows where they are.
  public var aboard: (any AboardFinder)?
  /// How many stops are listened for at a question.
  public var mostSpoken = ListenedStops.standard
  /// The version of the program and the digest of its texts, as they stand with what is recorded.
  public var program: String
  public var promptsDigest: String
  /// The IANA zone in which times are meant and told.
  public let zone: String
  /// The zone of what no timetable tells: that of the machine, where there is none but the demonstration's.
  public let ownZone: String

  /// - Parameter transcriber: What hears, where settings share it; one of their own otherwise.
  /// - Throws: Errors of the timetable.
  public init(
    prompts: Prompts, timetable: TimetableStore, store: ReminderStore,
    recognition: RecognitionPolicy = RecognitionPolicy(), transcriber: SharedTranscriber? = nil, program: String = "",
    promptsDigest: String = ""
  ) throws {
    (self.prompts, self.timetable, self.store) = (prompts, timetable, store)
    self.transcriber = transcriber ?? SharedTranscriber(policy: recognition)
    wordings = SpokenWordings(prompts)
    (self.recognition, self.program, self.promptsDigest) = (recognition, program, promptsDigest)
    let feeds = try timetable.feeds()
    zone = feeds.first?.zone ?? "UTC"
    ownZone = feeds.allSatisfy(\.isDemonstration) ? TimeZone.current.identifier : zone
  }

  /// The state of a conversation that begins, with what the rider prefers.
  /// - Parameter fill: Puts answers in that are known.
  /// - Throws: Errors of the database.
  public func beginning(_ id: UUID = UUID(), at now: Date, _ fill: (inout Draft) -> Void = { _ in }) throws
    -> WizardState
  {
    let preferences = try store.preferences()
    var draft = Draft(
      id: id, createdAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)),
      vibration: preferences.vibration, alarm: preferences.alarm)
    (draft.speech, draft.volume) = (preferences.speech, preferences.volume)
    fill(&draft)
    return WizardState(draft: draft, preferences: preferences, zone: zone)
  }
}
