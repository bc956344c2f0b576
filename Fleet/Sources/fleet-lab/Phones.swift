import ArgumentParser
import Fleet
import FleetNATS
import Foundation
import Synchronization

/// Is the phones of all riders.
struct Phones: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send the positions of all riders by NATS, and write down what each phone hears.")

  @Option(help: "The riders, of fleet-lab riders.") var riders: String
  @Option(help: "The same chance as theirs.") var seed: UInt64 = 1
  @Option(help: "NATS servers, with commas between.") var nats: String
  @Option(help: "The file to write what is heard to.") var history: String
  @Flag(help: "Be silent for as long as the workers say.") var adaptive = false
  @Flag(help: "Keep what no worker has answered, and say it again once one does.") var asking = false
  @Option(help: "A file with a user's name and password for NATS.") var passwordFile: String?
  @Option(help: "A file with the certificates that vouch for the servers.") var ca: String?

  func run() async throws {
    let phones = PhoneFleet(
      try readRiders(riders), seed: seed, manners: PhoneFleet.Manners(isAdaptive: adaptive, isAsking: asking))
    guard FileManager.default.createFile(atPath: history, contents: nil),
      let output = FileHandle(forWritingAtPath: history)
    else { throw ValidationError("\(history) cannot be written") }
    let answers = Mutex<[(RiderID, Data)]>([])
    var access = NATSAccess()
    access.password = passwordFile.map { URL(filePath: $0) }
    access.authorities = ca.map { URL(filePath: $0) }
    let line = try NATSPhoneLine(nats.split(separator: ",").map(String.init), access: access) { rider, word in
      switch word {
      case .ring(let record):
        if let answer = phones.hear(record, rider) { answers.withLock { $0.append((rider, answer)) } }
      case .quiet(let record):
        let again = phones.hear(answer: record, rider)
        if !again.isEmpty { answers.withLock { $0 += again.map { (rider, $0) } } }
      }
    }
    var (tick, refused, slowest) = (Int(Date().timeIntervalSince1970 * 100), 0, 0.0)
    while Date().timeIntervalSince1970 < phones.end {
      let said = answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
      var words = said
      while case let now = Date().timeIntervalSince1970, Double(tick) / 100 <= now {
        slowest = max(slowest, now - Double(tick) / 100)
        words += phones.due(tick)
        tick += 1
      }
      for (rider, data) in words {
        do { try line.send(data, of: rider) } catch { refused += 1 }
      }
      if tick % 100 < 2 { try output.write(contentsOf: Data(phones.takeLines().utf8)) }
      try await Task.sleep(for: .milliseconds(5))
    }
    try output.write(contentsOf: Data(phones.takeLines().utf8))
    print(
      #"{"sent":\#(phones.sent.fixes),"again":\#(phones.sent.again),"refused":\#(refused),"slowestSeconds":\#(slowest)}"#
    )
  }
}
