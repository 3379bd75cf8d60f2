package import DeviceMessages
package import Directory
package import Foundation
import Foundations
import JOSE
import Primitives
import Store

/// A request that an instance has proved to be its own. Only ``Wallets`` makes one, by verifying the proof.
package struct ProvedWalletRequest: Sendable {
    package let instance: WalletInstance
    /// The body, which the proof covers.
    package let body: [UInt8]

    fileprivate init(_ instance: WalletInstance, _ body: [UInt8]) {
        self.instance = instance
        self.body = body
    }
}

/// A request by which an instance introduces itself, proved by the key in it.
package struct IntroducedWalletRequest: Sendable {
    /// The id that the sender claims.
    package let id: UUID
    package let key: ProofKey
    /// The body, which the proof covers.
    package let body: [UInt8]

    fileprivate init(_ id: UUID, _ key: ProofKey, _ body: [UInt8]) {
        self.id = id
        self.key = key
        self.body = body
    }
}

extension Wallets {
    /// Verifies that an instance made a request (docs/protocols/claims.md 4.1).
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.invalidProof`, also for an instance that isn't known; `.clockSkew`.
    package func prove(_ request: DeviceRequest, in realm: Realm) async throws -> ProvedWalletRequest {
        let proof = try UnverifiedDeviceProof(of: request)
        guard case .current = proof.claimed.key, let id = Self.id(proof.claimed),
            let instance = try await database.lookUp({ try WalletInstance.find(id, realm: realm.id, in: $0) })
        else { throw DeviceError(.invalidProof, "the proof isn't of an instance that is registered here") }
        _ = try proof.verify(with: instance.signing, named: .chosen, of: request, at: time.now)
        return ProvedWalletRequest(instance, request.body)
    }

    /// Verifies that the sender of a request has the key in its proof, and claims an id.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.invalidProof`, `.clockSkew`.
    package func introduce(_ request: DeviceRequest) throws(DeviceError) -> IntroducedWalletRequest {
        let proof = try UnverifiedDeviceProof(of: request)
        guard case .embedded(let key) = proof.claimed.key, let id = Self.id(proof.claimed) else {
            throw DeviceError(.invalidProof, "the proof of a registration has the key itself, and a UUID in small letters")
        }
        let prepared = try ProofKey(key)
        _ = try proof.verify(with: prepared, named: .chosen, of: request, at: time.now)
        return IntroducedWalletRequest(id, prepared, request.body)
    }

    private static func id(_ proof: DeviceProof) -> UUID? {
        UUID(text: proof.installation).flatMap { $0.text == proof.installation ? $0 : nil }
    }
}
