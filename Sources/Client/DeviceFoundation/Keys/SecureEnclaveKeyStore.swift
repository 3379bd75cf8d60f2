#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
import CryptoKit
import Foundation
import LocalAuthentication
public import Primitives
package import Security

/// Keeps keys in the Secure Enclave of an Apple device: private numbers never leave the chip. A ``SecureStore`` keeps the
/// chip's own wrapped forms, which are worth nothing elsewhere.
///
/// Keys without the user's part can be used after the first unlock, so that a silent push is answered in the background. For the others
/// the chip itself wants the user, whom the system asks.
public struct SecureEnclaveKeyStore: KeyStore {
    private let keys: KeptKeys<EnclaveEngine>

    /// A store, or nil on a device without a Secure Enclave.
    public init?(_ store: any SecureStore, service: String = "enclave") {
        guard SecureEnclave.isAvailable else { return nil }
        keys = KeptKeys(engine: EnclaveEngine(), store: store, service: service)
    }

    /// Says that the chip enforces each access.
    public func enforces(_ access: KeyAccess) -> Bool { keys.engine.enforces(access) }
    /// Makes a key pair in the Secure Enclave; only its sealed form is kept in the store.
    /// - Throws: ``KeyError/Code/exists`` when there is a key of that name; other codes when the enclave or the store fails.
    public func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint {
        try await keys.create(name, for: use, access: access)
    }
    /// The access that a key was made with; nil when there is none of that name.
    /// - Throws: ``KeyError`` when the store fails.
    public func access(of name: String) async throws(KeyError) -> KeyAccess? { try await keys.access(of: name) }
    /// The public half of a key; nil when there is none of that name.
    /// - Throws: ``KeyError/Code/unusable``; other codes when the store fails.
    public func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? { try await keys.publicKey(name) }
    /// Makes an ECDSA signature of SHA-256 (ES256), r and s in 32 bytes each.
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use; ``KeyError/Code/unverified`` and
    ///   ``KeyError/Code/cancelled`` where the user is asked.
    public func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8] {
        try await keys.sign(bytes, with: name, asking: reason)
    }
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
    func enforces(_ access: KeyAccess) -> Bool { true }

    func make(_ use: KeyUse, _ access: KeyAccess) throws -> [UInt8] {
        let control = try access.control()
        switch use {
        case .signing: return [UInt8](try SecureEnclave.P256.Signing.PrivateKey(accessControl: control).dataRepresentation)
        case .agreement: return [UInt8](try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: control).dataRepresentation)
        }
    }

    func publicKey(of wrapped: [UInt8], _ use: KeyUse) throws -> PublicPoint {
        let point =
            switch use {
            case .signing: try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)).publicKey.x963Representation
            case .agreement: try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(wrapped)).publicKey.x963Representation
            }
        guard let point = PublicPoint(uncompressed: point) else { throw KeyError(.unusable, "what is kept is no key") }
        return point
    }

    /// The user is asked first, which keeps no thread waiting; the chip then takes the system's word for this one context.
    func sign(_ bytes: [UInt8], with wrapped: [UInt8], _ access: KeyAccess, asking reason: String) async throws -> [UInt8] {
        let context = LAContext()
        if access != .afterFirstUnlock {
            do {
                _ = try await context.evaluateAccessControl(try access.control(), operation: .useKeySign, localizedReason: reason)
            } catch let error as LAError { throw KeyError(error) }
        }
        let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped), authenticationContext: context)
        return [UInt8](try key.signature(for: Data(bytes)).rawRepresentation)
    }

    func agree(with other: PublicPoint, using wrapped: [UInt8]) throws -> Secret {
        let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(wrapped))
        return try key.sharedSecretFromKeyAgreement(with: try other.agreementKey()).withUnsafeBytes { Secret(bytes: $0) }
    }
}

extension KeyAccess {
    /// The access in the system's words.
    package func control() throws -> SecAccessControl {
        let (accessible, part): (CFString, SecAccessControlCreateFlags) =
            switch self {
            case .afterFirstUnlock: (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, [])
            case .userPresence: (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence)
            case .enrolledBiometrics: (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet)
            }
        var failure: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(nil, accessible, [.privateKeyUsage, part], &failure)
        if let control { return control }
        throw KeyError(.refused, "the system gives no access control for keys", underlying: failure?.takeRetainedValue())
    }
}

extension KeyError {
    fileprivate init(_ error: LAError) {
        let code: Code =
            switch error.code {
            case .userCancel, .appCancel, .systemCancel, .userFallback: .cancelled
            case .biometryNotEnrolled, .biometryNotAvailable, .passcodeNotSet: .refused
            default: .unverified
            }
        self.init(code, "the user was not verified: \(error.localizedDescription)", underlying: error)
    }
}
#endif
