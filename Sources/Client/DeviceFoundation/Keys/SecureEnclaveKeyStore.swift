#if canImport(Security) && canImport(CryptoKit)
import CryptoKit
import Foundation
public import Primitives
import Security

/// Keeps keys in the Secure Enclave of an Apple device: private numbers never leave the chip. A ``SecureStore`` keeps the
/// chip's own wrapped forms, which are worth nothing elsewhere.
///
/// The keys can be used after the first unlock, so that a silent push is answered in the background; asking the user is the affair of
/// a ``UserVerification``.
public struct SecureEnclaveKeyStore: KeyStore {
    private let keys: KeptKeys<EnclaveEngine>

    /// A store, or nil on a device without a Secure Enclave.
    public init?(_ store: any SecureStore, service: String = "enclave") {
        guard SecureEnclave.isAvailable else { return nil }
        keys = KeptKeys(engine: EnclaveEngine(), store: store, service: service)
    }

    /// Makes a key pair in the Secure Enclave; only its sealed form is kept in the store.
    /// - Throws: ``KeyError/Code/exists`` when there is a key of that name; other codes when the enclave or the store fails.
    public func create(_ name: String, for use: KeyUse) async throws(KeyError) -> PublicPoint { try await keys.create(name, for: use) }
    /// The public half of a key; nil when there is none of that name.
    /// - Throws: ``KeyError`` when the store fails.
    public func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? { try await keys.publicKey(name) }
    /// Makes an ECDSA signature of SHA-256 (ES256), r and s in 32 bytes each.
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use.
    public func sign(_ bytes: [UInt8], with name: String) async throws(KeyError) -> [UInt8] { try await keys.sign(bytes, with: name) }
    /// Agrees on a raw secret of 32 bytes with another party's key (ECDH).
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use.
    public func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        try await keys.agree(with: other, using: name)
    }
    /// Removes a key; removing none is no error.
    /// - Throws: ``KeyError`` when the store fails.
    public func delete(_ name: String) async throws(KeyError) { try await keys.delete(name) }
    /// The names of all keys, sorted.
    /// - Throws: ``KeyError`` when the store fails.
    public func names() async throws(KeyError) -> [String] { try await keys.names() }
}

/// Keys as the chip wraps them.
struct EnclaveEngine: KeyEngine {
    func make(_ use: KeyUse) throws -> [UInt8] {
        var failure: Unmanaged<CFError>?
        let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, &failure)
        guard let access else { throw KeyError(.refused, "the system gives no access control for keys") }
        switch use {
        case .signing: return [UInt8](try SecureEnclave.P256.Signing.PrivateKey(accessControl: access).dataRepresentation)
        case .agreement: return [UInt8](try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: access).dataRepresentation)
        }
    }

    func publicKey(of wrapped: [UInt8], _ use: KeyUse) throws -> PublicPoint {
        let point =
            switch use {
            case .signing: try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)).publicKey.x963Representation
            case .agreement: try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(wrapped)).publicKey.x963Representation
            }
        guard let point = PublicPoint(uncompressed: point) else { throw KeyError(.store, "what is kept is no key") }
        return point
    }

    func sign(_ bytes: [UInt8], with wrapped: [UInt8]) throws -> [UInt8] {
        [UInt8](try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)).signature(for: Data(bytes)).rawRepresentation)
    }

    func agree(with other: PublicPoint, using wrapped: [UInt8]) throws -> Secret {
        let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(wrapped))
        return try key.sharedSecretFromKeyAgreement(with: try other.agreementKey()).withUnsafeBytes { Secret(bytes: $0) }
    }
}
#endif
