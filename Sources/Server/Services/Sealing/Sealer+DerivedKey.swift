internal import Crypto
package import Primitives

extension Sealer {
    /// A key of 32 bytes for one purpose, derived from the current master key (HKDF with SHA-256, RFC 5869). Keys of different
    /// labels say nothing about each other or about the master key.
    package func derivedKey(_ label: String) -> Secret {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: keys.current.symmetricKey, info: Array("gatehouse \(label)".utf8), outputByteCount: 32
        ).withUnsafeBytes { Secret(bytes: $0) }
    }
}
