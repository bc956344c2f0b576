#if Page
import Conversation
import Dialogue
import Foundation
import Journey
import Live
import Matching
import Storage
import Timetable
import WebPush

/// What the page is served from.
public struct PageSetting: Sendable {
  /// By BCP 47 tag.
  public var languages: [String: PageLanguage]
  /// The language of a browser that asks for none of them, and its tag.
  public var standard: PageLanguage
  public var standardTag: String
  public var store: ReminderStore
  public var timetable: TimetableStore
  /// The folder of templates, styles and scripts.
  public var folder: URL
  /// The folder of the alert sounds.
  public var audio: URL
  /// The folder of Leaflet; nil where it is not installed, and there is no map.
  public var leaflet: URL?
  public var address: PageAddress
  /// A socket at which connections are taken in place of the address, which browsers know it by; nil for none.
  public var socket: URL?
  /// Whether a proxy that adds TLS stands before it, so that browsers see another address.
  public var isBehindProxy = false
  /// Where a file of reminders lies that was opened on this machine and may be taken over; nil where nobody opens any.
  public var offered: URL?
  /// How it comes to begin at login; nil where its rider begins it by hand.
  public var loginStart: LoginStart?
  /// Where answers that were tried are kept as cases.
  public var cases: URL
  /// The push services that alerts may be handed to.
  public var pushServices = PushServices()
  /// By which it is served over TLS; nil for plain HTTP.
  public var certificate: PageCertificate?
  /// The version of the program.
  public var version: String
  /// What live feeds say at an instant; nil where none was added.
  public var live: (@Sendable (Date) async -> LiveView)?
  public var now: @Sendable () -> Date = { Date() }

  public init(
    languages: [String: PageLanguage], standard: PageLanguage, standardTag: String, store: ReminderStore,
    timetable: TimetableStore,
    folder: URL, audio: URL, leaflet: URL?, cases: URL, address: PageAddress, version: String
  ) {
    (self.languages, self.standard, self.standardTag, self.store) = (languages, standard, standardTag, store)
    (self.timetable, self.folder, self.audio, self.leaflet) = (timetable, folder, audio, leaflet)
    self.cases = cases
    (self.address, self.version) = (address, version)
  }

  /// What live feeds say now, and nothing where none was added.
  func liveView() async -> LiveView { await live?(now()) ?? .empty }

  /// The pictures under the map, where the rider wants any.
  var tiles: MapTiles? { (try? store.preferences().mapTiles).flatMap { $0 }.flatMap(MapTiles.init) }

  /// The folder of what the addresses for programs take and give.
  var schemas: URL { folder.deletingLastPathComponent().appending(path: "schema") }

  /// Whether browsers see it over TLS.
  var isSecure: Bool { isBehindProxy || certificate != nil }
}

/// One language of the page.
public struct PageLanguage: Sendable {
  public var words: PageWords
  /// What its conversations are held with.
  public var dialogue: DialogueSetting

  public init(words: PageWords, dialogue: DialogueSetting) { (self.words, self.dialogue) = (words, dialogue) }

  var prompts: Prompts { dialogue.prompts }

  /// A day as people say it: "Tuesday 24 November", "today", "tomorrow".
  func day(_ instant: Date, zone: String, now: Date) -> String {
    let calendar = Calendar.gregorian(zone: zone)
    let days = calendar.dateComponents(
      [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: instant)
    ).day
    let style = Date.FormatStyle(
      locale: Locale(identifier: prompts.language), calendar: calendar, timeZone: calendar.timeZone
    ).weekday(.wide).day().month(.wide)
    let date = instant.formatted(style)
    switch days {
    case 0: return words.say("today", ["date": date])
    case 1: return words.say("tomorrow", ["date": date])
    default: return date
    }
  }

  /// What is known live of a call: `+3`, "on time", "does not stop".
  func now(_ call: LiveTrip.Call, isArrival: Bool) -> String {
    if call.isSkipped { return words.say("liveSkips") }
    return switch LiveWord.minutesLate(call, isArrival: isArrival) {
    case nil: ""
    case 0?: words.say("liveOnTime")
    case let minutes?: minutes > 0 ? "+\(minutes)" : "−\(-minutes)"
    }
  }

  /// What was typed as how long before, understood as an answer to that question is; nil where that leaves any doubt.
  func interval(_ text: String, mode: Mode) -> Interval? {
    let match = prompts.matcher.match(text, question: .slot(.interval), mode: mode)
    return match.decision == .accept ? match.value.flatMap(Interval.init(canonical:)) : nil
  }

  /// What tells a stop from others of its name; nil where it has its name for itself.
  func near(_ stop: StopRecord) -> String? {
    stop.near.map { words.say("nearBy", ["distance": prompts.words(metres: Double($0.metres)), "name": $0.name]) }
  }

  /// A time of day as this language writes it, to the minute; nothing for nil.
  func time(_ instant: Date?, zone: String) -> String {
    instant.map { prompts.texts.say(Wording(zone: zone).time($0)) } ?? ""
  }
}

/// Where the page listens.
public struct PageAddress: Sendable, Hashable, CustomStringConvertible {
  public var host: String
  public var port: Int

  public static let standard = PageAddress(host: "127.0.0.1", port: 8437)

  public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// `127.0.0.1:8437`, `[::1]:8437`; nil for what is no such thing.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: port)
  }

  /// Whether nobody on another machine can reach it.
  public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
#endif
