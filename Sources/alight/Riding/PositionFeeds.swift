import ArgumentParser
import Conversation
import Devices
import Foundation
import Storage

/// Makes the feeds that a rider has chosen.
enum PositionFeeds {
  /// What `--position` names; nothing where it was not given.
  /// - Throws: `ValidationError`, which names the option.
  static func choices(_ option: [String]) throws -> [PositionChoice] {
    guard !option.isEmpty else { return [] }
    do {
      return try PositionChoice.list(option.joined(separator: ","))
    } catch {
      throw ValidationError("--position: \(error)")
    }
  }

  /// - Parameters:
  ///   - chosen: On the command line; none there leaves it to the preferences, and else it is gpsd.
  /// - Returns: Nothing where the clock alone is to decide.
  /// - Throws: `CommandFailure` (65) where what was set cannot be read: to follow another source would be a guess.
  static func make(_ chosen: [PositionChoice], _ store: ReminderStore, _ live: FollowedLive? = nil) throws
    -> [any PositionFeed]
  {
    let setting = chosen.isEmpty ? try preferred(store) : []
    let standard = PositionChoice.gpsd(host: "localhost", port: GPSDFeed.standardPort)
    let choices = [chosen, setting, [standard]].first { !$0.isEmpty } ?? []
    // On the command line others on the machine could read it.
    let password = ProcessInfo.processInfo.environment["ALIGHT_MQTT_PASSWORD"]
    var feeds: [any PositionFeed] = []
    for (index, choice) in choices.enumerated() where !choices[..<index].contains(choice) {
      switch choice {
      case .gpsd(let host, let port): feeds.append(GPSDFeed(host: host, port: port))
      case .ownTracks(var broker, let topic):
        broker.password = broker.password ?? password
        feeds.append(OwnTracksFeed(broker: broker, topic: topic))
      case .vehicle:
        guard let live else {
          throw CommandFailure(
            .noInput, "no live feed was added that could say where a vehicle is: add one with \"alight live add\"")
        }
        feeds.append(live)
      case .none: break
      }
    }
    return feeds
  }

  /// The rider's own, without that of the vehicle, which is known when it is known which one that is.
  /// - Throws: `CommandFailure` (65) where what was set cannot be read.
  static func ofRider(_ store: ReminderStore) throws -> [any PositionFeed] {
    let chosen = try preferred(store)
    let own = chosen.filter { $0 != .vehicle }
    return chosen.isEmpty || !own.isEmpty ? try make(own, store) : []
  }

  private static func preferred(_ store: ReminderStore) throws -> [PositionChoice] {
    guard let text = try store.preferences().positionSource else { return [] }
    do {
      return try PositionChoice.list(text)
    } catch {
      throw CommandFailure(
        .badData,
        """
        the preference position-source cannot be used: \(error); set it anew with "alight preferences set position-source", or name a \
        source with --position
        """)
    }
  }
}

extension Prompts {
  /// What the rider is told of a position source.
  func sentence(about notice: SourceNotice) -> String {
    switch notice {
    case .found(let feed): sentence(.positionFound(feed: feed))
    case .lost(let feed, let cause): sentence(.positionGone(feed: feed, cause: cause))
    case .doubted(let feed, let cause): sentence(.positionNotBelieved(feed: feed, cause: cause))
    case .remark(let feed, .impossible(let cause)): sentence(.positionImpossible(feed: feed, cause: cause))
    case .remark(let feed, .severalDevices(let followed, let other)):
      sentence(.severalPhones(feed: feed, followed: followed, other: other))
    case .remark(let feed, .encrypted): sentence(.positionEncrypted(feed: feed))
    case .remark(let feed, .unreadable): sentence(.positionUnreadable(feed: feed))
    case .remark(let feed, .oldRetained(let minutes)): sentence(.positionOld(feed: feed, minutes: minutes))
    case .clockSet(let seconds): sentence(.clockSet(seconds: seconds))
    }
  }
}
