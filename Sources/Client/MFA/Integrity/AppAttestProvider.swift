#if canImport(DeviceCheck)
import DeviceCheck
public import DeviceFoundation
public import DeviceMessages
import Foundation
import Primitives

/// Evidence by App Attest: the first attests a key of the Secure Enclave, the following are signed with it.
@available(macOS 11.0, iOS 14.0, *)
public actor AppAttestProvider: IntegrityProvider {
    private static let record = StoreKey("mfa.integrity", "appattest")

    private let store: any SecureStore

    /// Keeps the key's id in `store`.
    public init(_ store: any SecureStore) { self.store = store }

    /// Makes an assertion with the kept key, or makes a key and attests it where there is none.
    /// - Throws: the error of App Attest or of the store.
    public func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence {
        let service = DCAppAttestService.shared
        let hash = Data(request)
        if let key = try await store.get(Self.record)?.reveal() {
            let assertion = try await service.generateAssertion(key, clientDataHash: hash)
            return evidence(Array(assertion), key, nonce)
        }
        let key = try await service.generateKey()
        let attestation = try await service.attestKey(key, clientDataHash: hash)
        try await store.set(Secret(key), for: Self.record)
        return evidence(Array(attestation), key, nonce)
    }

    /// Forgets the kept key, so that the next evidence is an attestation of a new one.
    public func renew() async { try? await store.delete(Self.record) }  // what stays is refused again, and no worse

    private func evidence(_ token: [UInt8], _ key: String, _ nonce: String) -> IntegrityEvidence {
        let id = Data(base64Encoded: key).map { Base64URL.encode($0) } ?? key
        return IntegrityEvidence(.apple, token: Base64URL.encode(token), nonce: nonce, key: id)
    }
}
#endif
