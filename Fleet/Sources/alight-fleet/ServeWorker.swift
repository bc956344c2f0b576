import ArgumentParser
import Fleet
import FleetOptions
import FleetNATS
import FleetService
import FleetSQL
import Foundation
import Logging
import WebPush

/// Looks after a share of all riders until it is asked to end.
struct ServeWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve-worker",
    abstract: "Look after a share of the riders, with all other workers.",
    discussion: """
      Start as many as there are machines, each anywhere: they find each other by NATS and share the riders. One that ends, or is \
      killed, is replaced by the others within two seconds, on a loaded machine within four.

        alight-fleet serve-worker --http 127.0.0.1:9464 --acknowledged

      With --acknowledged an alert counts as told once the phone has sent alight.heard/1 with its trace, and is sent again until \
      then: choose it where all phones do. Without it, what was published is told.

      With --push-key, --http and --phone-key browsers are told by Web Push: a page asks for the key with GET /push, and sends its \
      subscription with POST /push.

      SIGTERM hands all over to the others and ends; a second one ends at once.
      """)

  @OptionGroup var database: DatabaseOption
  @OptionGroup var nats: NATSOption

  @Option(help: "What it is called among the others (default: the machine's name and the number of the process).")
  var name: WorkerID?

  @Option(help: "ring-first for phones that tell twice from once by the trace, record-first for those that do not.")
  var order = RingOrder.ringFirst

  @Flag(help: "Phones say that they have an alert; one that does not is told again.")
  var acknowledged = false

  @Option(
    help: "HOST:PORT for GET /metrics and /health, with --phone-key for POST /fixes, and with --push-key for /push.")
  var http: String?

  @Option(help: "A file with the secret of the tokens that phones have (see alight-fleet token).")
  var phoneKey: String?

  @Option(
    help: "Post alerts to this address of your own service instead, each once it is written down, until it answers 2xx."
  )
  var webhook: String?

  @Option(help: "A file with the secret, of 32 bytes or more, that posts are signed with.")
  var webhookKey: String?

  @Option(
    help:
      "Push alerts to browsers as well; a file with the secret of the key that they know, 32 bytes, the same for all workers."
  )
  var pushKey: String?

  @Option(help: "Whom push services write to where something goes wrong, as mailto:operator@example.org.")
  var pushContact: String?

  @Option(help: "A push service beside those of the browsers, as https://push.example.org; may be given again.")
  var pushService: [String] = []

  @Option(help: "Ask \"alight live serve\" at this address for delays and cancelled trips, as http://127.0.0.1:8097.")
  var live: String?

  @Option(help: "A file with the key that it asks for.")
  var liveKey: String?

  @Option(help: "The language of alerts for riders who have not said theirs: en, de.")
  var language = "en"

  @Option(help: "The folder of the language files (default: the nearest folder Prompts above the program).")
  var prompts: String?

  @Option(help: "trace, debug, info, notice, warning or error.")
  var logLevel = "info"

  func validate() throws {
    if pushKey != nil, webhook != nil {
      throw ValidationError("alerts go to a service of your own by --webhook or to browsers by --push-key, not both")
    }
    if webhook == nil, webhookKey != nil {
      throw ValidationError("--webhook-key signs what goes to --webhook: give both")
    }
    if pushKey == nil, pushContact != nil || !pushService.isEmpty {
      throw ValidationError("--push-contact and --push-service belong to --push-key: give that as well")
    }
    if let wrong = pushService.first(where: { !PushServices.isOrigin($0) }) {
      throw ValidationError("--push-service is an origin as https://push.example.org, and \(wrong) is none")
    }
    if let pushContact, !pushContact.hasPrefix("mailto:"), !pushContact.hasPrefix("https://") {
      throw ValidationError("--push-contact is mailto:… or https://…, as mailto:operator@example.org")
    }
    if pushKey != nil, http == nil || phoneKey == nil {
      throw ValidationError(
        "browsers ask to be pushed to by --http, with tokens of --phone-key: give both with --push-key")
    }
  }

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      let logger = try logger()
      let browsers = try pushing()
      let service = try await service(store, logger, browsers)
      let signals = DrainSignals { await service.drain() }
      defer { signals.stop() }
      guard let (host, port) = try address() else { return await service.run() }
      let front = PhoneFront(
        service, keys: try keys(),
        browsers: browsers.map { BrowserRoutes(store: store, key: $0.key, services: $0.services) })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await service.run()
          await front.stop()
        }
        group.addTask {
          do {
            try await front.run(host: host, port: port)
          } catch {
            throw FleetFailure(.unavailable, "nobody can listen at \(host):\(port) (\(error)): name another --http")
          }
        }
        // A front that cannot listen ends the worker; a worker that has handed over ends the front.
        do {
          try await group.waitForAll()
        } catch {
          group.cancelAll()
          throw error
        }
      }
    }
  }

  private func logger() throws -> Logger {
    var logger = Logger(label: "alight-fleet") { StreamLogHandler.standardError(label: $0) }
    guard let level = Logger.Level(rawValue: logLevel) else {
      throw ValidationError("--log-level is one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    logger.logLevel = level
    return logger
  }

  private func service(
    _ store: SQLFleetStore, _ logger: Logger, _ browsers: (key: PushKey, services: PushServices)?
  ) async throws -> WorkerService {
    var logger = logger
    let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
    guard let id = name ?? WorkerID("\(host)-\(ProcessInfo.processInfo.processIdentifier)") else {
      throw ValidationError("the machine's name is none for a worker: give --name")
    }
    logger[metadataKey: "worker"] = "\(id)"
    var policy = WorkerPolicy()
    // A service says by its answer that it has an alert, and may not tell twice from once; so does a push service.
    policy.isAcknowledged = acknowledged || webhook != nil || pushKey != nil
    let wording = try wording()
    return try WorkerService(
      id, store: store, bus: bus(store, logger, browsers), live: liveService(logger),
      order: webhook == nil ? order : .recordFirst,
      policy: policy,
      wording: wording,
      logger: logger)
  }

  private func wording() throws -> AlertWording {
    let folder = try PromptFolder.folder(with: language, in: prompts)
    do {
      return try AlertWording(folder: folder, language: language)
    } catch {
      throw FleetFailure(.data, "\(error): mend it, or name another folder with --prompts")
    }
  }

  private func bus(
    _ store: SQLFleetStore, _ logger: Logger, _ browsers: (key: PushKey, services: PushServices)?
  ) throws -> any FleetBus {
    let bus = try nats.connect()
    if let browsers {
      return PushBus(
        bus, store: store, key: browsers.key, services: browsers.services, phonesAcknowledge: acknowledged,
        logger: logger)
    }
    guard let webhook else { return bus }
    return WebhookBus(
      bus, address: try Self.address(webhook, "--webhook is an address as https://push.example/alerts"),
      secret: try webhookKey.map(Token.secret))
  }

  private func pushing() throws -> (key: PushKey, services: PushServices)? {
    guard let pushKey else { return nil }
    let secret = try Token.secret(pushKey)
    guard let key = try? PushKey(secret: secret, contact: pushContact ?? PushKey.nobody, lifetime: PushKey.halfDay)
    else {
      throw FleetFailure(.data, "\(pushKey) is no key: make another one with head -c 32 /dev/urandom")
    }
    return (key, PushServices(own: pushService))
  }

  private func liveService(_ logger: Logger) throws -> LiveService? {
    guard let live else { return nil }
    let address = try Self.address(live, "--live is an address as http://127.0.0.1:8097")
    let key = try liveKey.map { path in
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw FleetFailure(.noInput, "\(path) cannot be read: name the file with the key of alight live serve")
      }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return LiveService(address, key: key) { failure in
      if let failure {
        logger.error("no live times", metadata: ["cause": "\(failure)", "address": "\(live)"])
      } else {
        logger.notice("live times again", metadata: ["address": "\(live)"])
      }
    }
  }

  private static func address(_ text: String, _ cause: String) throws -> URL {
    guard let address = URL(string: text), ["http", "https"].contains(address.scheme), address.host != nil else {
      throw ValidationError(cause)
    }
    return address
  }

  private func address() throws -> (String, Int)? {
    guard let http else { return nil }
    guard let colon = http.lastIndex(of: ":"), let port = Int(http[http.index(after: colon)...]),
      (0...65_535).contains(port)
    else { throw ValidationError("--http is HOST:PORT, as 127.0.0.1:9464") }
    return (String(http[..<colon]), port)
  }

  private func keys() throws -> PhoneKeys? { try phoneKey.map(Token.keys) }
}
