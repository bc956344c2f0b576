import ArgumentParser
import Conversation
import Foundation

/// Holds every sentence that alerts say on many rides against the truth at that moment.
struct CheckSentences: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-sentences",
    abstract: "Hold what alerts say against where the vehicle really is, in each language.",
    discussion: """
      Rides along the timetable in all modes, simulated trains, hard rides of all kinds, and recorded ones where they are there. Each \
      sentence is read back by the texts of its language: the stop that it calls the next one, how many it counts, its minutes \
      and metres. Of an estimate it is asked that it is called one. Exit code 1 where a sentence is wrong.

      Example: alight-lab check-sentences --count 1000 --list
      """)

  @OptionGroup var options: RideOptions

  @Option(help: "A language; several by several options.")
  var lang = ["en", "de"]

  @Option(help: "The folder of the language files.")
  var prompts = "Prompts"

  @Option(help: "A folder of recorded rides.")
  var recorded = "../shared/data/traces"

  @Flag(help: "List the sentences that are wrong.")
  var list = false

  func run() async throws {
    let rides = SpokenRides(options: options)
    let all = try rides.simulated() + rides.trains() + rides.hard() + SpokenRides.recorded(URL(filePath: recorded))
    if !all.contains(where: { $0.kind == "recorded" }) { print("there are no recorded rides in \(recorded)") }
    let languages = try lang.map { language in
      let file = URL(filePath: prompts).appending(path: "\(language).yaml")
      return (prompts: try Prompts.load(from: file), reader: try SentenceReader(file))
    }
    let counts = await OnAllCores.map(all.count) { number in
      let told = all[number].told()
      return languages.reduce(into: SentenceCount()) { count, language in
        count.add(all[number], told, language.prompts, language.reader)
      }
    }
    var count = SentenceCount()
    counts.forEach { count.add($0) }
    if list { count.faults.sorted().forEach { print($0) } }
    show(count)
    if count.wrong > 0 { throw ExitCode(1) }
  }

  private func show(_ count: SentenceCount) {
    print(["language", "rides", "event", "checked", "estimated", "wrong"].joined(separator: "\t"))
    let keys = count.tallies.keys.sorted { ($0.language, $0.kind, $0.event) < ($1.language, $1.kind, $1.event) }
    for key in keys {
      let tally = count.tallies[key] ?? SentenceCount.Tally()
      print("\(key.language)\t\(key.kind)\t\(key.event)\t\(tally.checked)\t\(tally.estimated)\t\(tally.wrong)")
    }
    for language in lang {
      let tally = count.total(language)
      print("\(language)\tall\tall\t\(tally.checked)\t\(tally.estimated)\t\(tally.wrong)")
    }
  }
}
