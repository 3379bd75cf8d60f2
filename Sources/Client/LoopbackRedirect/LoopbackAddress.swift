import Foundation
import Primitives

/// A redirect URI on this machine: `http://127.0.0.1/callback`, `http://localhost:8400/`.
struct LoopbackAddress {
    let host: String
    /// nil for any free port.
    let port: UInt16?
    let path: String

    init?(_ redirect: String) {
        guard let components = URLComponents(string: redirect), components.scheme == "http", components.query == nil,
            let host = components.host, ["127.0.0.1", "localhost"].contains(host)
        else { return nil }
        let port = components.port.flatMap { UInt16(exactly: $0) }
        guard components.port == nil || port != nil else { return nil }
        self.host = host
        self.port = port
        self.path = components.percentEncodedPath
    }
}
