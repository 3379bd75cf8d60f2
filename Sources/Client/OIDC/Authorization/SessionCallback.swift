import Foundation
import Primitives

/// The mark by which the system's authentication session recognises that the server has redirected to the app.
package enum SessionCallback: Equatable, Sendable {
    /// A scheme of the app's own.
    case customScheme(String)
    /// A Universal Link: an https URL that belongs to the app (RFC 8252 §7.2).
    case https(host: String, path: String)

    /// nil for what is no URL, and for plain http, which belongs to no app.
    package init?(redirect: String) {
        guard let url = URL(string: redirect), let scheme = url.scheme?.lowercased() else { return nil }
        switch scheme {
        case "https":
            guard let host = url.host(), !host.isEmpty else { return nil }
            self = .https(host: host, path: url.path().isEmpty ? "/" : url.path())
        case "http": return nil
        default: self = .customScheme(scheme)
        }
    }
}
