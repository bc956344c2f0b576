/// What the rider used last and wants again, offered as defaults.
public struct Preferences: Sendable, Hashable, Codable {
  public var mode: Mode?
  /// By mode's raw value, the interval in canonical form.
  public var intervals: [String: String]
  public var vibration: Bool
  public var alarm: Bool
  /// Whether alerts are spoken as well, where a reminder is set; nil is no.
  public var speech: Bool?
  /// How loud the sounds of a new reminder are, over 0 to 1 of full scale; nil for the runner's own.
  public var volume: Double?
  /// Whether the runner makes no sound; nil is no.
  public var quiet: Bool?
  /// A program of the rider's own that gets each alert; nil for none.
  public var alertCommand: String?
  /// Where each alert is published, as a URL of MQTT; nil for nowhere.
  public var publishTo: String?
  /// Where each alert is posted, as a URL; nil for nowhere.
  public var alertWebhook: String?
  /// In which form: alight, ntfy, gotify, home-assistant, or a text with places to fill; nil is alight.
  public var webhookForm: String?
  /// Further fields of what is posted, one a line.
  public var webhookFields: String?
  /// Where the pictures of the map come from, `https://HOST/{z}/{x}/{y}.png`, and behind a blank to whom they are owed; nil for none.
  public var mapTiles: String?
  /// The position source that the rider has, as `run` names it; nil for none.
  public var positionSource: String?
  /// Whether the rider has named something that tells where they are.
  public var namesPositionSource: Bool { positionSource.map { $0.lowercased() != "none" } ?? false }
  /// Plain lines and numbered lists, without anything that is drawn over; nil asks the environment.
  public var accessible: Bool?
  /// The language of the dialogue: `de`; nil asks the locale.
  public var language: String?
  /// How far the rider walks at most, in metres along streets; nil for the program's own.
  public var maxWalk: Double?
  /// How fast, in km/h.
  public var pace: Double?

  /// How far and how fast the rider walks.
  public var walking: Walking {
    Walking(farthest: maxWalk ?? Walking.standard.farthest, speed: pace.map { $0 / 3.6 } ?? Walking.standard.speed)
  }

  public init(
    mode: Mode? = nil, intervals: [String: String] = [:], vibration: Bool = true, alarm: Bool = true,
    speech: Bool? = nil, volume: Double? = nil, quiet: Bool? = nil, alertCommand: String? = nil,
    publishTo: String? = nil, positionSource: String? = nil, accessible: Bool? = nil, language: String? = nil
  ) {
    self.mode = mode
    self.intervals = intervals
    self.vibration = vibration
    self.alarm = alarm
    self.speech = speech
    self.volume = volume
    self.quiet = quiet
    self.alertCommand = alertCommand
    self.publishTo = publishTo
    self.positionSource = positionSource
    self.accessible = accessible
    self.language = language
  }

  /// The interval used last in a mode.
  public func interval(for mode: Mode) -> Interval? {
    intervals[mode.rawValue].flatMap(Interval.init(canonical:))
  }
}
