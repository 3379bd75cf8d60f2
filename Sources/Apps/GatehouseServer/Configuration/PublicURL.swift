internal import Foundation
internal import Primitives

/// The rule for the address under which the server is known.
enum PublicURL {
    /// An absolute http or https URL that names a host and perhaps a port, and nothing after.
    static func isValid(_ text: String) -> Bool {
        guard let url = URLComponents(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return false }
        return ["", "/"].contains(url.path) && url.query == nil && url.fragment == nil && url.user == nil && url.password == nil
    }

    /// The URL without the slash at its end.
    static func origin(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// The address that follows from where the server listens.
    static func of(host: String, port: Int, isSecure: Bool) -> String {
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        let isUsual = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + name + (isUsual ? "" : ":\(port)")
    }
}
