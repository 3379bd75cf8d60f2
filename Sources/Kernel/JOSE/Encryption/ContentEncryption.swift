import Primitives

/// The algorithm that encrypts and authenticates the content (RFC 7518 §5.1).
public enum ContentEncryption: String, Sendable, CaseIterable {
    /// AES in Galois/Counter mode (RFC 7518 §5.3).
    case a128GCM = "A128GCM"
    /// AES-256 in Galois/Counter mode (RFC 7518 §5.3).
    case a256GCM = "A256GCM"
    /// AES in CBC mode with HMAC (RFC 7518 §5.2).
    case a128CBCHS256 = "A128CBC-HS256"
    /// AES-256 in CBC mode with HMAC SHA-512 (RFC 7518 §5.2.5).
    case a256CBCHS512 = "A256CBC-HS512"

    /// The length of the content's key in bytes.
    public var keyLength: Int {
        switch self {
        case .a128GCM: 16
        case .a256GCM, .a128CBCHS256: 32
        case .a256CBCHS512: 64
        }
    }

    /// The length of the initialisation vector in bytes.
    var vectorLength: Int {
        switch self {
        case .a128GCM, .a256GCM: 12
        case .a128CBCHS256, .a256CBCHS512: 16
        }
    }

    /// The length of the authentication tag in bytes.
    var tagLength: Int { self == .a256CBCHS512 ? 32 : 16 }
}
