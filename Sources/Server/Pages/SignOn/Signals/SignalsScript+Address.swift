import Crypto
import Foundation
import Primitives

extension SignalsScript {
    /// The documented name of the file.
    package static let name = "p1f-sdk.js"
    /// The first 96 bits of the content's SHA-256.
    package static let version = Base64URL.encode(SHA256.hash(data: Array(source.utf8)).prefix(12))
    /// The path at which the content never changes.
    package static let path = "/signals/sdk/\(version)/\(name)"
    /// The value of `integrity` for that path (Subresource Integrity §3.5).
    package static let integrity = "sha384-" + Data(SHA384.hash(data: Data(source.utf8))).base64EncodedString()
}
