import Foundation
import Speech

/// A folder that what was heard is saved in: the samples as a WAV file, and the text beside it. Nothing is overwritten.
struct KeptRecordings {
  private let folder: URL

  /// - Throws: `CommandFailure` (74) where the folder cannot be made.
  init(folder: String) throws {
    self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    do {
      guard !FileManager.default.fileExists(atPath: folder) else { return }
      try FileManager.default.createDirectory(
        at: self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(.storage, "--keep \(folder): \((error as NSError).localizedDescription)")
    }
  }

  /// Saves what was heard in a recording, under its name or that name with a number. What was refused before it was heard
  /// leaves nothing to save.
  /// - Throws: `CommandFailure` (74) where a file cannot be written.
  func keep(_ heard: HeardRecording) throws {
    guard !heard.samples.isEmpty else { return }
    let source = heard.transcript.source
    let base = source == "-" ? "stdin" : URL(filePath: source).deletingPathExtension().lastPathComponent
    let text = (heard.transcript.hypotheses.first?.text ?? "") + "\n"
    let sound = Data(WaveFile.bytes(heard.samples, sampleRate: HeardRecording.sampleRate))
    for number in 1... {
      let name = number == 1 ? base : "\(base)-\(number)"
      // The recording first, so that a text is never taken for that of another one.
      guard !FileManager.default.fileExists(atPath: file(name, "txt").path), try write(sound, file(name, "wav")) else {
        continue
      }
      if try write(Data(text.utf8), file(name, "txt")) { return }
    }
  }

  private func file(_ name: String, _ ending: String) -> URL { folder.appending(path: "\(name).\(ending)") }

  /// - Returns: false where a file of this name is there.
  private func write(_ data: Data, _ file: URL) throws -> Bool {
    do {
      try data.write(to: file, options: .withoutOverwriting)
      // Voices are nobody else's business.
      chmod(file.path, 0o600)
      return true
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      return false
    } catch {
      throw CommandFailure(.storage, "\(file.path) cannot be written: \((error as NSError).localizedDescription)")
    }
  }
}
