import Crypto
import Primitives

/// The hash algorithm of an SD-JWT's digests, by its name in IANA's registry (RFC 9901 §4.1.1).
public enum DisclosureHash: String, Sendable, CaseIterable {
    /// SHA-256, which holds where no name is given.
    case sha256 = "sha-256"
    /// SHA-384.
    case sha384 = "sha-384"
    /// SHA-512.
    case sha512 = "sha-512"

    /// The base64url text of the hash of a text's bytes: of a Disclosure as it is sent (§4.2.3), or of a presentation (§4.3.1).
    public func digest(of text: String) -> String {
        var text = text
        return text.withUTF8 { digest(of: UnsafeRawBufferPointer($0)) }
    }

    func digest(of bytes: UnsafeRawBufferPointer) -> String {
        switch self {
        case .sha256: Base64URL.encode(Self.hash(bytes, SHA256()))
        case .sha384: Base64URL.encode(Self.hash(bytes, SHA384()))
        case .sha512: Base64URL.encode(Self.hash(bytes, SHA512()))
        }
    }

    private static func hash<Hash: HashFunction>(_ bytes: UnsafeRawBufferPointer, _ empty: Hash) -> [UInt8] {
        var hash = empty
        hash.update(bufferPointer: bytes)
        return hash.finalize().bytes
    }
}
