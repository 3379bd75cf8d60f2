package import DeviceMessages
package import Directory
package import Foundation
import JOSE
import Primitives
import Store

/// A request of the app that began a transaction. Only ``Verifications`` makes one, by verifying the proof.
package struct ProvedVerificationRequest: Sendable {
    /// The transaction.
    package let id: UUID
    let realm: UUID
    /// The body, which the proof covers.
    package let body: [UInt8]

    fileprivate init(_ id: UUID, _ realm: UUID, _ body: [UInt8]) {
        self.id = id
        self.realm = realm
        self.body = body
    }
}

/// A request by which an app introduces itself, proved by the key in it.
package struct IntroducedVerificationRequest: Sendable {
    let key: ProofKey
    /// The body, which the proof covers.
    package let body: [UInt8]

    fileprivate init(_ key: ProofKey, _ body: [UInt8]) {
        self.key = key
        self.body = body
    }
}

extension Verifications {
    /// Verifies that the app that began a transaction made a request (`docs/protocols/verify.md` 3).
    /// - Throws: ``/DeviceMessages/DeviceError`` `.notFound` for a transaction that isn't the app's; `.invalidProof`; `.clockSkew`.
    package func prove(_ request: DeviceRequest, of id: UUID, in realm: Realm) async throws -> ProvedVerificationRequest {
        let proof = try UnverifiedDeviceProof(of: request)
        let stored = try await database.lookUp { try StoredVerification.find(id, realm: realm.id, in: $0) }
        guard case .current = proof.claimed.key, let stored, let app = stored.app, app.isExactly(proof.claimed.installation),
            let key = stored.appKey
        else { throw DeviceError(.notFound, "the app has begun no verification of this id") }
        _ = try proof.verify(with: try ProofKey(key), of: request, at: time.now)
        return ProvedVerificationRequest(id, realm.id, request.body)
    }

    /// Verifies that the sender of a request has the key in its proof.
    /// - Throws: ``/DeviceMessages/DeviceError`` `.invalidProof`, `.clockSkew`.
    package func introduce(_ request: DeviceRequest) throws(DeviceError) -> IntroducedVerificationRequest {
        let proof = try UnverifiedDeviceProof(of: request)
        guard case .embedded(let key) = proof.claimed.key else {
            throw DeviceError(.invalidProof, "the proof of a start has the key itself")
        }
        let prepared = try ProofKey(key)
        _ = try proof.verify(with: prepared, of: request, at: time.now)
        return IntroducedVerificationRequest(prepared, request.body)
    }
}
