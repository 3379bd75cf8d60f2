import Foundation
import Foundations
import Primitives

/// The certificates that this system trusts.
package enum SystemAuthorities {
    /// The files in which systems keep them.
    private static let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]

    /// The texts of those files that there are, in PEM; a system writes no byte order mark.
    @Sendable package static func read() -> [String] {
        files.compactMap { file in
            FileManager.default.contents(atPath: file).flatMap { String(foreign: $0) }
        }
    }
}
