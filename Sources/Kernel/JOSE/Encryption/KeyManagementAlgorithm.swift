/// The way in which the content's key reaches the recipient (RFC 7518 §4.1).
public enum KeyManagementAlgorithm: String, Sendable, CaseIterable {
    /// `dir`: a shared symmetric key is the content's key (RFC 7518 §4.5).
    case direct = "dir"
    /// `A256KW`: AES key wrap with a shared key of 32 bytes (RFC 7518 §4.4).
    case a256KW = "A256KW"
    /// `ECDH-ES`: agreed with an ephemeral key, used as it is (RFC 7518 §4.6, RFC 8037 §3.2).
    case ecdhES = "ECDH-ES"
    /// `ECDH-ES+A256KW`: agreed with an ephemeral key, wrapping the content's key (RFC 7518 §4.6).
    case ecdhESA256KW = "ECDH-ES+A256KW"
    /// `RSA-OAEP-256`: OAEP with SHA-256 and MGF1 with SHA-256 (RFC 7518 §4.3).
    case rsaOAEP256 = "RSA-OAEP-256"

    /// The operations that `key_ops` must allow for sealing.
    var sealingOperations: [JWK.Operation] {
        switch self {
        case .direct: [.encrypt]
        case .a256KW, .rsaOAEP256: [.wrapKey, .encrypt]
        case .ecdhES, .ecdhESA256KW: [.deriveKey, .deriveBits, .wrapKey, .encrypt]
        }
    }

    /// The operations that `key_ops` must allow for opening.
    var openingOperations: [JWK.Operation] {
        switch self {
        case .direct: [.decrypt]
        case .a256KW, .rsaOAEP256: [.unwrapKey, .decrypt]
        case .ecdhES, .ecdhESA256KW: [.deriveKey, .deriveBits, .unwrapKey, .decrypt]
        }
    }
}
