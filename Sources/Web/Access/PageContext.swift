#if Page
import Hummingbird
import Logging
import NIOCore
import Storage

/// A request with who makes it.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The browser that was let in; nil where none was, which only the door lets pass.
  var browser: Browser?

  init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

  /// What is sent to the page is small; a recording of 15 s has half a megabyte.
  var maxUploadSize: Int { 2 << 20 }
}
#endif
