import Foundation
import Testing

@Suite("The sample answers", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct SampleAnswersTests {
  @Test("are taken or asked back as what they mean, most of them taken, none as anything else")
  func understood() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("test", Program.root.appending(path: "Audio/samples.tsv").path, "--json")
    let cases = try #require(outcome.object?["cases"] as? [[String: Any]])
    // What is refused or asked back is no harm once in a while: the rider says it again.
    let failed = cases.filter { $0["right"] as? Bool != true }.map {
      "\($0["utterance"] ?? ""): expected \($0["expected"] ?? ""), got \($0["got"] ?? ""): \($0["reason"] ?? "")"
    }
    #expect(Double(failed.count) <= 0.06 * Double(cases.count), "\(failed.joined(separator: "\n"))")
    let total = try #require(outcome.object?["total"] as? [String: Any])
    #expect(total["false_accepts"] as? Int == 0, "\(failed.joined(separator: "\n"))")
    let answers = cases.filter { $0["expected"] as? String != "NONE" }
    let taken = answers.filter {
      $0["right"] as? Bool == true
        && ($0["decision"] as? String == "accept" || ($0["got"] as? String)?.hasPrefix("CMD:") == true)
    }
    #expect(answers.count >= 90)
    #expect(Double(taken.count) >= 0.85 * Double(answers.count), "\(taken.count) of \(answers.count) are taken")
  }
}
