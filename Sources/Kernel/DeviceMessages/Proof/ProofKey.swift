public import JOSE
import Primitives

/// A key that proves requests, prepared once for many of them: computing its thumbprint and reading its point cost more than a request's other
/// reading.
///
/// A class only so that what holds one, tasks of long-lived connections among them, holds one reference; nothing of it ever changes.
public final class ProofKey: Sendable, Equatable {
    /// The public key with which proofs are verified.
    public let key: JWK
    /// ``/JOSE/JWK/thumbprintText``.
    public let thumbprint: String
    let verifier: VerificationKey

    /// - Throws: ``DeviceError`` `.invalidProof` for a key that verifies nothing.
    public init(_ key: JWK) throws(DeviceError) {
        guard let verifier = try? VerificationKey(key) else { throw Statement.refusal("its key verifies nothing") }
        self.key = key
        thumbprint = key.thumbprintText
        self.verifier = verifier
    }

    public static func == (left: ProofKey, right: ProofKey) -> Bool { left.key == right.key }
}
