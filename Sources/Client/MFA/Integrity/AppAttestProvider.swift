public import DeviceFoundation
public import DeviceMessages
import Foundation
import Primitives

/// Evidence by App Attest: the first attests a key of the Secure Enclave, the following are signed with it.
public actor AppAttestProvider: IntegrityProvider {
    private static let record = StoreKey("mfa.integrity", "appattest")

    private let store: any SecureStore
    private let service: any AppAttestService

    #if canImport(DeviceCheck)
    /// Keeps the key's id in `store`.
    public init(_ store: any SecureStore) { self.init(store, over: SystemAppAttest()) }
    #endif

    package init(_ store: any SecureStore, over service: any AppAttestService) {
        self.store = store
        self.service = service
    }

    /// Makes an assertion with the kept key, or makes a key and attests it where there is none.
    /// - Throws: the error of App Attest or of the store.
    public func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence {
        if let key = try await store.get(Self.record)?.reveal() {
            return evidence(try await service.assert(key, hash: request), key, nonce)
        }
        let key = try await service.generateKey()
        let attestation = try await service.attest(key, hash: request)
        try await store.set(Secret(key), for: Self.record)
        return evidence(attestation, key, nonce)
    }

    /// Forgets the kept key, so that the next evidence is an attestation of a new one.
    public func renew() async { try? await store.delete(Self.record) }  // what stays is refused again, and no worse

    private func evidence(_ token: [UInt8], _ key: String, _ nonce: String) -> IntegrityEvidence {
        let id = Data(base64Encoded: key).map { Base64URL.encode($0) } ?? key
        return IntegrityEvidence(.apple, token: Base64URL.encode(token), nonce: nonce, key: id)
    }
}
