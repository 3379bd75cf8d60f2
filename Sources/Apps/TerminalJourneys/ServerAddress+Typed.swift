package import DeviceFoundation
import Foundation
import Primitives

extension ServerAddress {
    /// The server of an address that was typed: an address without a path is a server's, whose API is below `/am`.
    package init(typed text: String, realm: String) {
        let isBare = URLComponents(string: text).map { $0.path.isEmpty || $0.path == "/" } ?? false
        self.init(isBare ? (text.hasSuffix("/") ? text : text + "/") + "am" : text, realm: realm)
    }

    /// Scheme, host and port of the server, as a browser writes an origin (RFC 6454 §6.1): what is usual for the scheme is left out.
    package var origin: String {
        let parts = URLComponents(string: base)
        let scheme = (parts?.scheme ?? "https").lowercased()
        let port = parts?.port.flatMap { $0 == (scheme == "http" ? 80 : 443) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\((parts?.host ?? "").lowercased())\(port)"
    }
}
