import Conversation
import Dialogue
import Foundation
import Journey
import Speech
import Storage
import Testing

@Suite("A second front")
final class SecondFrontTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
  private let setting: DialogueSetting

  init() throws { setting = try PageLikeFront.setting(folder) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The id of an option by what it is called.
  private func id(_ label: String, in front: PageLikeFront) throws -> String {
    try #require(front.event?.options?.first { $0.label == label }?.value, "\(label) is not offered")
  }

  @Test("holds two conversations at once on one database, answer by answer, and each sets its own reminder")
  func interleaved() async throws {
    var (one, other) = (try PageLikeFront(setting), try PageLikeFront(setting))
    #expect(one.event?.event == "ask" && one.event?.slot == "from")
    try await one.type("Linz Hauptbahnhof")
    try await other.type("from Pregarten to Linz Hauptbahnhof")
    try await one.type("Hagenberg")
    #expect(other.event?.slot == "mode" && one.event?.slot == "mode")
    try await other.choose("time")
    try await one.choose("stations")
    try await other.choose("duration:300s")
    try await one.type("two stops")
    #expect(one.event?.event == "readback" && other.event?.event == "readback")
    #expect(one.event?.draft?.interval == "stops:2" && other.event?.draft?.interval == "duration:300s")
    try await other.say(yes: true)
    try await one.say(yes: true)
    #expect(one.event?.event == "saved" && other.event?.event == "saved")
    let reminders = try setting.store.reminders(at: PageLikeFront.now)
    #expect(
      Set(reminders.map { "\($0.origin?.name ?? "") > \($0.destination.name) \($0.interval.canonical)" }) == [
        "Linz Hauptbahnhof > Hagenberg stops:2", "Pregarten > Linz Hauptbahnhof duration:300s",
      ])
    #expect(Set(reminders.map(\.id)) == [try #require(one.event?.record?.id), try #require(other.event?.record?.id)])
    #expect(try PageLikeFront.kept(setting).isEmpty)
  }

  @Test("goes on where a conversation was when its process was killed")
  func resumed() async throws {
    var killed: PageLikeFront? = try PageLikeFront(setting)
    try await killed?.type("from Linz Hauptbahnhof to Hagenberg by stops")
    let draft = killed?.draft
    #expect(killed?.event?.slot == "interval")
    // Nothing says goodbye.
    killed = nil
    let after = try PageLikeFront.setting(folder)
    var front = try PageLikeFront(after, resuming: try PageLikeFront.kept(after).first)
    #expect(front.draft == draft && front.event?.slot == "interval")
    try await front.choose("stops:1")
    try await front.say(yes: true)
    #expect(front.event?.record?.interval == .stops(1) && front.event?.record?.destination.name == "Hagenberg")
    #expect(try after.store.reminders(at: PageLikeFront.now).map(\.id) == [draft])
  }

  @Test("an option carries id, place and lines, and is chosen by its id; so is any stop of the timetable")
  func options() async throws {
    var front = try PageLikeFront(setting)
    let offered = try #require(front.event?.options)
    #expect(!offered.isEmpty)
    for option in offered {
      #expect(option.lat.map { (47...49).contains($0) } == true && option.lon.map { (13...15).contains($0) } == true)
      #expect(option.lines?.isEmpty == false)
    }
    try await front.choose(try id("Linz Hauptbahnhof", in: front))
    #expect(front.event?.slot == "to")
    let hagenberg = try #require(try setting.timetable.stops().first { $0.name == "Hagenberg" })
    try await front.choose(hagenberg.id)
    #expect(front.event?.slot == "mode")
    try await front.choose("lightyears")
    #expect(front.event?.slot == "mode" && front.event?.said.contains { $0.kind == "unclear" } == true)
    try await front.choose("distance")
    try await front.choose("distance:500m")
    #expect(front.event?.draft?.to.id == hagenberg.id && front.event?.draft?.interval == "distance:500m")
  }

  @Test("an id that no feed has is not understood, and nothing is lost")
  func unknown() async throws {
    var front = try PageLikeFront(setting)
    try await front.choose("demo:atlantis")
    #expect(front.event?.event == "ask" && front.event?.slot == "from")
    #expect(front.event?.said.contains { $0.text.contains("demo:atlantis") } == true)
    try await front.type("Linz Hauptbahnhof")
    #expect(front.event?.slot == "to")
  }

  @Test("the id of a platform is taken as its station, and is told and recorded by its name")
  func platform() async throws {
    var front = try PageLikeFront(setting)
    let station = try #require(try setting.timetable.stops().first { $0.id.hasSuffix(":linz-hbf") })
    try await front.choose(station.id + "-8")
    #expect(front.event?.slot == "to")
    #expect(front.event?.said.contains { $0.text.contains("Linz Hauptbahnhof") } == true)
    try await front.type("edit")
    #expect(front.event?.line == "Linz Hauptbahnhof", "\(String(describing: front.event))")
    try await front.type("Linz Hauptbahnhof")
    for answer in ["Hagenberg", "by stops", "2"] { try await front.type(answer) }
    #expect(front.event?.draft?.from?.id == station.id, "\(String(describing: front.event))")
  }

  @Test("one of several that were asked back is chosen by its id, and so is none of them")
  func askedBack() async throws {
    var front = try PageLikeFront(setting)
    try await front.type("Linz")
    let choices = try #require(front.event?.options)
    #expect(front.event?.event == "choose" && choices.count > 2 && choices.last?.value == "")
    var other = front
    try await front.choose(choices[1].value)
    #expect(front.event?.slot == "to")
    try await other.choose("")
    #expect(other.event?.event == "ask" && other.event?.slot == "from")
  }

  @Test(
    "what is spoken is decided where it was heard",
    .enabled(if: (try? SpeechModel.find()) != nil, "the recogniser or pocketsphinx-en-us is not there"))
  func spoken() async throws {
    var front = try PageLikeFront(setting)
    let answers = PageLikeFront.root.appending(path: "Audio/answers")
    try await front.speak(answers.appending(path: "from.wav"))
    #expect(front.event?.slot == "to", "\(String(describing: front.event))")
    #expect(front.event?.said.contains { $0.kind == "heard" } == true)
  }

  @Test("a replay of what it recorded is the same byte for byte")
  func replayed() async throws {
    var front = try PageLikeFront(setting)
    try await front.type("from Linz Hauptbahnhof to Hagenberg")
    try await front.choose("stations")
    try await front.choose("stops:2")
    try await front.say(yes: true)
    let session = try #require(try setting.store.sessions().first)
    let replay = try SessionReplay(session, setting.store.turns(of: session.id), prompts: setting.prompts)
    #expect(replay.outcome == .identical)
    #expect(session.ending == "saved")
  }
}
