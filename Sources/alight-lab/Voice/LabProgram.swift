import ArgumentParser
import Foundation
import Speech
import Programs
import Subprocess

/// A program that the workshop starts, and its word when it is missing or fails.
struct LabProgram {
  let name: String
  /// What installs it.
  let remedy: String

  init(_ name: String, package: String) {
    self.name = name
    remedy = "sudo apt-get install \(package)"
  }

  private init(path: String, remedy: String) { (name, self.remedy) = (path, remedy) }

  /// The program that was built beside this one.
  static var alight: LabProgram {
    let own = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return LabProgram(path: own.deletingLastPathComponent().appending(path: "alight").path, remedy: "swift build")
  }

  struct Outcome {
    var output: String
    var talk: String
    var succeeded: Bool
  }

  /// Runs to the end, whatever it ends with.
  /// - Throws: `ValidationError` where it cannot be started.
  func outcome(_ arguments: [String], input: String = "") async throws -> Outcome {
    let executable: Executable = name.contains("/") ? .path(.init(name)) : .name(name)
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(arguments), input: PipedInput(input), output: .string(limit: 1 << 26),
        error: .string(limit: 1 << 26))
      return Outcome(
        output: result.standardOutput, talk: result.standardError, succeeded: result.terminationStatus.isSuccess)
    } catch {
      throw ValidationError("\(name) cannot be started: \(remedy)")
    }
  }

  /// Runs to a good end.
  /// - Throws: `ValidationError` with what the program said where it failed.
  @discardableResult
  func run(_ arguments: [String]) async throws -> Outcome {
    let outcome = try await outcome(arguments)
    guard outcome.succeeded else {
      throw ValidationError("\(name) \(arguments.joined(separator: " ")): \(outcome.talk.suffix(500))")
    }
    return outcome
  }
}
