import Foundation
import Primitives

/// The paths of this server's domain whose addresses open an app (Apple: *Supporting associated domains*, `applinks`).
package enum AppLinkPath {
    /// The first segments of paths that this server itself answers. No app opens those: the addresses of sign-ins, of every realm, are among
    /// them.
    package static let served: Set<String> = [
        "am", "openam", "openidm", "realms", "assets", ".well-known", "v1", "admin", "device", "pair", "pingid", "signals", "orchestration",
        "push", "wallets", "verify", "welcome", "signed-out", "language", "live", "ready", "metrics",
    ]

    /// The reason for which a path can't be one; nil when it can. A `*` stands for any characters and a `?` for one, behind the first segment.
    package static func problem(_ path: String) -> String? {
        guard path.utf8.first == UInt8(ascii: "/"), (2...256).contains(path.utf8.count) else {
            return "a path begins with / and has at most 256 bytes"
        }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: "#") }) else {
            return "a path is printable ASCII without spaces, $ and #"
        }
        let first = path.dropFirst().prefix { $0 != "/" }
        guard !first.isEmpty, !first.contains("*"), !first.contains("?") else { return "its first segment has no * or ?" }
        guard !served.contains(String(first)), UUID(text: String(first)) == nil else { return "this server answers at /\(first) itself" }
        return nil
    }
}
