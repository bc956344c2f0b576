#if Page
import Devices
import Web

/// The units of an installed page.
enum PageUnits {
  /// Listens for browsers.
  static let socket = "alight-page.socket"
  /// Serves the page, and follows the rides where no runner does.
  static let server = "alight-page-server.service"
  /// What makes the page be there, and the rides be followed, from each login on.
  static let enabling = "systemctl --user enable --now \(socket) \(server)"

  static let loginStart = LoginStart(
    isOn: { await ServiceManager.begins(anyOf: ["alight.service", server]) },
    turnOn: { try await ServiceManager.enable([socket, server]) })
}
#endif
