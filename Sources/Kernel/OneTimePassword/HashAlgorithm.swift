internal import Crypto
import Primitives

/// The hash function beneath a one-time password's HMAC.
///
/// RFC 6238 §1.2 has SHA-1, SHA-256 and SHA-512; SHA-384 is in the URIs of some issuers (`docs/protocols/step-protocol.md` 6.1). MD5 is
/// too, but its MAC is too short for RFC 4226's truncation, and SHA-224 is in no library that we have.
public enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// The hash function of this name (SHA-1, or SHA-2 with this many bits).
    case sha1, sha256, sha384, sha512

    /// The length of its HMAC, in bytes.
    public var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    func authenticationCode(for message: [UInt8], key: Secret) -> [UInt8] {
        key.withBytes { bytes in
            let key = SymmetricKey(data: bytes)
            return switch self {
            case .sha1: HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key).bytes
            case .sha256: HMAC<SHA256>.authenticationCode(for: message, using: key).bytes
            case .sha384: HMAC<SHA384>.authenticationCode(for: message, using: key).bytes
            case .sha512: HMAC<SHA512>.authenticationCode(for: message, using: key).bytes
            }
        }
    }
}
