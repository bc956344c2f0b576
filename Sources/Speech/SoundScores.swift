import Foundation

/// The scores of all sounds of the model in each frame of the last utterance, which the decoder writes into a folder and reads
/// again for further searches.
///
/// The folder is there while an utterance is searched, and a file loses its name once it is complete: a process that ends, or is
/// killed between, leaves nothing of what was said. Where there is no place for it, everything is computed anew each time.
final class SoundScores: @unchecked Sendable {
  /// nil where none can be made.
  let folder: String?
  private let place: String?
  private var kept: UnsafeMutablePointer<FILE>?
  private var samples: [Int16] = []

  /// In memory where the system has such a place, since a second of speech makes a megabyte.
  init() {
    let places = ["/dev/shm", NSTemporaryDirectory()]
    place = places.first { place in access(place, W_OK | X_OK) == 0 }
    folder = place.map(Self.ownName)
    if let place { Self.removeLeftovers(in: place) }
  }

  /// A name by which a later process knows whose it was.
  private static func ownName(in place: String) -> String { "\(place)/alight-\(getpid())-\(UUID().uuidString)" }

  /// What a process has left that was killed in the middle of an utterance.
  private static func removeLeftovers(in place: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix("alight-") {
      let parts = name.split(separator: "-", maxSplits: 2)
      guard parts.count == 3, UUID(uuidString: String(parts[2])) != nil, let owner = Int32(parts[1]),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
    }
  }

  deinit {
    if let kept { fclose(kept) }
    close()
  }

  /// Makes the folder for an utterance that begins, and forgets the one before.
  func open() {
    if let kept { fclose(kept) }
    kept = nil
    samples = []
    if let folder { mkdir(folder, 0o700) }
  }

  /// Takes over what the decoder wrote of an utterance that has ended.
  func keep(of samples: [Int16]) {
    guard let folder, let name = names.first else { return close() }
    kept = fopen(folder + "/" + name, "rb")
    self.samples = samples
    close()
  }

  /// A file of its own with a text, for the decoder to read; nil where there is no place for it.
  func file(holding text: String) -> String? {
    guard let place else { return nil }
    let path = Self.ownName(in: place)
    do { try Data(text.utf8).write(to: URL(filePath: path)) } catch { return nil }
    return path
  }

  /// The scores of samples, from their beginning; nil where they are not those that were kept.
  func file(of samples: [Int16]) -> UnsafeMutablePointer<FILE>? {
    guard let kept, let folder, samples == self.samples else { return nil }
    rewind(kept)
    // The decoder writes the scores that it reads as well.
    mkdir(folder, 0o700)
    return kept
  }

  /// Takes the folder away with the names of its files; one that is open stays until it is closed.
  func close() {
    guard let folder else { return }
    for name in names { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  private var names: [String] {
    folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
  }
}
