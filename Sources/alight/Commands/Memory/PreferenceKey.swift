import ArgumentParser
import Conversation
import Devices
import Foundation
import Journey
import Storage

/// The preferences by their names on the command line.
enum PreferenceKey: String, ExpressibleByArgument, CaseIterable {
  case mode
  case timeInterval = "interval.time"
  case stationsInterval = "interval.stations"
  case distanceInterval = "interval.distance"
  case vibration, alarm, speech, volume, quiet
  case alertCommand = "alert-command"
  case publishTo = "publish-to"
  case alertWebhook = "alert-webhook"
  case webhookForm = "webhook-form"
  case webhookFields = "webhook-fields"
  case positionSource = "position-source"
  case accessible, language
  case mapTiles = "map-tiles"
  case maxWalk = "max-walk"
  case pace

  /// One line a preference, for the help.
  static var help: String {
    allCases.map { key in
      "  " + key.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0) + key.meaning
    }.joined(separator: "\n")
  }

  private var meaning: String {
    switch self {
    case .mode: "time, stations or distance"
    case .timeInterval: "how long before by time, like \"7 minutes\""
    case .stationsInterval: "how long before by stops, like \"2 stops\""
    case .distanceInterval: "how long before by distance, like \"500 m\""
    case .vibration: "vibrate at the second alert: on or off"
    case .alarm: "sound the alarm at the last call: on or off"
    case .speech: "say the second alert and the last call aloud: on or off"
    case .volume: "how loud the sounds of new reminders are, like 60%"
    case .quiet: "no sound and no speech while riding: on or off"
    case .alertCommand: "a program of yours that gets each alert as JSON, or none"
    case .publishTo: "where each alert is published as JSON, like mqtt://USER@HOST/TOPIC, or none"
    case .alertWebhook: "where each alert is posted, like https://ntfy.example/mine, or none"
    case .webhookForm: "how it is posted: alight, ntfy, gotify, home-assistant, or a text with {title} and {text}"
    case .webhookFields: "further fields of what is posted, like \"Authorization: Bearer TOKEN\", one a line, or none"
    case .positionSource: "where you are: gpsd, gpsd://HOST:PORT, owntracks://USER@HOST or none; unset asks gpsd"
    case .accessible: "plain lines, nothing drawn over: on or off; unset asks ACCESSIBLE"
    case .language: "the language of the dialogue, like en; unset asks the locale"
    case .mapTiles:
      "pictures under the map, \"https://HOST/{z}/{x}/{y}.png WHOSE\", which that host then sends; unset is none"
    case .maxWalk: "how far you walk to a ride, between and from rides, like \"300 m\"; unset is 500 m"
    case .pace: "how fast you walk: slow, normal, fast or km/h; unset is normal"
    }
  }

  /// The mode whose interval this is.
  private var intervalMode: Mode? {
    switch self {
    case .timeInterval: .time
    case .stationsInterval: .stations
    case .distanceInterval: .distance
    default: nil
    }
  }

  /// The value as `set` takes it; nil where it is not set.
  func value(in preferences: Preferences) -> String? {
    switch self {
    case .mode: preferences.mode?.rawValue
    case .timeInterval, .stationsInterval, .distanceInterval:
      intervalMode.flatMap { preferences.intervals[$0.rawValue] }
    case .vibration: preferences.vibration ? "on" : "off"
    case .alarm: preferences.alarm ? "on" : "off"
    case .speech: preferences.speech.map { $0 ? "on" : "off" }
    case .volume: preferences.volume.map { Volume(fraction: $0).description }
    case .quiet: preferences.quiet.map { $0 ? "on" : "off" }
    case .alertCommand: preferences.alertCommand
    case .publishTo: preferences.publishTo
    case .alertWebhook: preferences.alertWebhook
    case .webhookForm: preferences.webhookForm
    case .webhookFields: preferences.webhookFields
    case .positionSource: preferences.positionSource
    case .accessible: preferences.accessible.map { $0 ? "on" : "off" }
    case .language: preferences.language
    case .mapTiles: preferences.mapTiles
    case .maxWalk: preferences.maxWalk.map { WalkLimit(metres: $0).description }
    case .pace: preferences.pace.map { WalkingPace(kilometresPerHour: $0).description }
    }
  }

  func unset(in preferences: inout Preferences) {
    let first = Preferences()
    switch self {
    case .mode: preferences.mode = nil
    case .timeInterval, .stationsInterval, .distanceInterval:
      if let mode = intervalMode { preferences.intervals[mode.rawValue] = nil }
    case .vibration: preferences.vibration = first.vibration
    case .alarm: preferences.alarm = first.alarm
    case .speech: preferences.speech = nil
    case .volume: preferences.volume = nil
    case .quiet: preferences.quiet = nil
    case .alertCommand: preferences.alertCommand = nil
    case .publishTo: preferences.publishTo = nil
    case .alertWebhook: preferences.alertWebhook = nil
    case .webhookForm: preferences.webhookForm = nil
    case .webhookFields: preferences.webhookFields = nil
    case .positionSource: preferences.positionSource = nil
    case .accessible: preferences.accessible = nil
    case .language: preferences.language = nil
    case .mapTiles: preferences.mapTiles = nil
    case .maxWalk: preferences.maxWalk = nil
    case .pace: preferences.pace = nil
    }
  }

  /// - Throws: `CommandFailure` for a value that cannot be.
  func set(_ text: String, in preferences: inout Preferences, _ values: PreferenceValues) throws {
    switch self {
    case .mode: preferences.mode = try values.mode(text)
    case .timeInterval, .stationsInterval, .distanceInterval:
      if let mode = intervalMode { preferences.intervals[mode.rawValue] = try values.interval(text, mode).canonical }
    case .vibration: preferences.vibration = try values.isOn(text)
    case .alarm: preferences.alarm = try values.isOn(text)
    case .speech: preferences.speech = try values.isOn(text)
    case .volume: preferences.volume = try values.volume(text)
    case .quiet: preferences.quiet = try values.isOn(text)
    case .alertCommand: preferences.alertCommand = try values.alertCommand(text)
    case .publishTo: preferences.publishTo = try values.publishTo(text)
    case .alertWebhook: preferences.alertWebhook = try values.webhook(text)
    case .webhookForm: preferences.webhookForm = try values.webhookForm(text)
    case .webhookFields: preferences.webhookFields = try values.webhookFields(text)
    case .positionSource: preferences.positionSource = try values.positionSource(text)
    case .accessible: preferences.accessible = try values.isOn(text)
    case .language: preferences.language = try values.language(text)
    case .mapTiles: preferences.mapTiles = try values.mapTiles(text)
    case .maxWalk: preferences.maxWalk = try values.maxWalk(text)
    case .pace: preferences.pace = try values.pace(text)
    }
  }
}

