import Following
import Foundation
import Storage
#if Page
import Web
import WebPush
#endif

/// Alerts that are pushed to browsers.
enum PushedAlerts {
  /// - Parameters:
  ///   - labels: What stands on the buttons.
  ///   - services: The origins of push services that are allowed beside those of the browsers.
  /// - Returns: Nil where the page was not built.
  static func channel(_ store: ReminderStore, labels: ActionLabels, services: [String]) -> (any AlertChannel)? {
    #if Page
    PushChannel(store, labels: labels, services: PushServices(own: services))
    #else
    nil
    #endif
  }
}
