import Matching
import Synchronization

/// The one matcher of a language file.
final class SharedMatcher: Sendable {
  private let made = Mutex<Matcher?>(nil)

  func matcher(of lexicon: Lexicon) -> Matcher {
    made.withLock { made in
      if let made { return made }
      let matcher = Matcher(lexicon: lexicon)
      made = matcher
      return matcher
    }
  }
}