/// Reads and checks the values of preferences.
struct PreferenceValues {
  let data: DataOptions
  let store: ReminderStore

  func mode(_ text: String) throws -> Mode { try flags().mode(text) }

  /// An interval in a mode's unit, within the range that the mode allows on any ride.
  func interval(_ text: String, _ mode: Mode) throws -> Interval {
    let flags = try flags()
    let interval = try flags.interval(text, mode: mode, option: "the interval")
    let (texts, wording) = (flags.assembly.prompts.texts, Wording(zone: "UTC"))
    guard interval.mode == mode else {
      throw CommandFailure(
        .usage, "\(texts.say(wording.value(interval))) does not go with watching \(texts.say(wording.value(mode)))")
    }
    let choices = flags.assembly.prompts.choices[mode]
    guard (choices.minimum.amount...choices.maximum.amount).contains(interval.amount) else {
      throw CommandFailure(
        .usage,
        "\(texts.say(wording.value(interval))) cannot be: from \(texts.say(wording.value(choices.minimum))) to "
          + "\(texts.say(wording.value(choices.maximum))) is allowed")
    }
    return interval
  }

  func isOn(_ text: String) throws -> Bool {
    switch text.lowercased() {
    case "on", "yes", "true", "1": return true
    case "off", "no", "false", "0": return false
    default: throw CommandFailure(.usage, "\"\(text)\" is neither on nor off")
    }
  }

  /// Over 0 to 1 of full scale.
  func volume(_ text: String) throws -> Double {
    guard let volume = Volume(argument: text) else {
      throw CommandFailure(.usage, "\"\(text)\" is no volume: take 1% to 100%")
    }
    return volume.fraction
  }

  func mapTiles(_ text: String) throws -> String? {
    guard text.lowercased() != "none" else { return nil }
    guard MapTiles(text) != nil else {
      throw CommandFailure(
        .usage, "that is no address of map pictures: write \"https://HOST/{z}/{x}/{y}.png WHOSE THEY ARE\", or none")
    }
    return text
  }

  /// Metres along streets.
  func maxWalk(_ text: String) throws -> Double {
    guard let limit = WalkLimit(argument: text) else {
      throw CommandFailure(.usage, "\"\(text)\" is no way to walk: take \(WalkLimit.range)")
    }
    return limit.metres
  }

  /// In km/h.
  func pace(_ text: String) throws -> Double {
    guard let pace = WalkingPace(argument: text) else {
      throw CommandFailure(.usage, "\"\(text)\" is no pace: take \(WalkingPace.range)")
    }
    return pace.kilometresPerHour
  }

  /// The whole path of a program that can be run; nil for none.
  func alertCommand(_ text: String) throws -> String? {
    guard text.lowercased() != "none" else { return nil }
    return try AlertCommand(text).path
  }

  /// Nil for none.
  func publishTo(_ text: String) throws -> String? {
    guard text.lowercased() != "none" else { return nil }
    do {
      _ = try PublishTarget(text)
    } catch let error as ValidationError {
      throw CommandFailure(.usage, error.message)
    }
    return text
  }

  /// Nil for none.
  func webhook(_ text: String) throws -> String? {
    guard text.lowercased() != "none" else { return nil }
    guard (try? Webhook(text)) != nil else {
      throw CommandFailure(.usage, "that is no address to post alerts to: write https://HOST/PATH, or none")
    }
    return text
  }

  func webhookForm(_ text: String) throws -> String {
    if case .template(let template) = Webhook.Form(text), !template.contains("{text}") {
      throw CommandFailure(
        .usage,
        "\"\(text)\" is no form: take alight, ntfy, gotify, home-assistant, or a text of your own that holds {text}")
    }
    return text
  }

  /// Nil for none.
  func webhookFields(_ text: String) throws -> String? {
    guard text.lowercased() != "none" else { return nil }
    do {
      _ = try Webhook("https://localhost", fields: text)
    } catch {
      throw CommandFailure(.usage, "that is no field of a request: write \"NAME: VALUE\", one a line")
    }
    return text
  }

  /// "none" is a wish as well: unset means gpsd.
  func positionSource(_ text: String) throws -> String {
    do {
      return try PositionChoice.list(text) == [.none] ? "none" : text
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  /// A language that has all texts of the dialogue.
  func language(_ text: String) throws -> String {
    let resources = try Resources.find()
    let known = try resources.talkingLanguages()
    guard known.contains(text) else {
      throw CommandFailure(
        .usage, "the dialogue is not held in \"\(text)\": take one of \(known.joined(separator: ", "))")
    }
    return text
  }

  private func flags() throws -> AnswerFlags {
    AnswerFlags(assembly: try Assembly(timetable: data.timetableURL), store: store)
  }
}
