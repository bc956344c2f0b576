import CPostgres
import Foundation
import Synchronization

/// Listens for changes from when it is asked first: a command that does one thing needs no second connection.
final class Listening: Sendable {
  private let address: String
  private let listener = Mutex<PostgresListener?>(nil)

  init(_ address: String) { self.address = address }

  func takeNews() -> Bool {
    listener.withLock { listener in
      let listening = listener ?? PostgresListener(address)
      listener = listening
      return listening.takeNews()
    }
  }
}

/// Hears on a connection of its own that something was changed: PostgreSQL tells it when the change is done.
final class PostgresListener: Sendable {
  /// What the thread and its owner share, so that the thread ends when the owner is gone.
  private final class Shared: Sendable {
    let hasNews = Atomic(true)
    let isEnded = Atomic(false)
  }

  private let shared = Shared()

  init(_ address: String) {
    let thread = Thread { [shared] in
      while !shared.isEnded.load(ordering: .relaxed) {
        Self.listen(address, shared)
        // What was told while nobody listened is not told again.
        shared.hasNews.store(true, ordering: .relaxed)
        Thread.sleep(forTimeInterval: 1)
      }
    }
    thread.name = "postgresql listener"
    thread.start()
  }

  deinit { shared.isEnded.store(true, ordering: .relaxed) }

  func takeNews() -> Bool { shared.hasNews.exchange(false, ordering: .relaxed) }

  /// Listens for as long as the connection holds.
  private static func listen(_ address: String, _ shared: Shared) {
    let connection = PostgresSession.connect(address)
    defer { PQfinish(connection) }
    guard PQstatus(connection) == CONNECTION_OK, let channel = channel(connection) else { return }
    PQclear(PQexec(connection, "LISTEN \(channel)"))
    shared.hasNews.store(true, ordering: .relaxed)
    var waiting = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    while !shared.isEnded.load(ordering: .relaxed) {
      guard poll(&waiting, 1, 500) >= 0, PQconsumeInput(connection) == 1, PQstatus(connection) == CONNECTION_OK else {
        return
      }
      while let told = PQnotifies(connection) {
        PQfreemem(told)
        shared.hasNews.store(true, ordering: .relaxed)
      }
    }
  }

  /// What is told to this role alone, as an identifier.
  private static func channel(_ connection: OpaquePointer?) -> String? {
    let result = PQexec(connection, "SELECT quote_ident('fleet_' || CURRENT_USER)")
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 else { return nil }
    return PQgetvalue(result, 0, 0).map { String(cString: $0) }
  }
}
