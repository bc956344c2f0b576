import BuiltFiles
import Foundation
import Journey

/// Options prepared for matching, as flat arrays that are built once and mapped from a file from then on.
///
/// A query reads only the names that hold words like its own. Building costs about five microseconds a name, mapping nothing.
public final class OptionIndex: Sendable {
  let forms: WordForms
  let image: IndexImage
  let words: WordTable
  let keys: KeyTable
  private let store: OptionStore
  let scratch: ScratchPool

  /// Builds the index in memory.
  public convenience init(_ options: [MatchOption], lexicon: Lexicon) {
    let forms = WordForms(lexicon: lexicon)
    let bytes = IndexBuilder.bytes(options, forms: forms, digest: Digest(low: 0, high: 0))
    self.init(IndexImage(justBuilt: bytes), forms: forms)
  }

  /// Builds an index of a few options of another one, as if there were no others: a word that is frequent among all may tell one
  /// of the few.
  /// - Parameter numbers: the places of the options in `whole`.
  package convenience init(_ whole: OptionIndex, only numbers: [Int]) {
    let options = numbers.map { whole.store.option($0) }
    let bytes = IndexBuilder.bytes(options, forms: whole.forms, digest: Digest(low: 0, high: 0))
    self.init(IndexImage(justBuilt: bytes), forms: whole.forms)
  }

  private init(_ image: IndexImage, forms: WordForms) {
    self.image = image
    self.forms = forms
    words = WordTable(image)
    keys = KeyTable(image)
    store = OptionStore(image)
    scratch = ScratchPool(size: max(words.count, keys.count))
  }

  /// The options in the order in which they were given; each is read when it is asked for.
  public var options: Options { Options(store: store) }

  public var isEmpty: Bool { store.count == 0 }

  /// The bytes that the index takes, in memory or in its file.
  public var byteCount: Int { image.bytes.count }

  /// Whether some name holds a word.
  func knows(_ word: String) -> Bool { words.number(Array(forms.expanded(word).utf16)) != nil }

  /// The options of a name, in their order.
  package func options(named name: String) -> [Int] {
    let numbers = Normalizer.tokens(name).map { words.number(Array(forms.expanded($0.word).utf16)).map(UInt32.init) }
    guard !numbers.isEmpty, !numbers.contains(nil) else { return [] }
    return keys.keys(ofWords: numbers.compactMap(\.self)).filter(keys.isName).map(keys.option(ofKey:)).sorted()
  }

  func isServed(_ option: Int) -> Double { store.served(option) }
  /// Where an option is, without reading its names.
  package func position(_ option: Int) -> Position? { store.position(option) }
  package func nameGroup(_ option: Int) -> UInt32 { store.group(option) }

  /// The number of each option by its id.
  package func numbersOfIDs() -> [String: Int] {
    Dictionary(options.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The options of an index.
  public struct Options: RandomAccessCollection, Sendable {
    let store: OptionStore
    public var startIndex: Int { 0 }
    public var endIndex: Int { store.count }
    public subscript(place: Int) -> MatchOption { store.option(place) }
  }
}

extension OptionIndex {
  /// The index in `folder` of the options that `source` names; nil where it is not there.
  /// - Parameter source: the digest of what the options are read from.
  public static func stored(in folder: URL, source: Digest, lexicon: Lexicon) -> OptionIndex? {
    let forms = WordForms(lexicon: lexicon)
    return cache(folder).sections(digest(source, forms), of: IndexSection.self).map { OptionIndex($0, forms: forms) }
  }

  /// The index of `options` from `folder`, where it lies under a name made of `source` and of the words that it depends on;
  /// built and put there where it is not there yet. A folder that cannot be written costs only the time to build.
  ///
  /// - Parameters:
  ///   - source: the digest of what the options are read from.
  ///   - options: reads them; only called when there is no stored index.
  public static func stored(
    in folder: URL, source: Digest, lexicon: Lexicon, options: () throws -> [MatchOption]
  ) rethrows -> OptionIndex {
    if let index = stored(in: folder, source: source, lexicon: lexicon) { return index }
    let forms = WordForms(lexicon: lexicon)
    let digest = digest(source, forms)
    let bytes = IndexBuilder.bytes(try options(), forms: forms, digest: digest)
    cache(folder).store(bytes, digest)
    return OptionIndex(IndexImage(justBuilt: bytes), forms: forms)
  }

  private static func cache(_ folder: URL) -> CacheFolder { CacheFolder(folder, ending: "index") }

  private static func digest(_ source: Digest, _ forms: WordForms) -> Digest {
    Digest(parts: [source, forms.digest])
  }
}
