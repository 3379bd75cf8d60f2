internal import Crypto
public import Primitives

/// The proof that a device holds the secret: HMAC-SHA256 over the challenge's bytes (`docs/protocols/step-protocol.md` 6.3, 6.5).
public struct ChallengeResponse: Sendable, Equatable {
    private let mac: [UInt8]

    /// Computes the response: HMAC with SHA-256 (RFC 2104) of the challenge's bytes, under the mechanism's secret.
    public init(to challenge: [UInt8], with secret: Secret) {
        mac = secret.withBytes { bytes in
            HMAC<SHA256>.authenticationCode(for: challenge, using: SymmetricKey(data: bytes)).bytes
        }
    }

    /// Standard Base64, padded.
    public var text: String { PushBase64.encode(mac) }

    /// Reads ``text``; it is valid when it equals the response to the challenge that was sent.
    init(_ claims: Claims) throws(PushMessageError) { mac = try claims.bytes("response") }

    /// Compares in a time that doesn't depend on where they differ.
    public static func == (left: ChallengeResponse, right: ChallengeResponse) -> Bool { constantTimeEqual(left.mac, right.mac) }
}
