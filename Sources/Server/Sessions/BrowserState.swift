import Crypto
import Foundation
package import Primitives

/// The state of a browser at this server, by which applications' pages see, without asking the server, whether its user signed in or out
/// (OpenID Connect Session Management 1.0).
///
/// Its value is made of the session's token and tells nothing of it. A cookie that scripts of this server's own page can read holds it.
package struct BrowserState: Sendable, Equatable {
    /// 128 bits as base64url.
    package let value: String

    /// The state of a browser whose user has a session.
    package init(session token: Secret) {
        var hash = SHA256()
        hash.update(data: Array("gatehouse browser state ".utf8))
        token.withBytes { hash.update(bufferPointer: $0) }
        value = hash.finalize().withUnsafeBytes { Base64URL.encode($0.prefix(16)) }
    }

    /// The value of `session_state` for a client whose pages have the origin of a redirect URI; nil where that is no web address (§2).
    ///
    /// - Parameter salt: any text without a full stop or a space.
    package func sessionState(client: String, redirectURI: String, salt: String) -> String? {
        guard let origin = Self.origin(of: redirectURI) else { return nil }
        let digest = SHA256.hash(data: Array("\(client) \(origin) \(value) \(salt)".utf8))
        return digest.withUnsafeBytes { Base64URL.encode($0) } + "." + salt
    }

    /// The origin as browsers write it (HTML, *serialization of an origin*).
    private static func origin(of uri: String) -> String? {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme?.asciiLowercased, let host = parts.host, !host.isEmpty,
            let usual = ["http": 80, "https": 443][scheme]
        else { return nil }
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host.asciiLowercased)\(port)"
    }
}
