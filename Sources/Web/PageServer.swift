#if Page
import Devices
import Following
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// Alight as a page: the dialogue, the reminders and the ride under way over HTTP, for browsers that were let in.
///
/// ```swift
/// let server = try PageServer(setting, desk: desk, tellCode: { print($0) })
/// // The runner tells its alerts through `server.channel` and gets positions from `server.feed`.
/// try await server.run(runner) { address in print("http://\(address)/") }
/// ```
public struct PageServer: Sendable {
  /// Where the positions of open pages come from.
  public let feed = PageFeed()
  /// What is told on the page of how things are.
  public let troubles = PageTroubles()
  public var channel: PageChannel { PageChannel(events: events) }

  private let setting: PageSetting
  private let desk: any PreferenceDesk
  private let views: PageViews
  private let events = PageEvents()
  private let codes: AccessCodes
  private let conversations = Conversations()

  /// - Parameters:
  ///   - desk: The rider's preferences.
  ///   - tellCode: Shows the code by which the next browser is let in, each time that there is a new one.
  /// - Throws: What is wrong with a template.
  public init(
    _ setting: PageSetting, desk: any PreferenceDesk, tellCode: @escaping @Sendable (String) -> Void
  ) throws {
    (self.setting, self.desk) = (setting, desk)
    views = try PageViews(setting)
    codes = AccessCodes(tell: tellCode)
  }

  /// Serves until it is cancelled.
  /// - Parameter running: Called with the address once connections are taken.
  /// - Throws: What keeps it from listening.
  public func run(_ follower: any RideFollower, running: @escaping @Sendable (PageAddress) async -> Void) async throws {
    var logger = Logger(label: "alight.page")
    // What browsers do, such as going away in the middle, is no news; what fails here is told by `Troubles`.
    logger.logLevel = .critical
    let (setting, codes, events) = (setting, codes, events)
    let application = Application(
      router: router(follower), server: try Self.server(setting.certificate),
      configuration: ApplicationConfiguration(
        address: setting.socket.map { BindAddress.unixDomainSocket(path: $0.path) }
          ?? .hostname(setting.address.host, port: setting.address.port), serverName: nil, backlog: 64,
        availableConnectionsDelegate: .maximum(Self.mostConnections, logger: logger)),
      onServerRunning: { channel in
        await codes.begin()
        await running(PageAddress(host: setting.address.host, port: channel.localAddress?.port ?? setting.address.port))
      }, logger: logger)
    let watch = RideWatch(follower: follower, events: events, store: setting.store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await watch.run() }
      group.addTask { try await application.run() }
      defer {
        events.end()
        group.cancelAll()
      }
      // Streams that wait for the next event would keep the server from ending.
      try await withTaskCancellationHandler {
        for try await _ in group where Task.isCancelled { break }
      } onCancel: {
        events.end()
      }
    }
  }

  /// Far more than the browsers of one rider have, and far fewer than the files that a process may open.
  private static let mostConnections = 512

  private static func server(_ certificate: PageCertificate?) throws -> HTTPServerBuilder {
    // Longer than a browser keeps a connection that it uses no more, and short for whoever sends a byte a minute.
    let plain = HTTPServerBuilder.http1(configuration: .init(idleTimeout: .seconds(60)))
    return try certificate.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain
  }

  private func router(_ follower: any RideFollower) -> Router<PageContext> {
    let router = Router(context: PageContext.self)
    router.add(middleware: SafeHeaders { [setting] in setting.tiles?.origin })
    router.add(middleware: Troubles(views: views))
    router.add(middleware: Gate(setting: setting, rates: RequestRates()))
    router.add(middleware: Door(setting: setting))
    DoorRoutes(views: views, codes: codes).add(to: router)
    StaticRoutes(setting: setting).add(to: router)
    RemindersRoutes(views: views, events: events).add(to: router)
    ReminderRoutes(views: views, events: events).add(to: router)
    TakingRoutes(views: views).add(to: router)
    ReminderAPI(setting: setting, events: events).add(to: router)
    WizardRoutes(views: views, conversations: conversations).add(to: router)
    FormRoutes(views: views, conversations: conversations).add(to: router)
    DialogueAPI(views: views, conversations: conversations).add(to: router)
    RideRoutes(views: views, follower: follower, feed: feed, events: events).add(to: router)
    StopRoutes(views: views).add(to: router)
    ConnectionRoutes(views: views).add(to: router)
    TripsRoutes(views: views).add(to: router)
    TripRoutes(views: views).add(to: router)
    TripAPI(views: views, events: events).add(to: router)
    MapRoutes(views: views).add(to: router)
    PreferenceRoutes(desk: desk).add(to: router)
    PushRoutes(setting: setting).add(to: router)
    SchemaRoutes(setting: setting).add(to: router)
    StatusRoutes(views: views, follower: follower, events: events, troubles: troubles).add(to: router)
    SettingsRoutes(views: views, desk: desk).add(to: router)
    TryRoutes(views: views, cases: KeptCases(file: setting.cases)).add(to: router)
    return router
  }
}
#endif
