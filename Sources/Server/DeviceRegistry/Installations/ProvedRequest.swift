package import DeviceMessages
import Primitives
import Store
package import Directory

/// A request that its sender has proved to be its own. Only ``Installations`` makes one, by verifying the proof.
package struct ProvedRequest<Sender: Sendable>: Sendable {
    /// The installation; or ``Installations/Sender`` where an installation may introduce itself.
    package let sender: Sender
    /// The body, which the proof covers.
    package let body: [UInt8]
    /// The `Device-Proof` as it came, which is kept as evidence of what it covers.
    package let proof: String

    fileprivate init(sender: Sender, body: [UInt8], proof: String) {
        self.sender = sender
        self.body = body
        self.proof = proof
    }
}

extension Installations {
    /// The sender of a request.
    package struct Sender: Sendable {
        /// The installation's id.
        package let id: String
        /// The key that made the proof.
        package let key: ProofKey
        /// The record of it; nil for an installation that is new here.
        package let known: Installation?
        /// The proof's id, for calls that spend it.
        package let proof: String
    }

    /// Verifies that an installation made a request.
    ///
    /// - Throws: ``DeviceError`` `.invalidProof`, `.clockSkew`; `.notPaired` for an installation that isn't known.
    package func prove(_ request: DeviceRequest, in realm: Realm) async throws -> ProvedRequest<Installation> {
        let proved = try await verify(request, in: realm, maybeNew: false)
        guard let known = proved.sender.known else { throw Self.notPaired }
        return ProvedRequest(sender: known, body: proved.body, proof: proved.proof)
    }

    /// The same for a request by which an installation may introduce itself.
    package func introduce(_ request: DeviceRequest, in realm: Realm) async throws -> ProvedRequest<Sender> {
        try await verify(request, in: realm, maybeNew: true)
    }

    private func verify(_ request: DeviceRequest, in realm: Realm, maybeNew: Bool) async throws -> ProvedRequest<Sender> {
        let proof = try UnverifiedDeviceProof(of: request)
        let known = try await installation(proof.claimed.installation, in: realm.id)
        let key = try key(of: proof.claimed, known, maybeNew: maybeNew)
        let verified = try proof.verify(with: key, of: request, at: time.now)
        let current: Installation? = if let known { try await promoted(known, provedWith: key, in: realm) } else { nil }
        let sender = Sender(id: verified.installation, key: key, known: current, proof: verified.id)
        return ProvedRequest(sender: sender, body: request.body, proof: proof.text)
    }

    /// The key that a proof must be made with.
    private func key(of proof: DeviceProof, _ known: Installation?, maybeNew: Bool) throws(DeviceError) -> ProofKey {
        switch (proof.key, known) {
        case (.embedded(let key), nil) where maybeNew: return try ProofKey(key)
        // An installation that is known may still introduce itself, as long as it has its first key.
        case (.embedded(let key), let known?) where maybeNew && known.signing.key == key: return known.signing
        case (.current(let thumbprint), let known?):
            let keys = [known.signing] + (known.successor.map { [$0.signing] } ?? [])
            guard let key = keys.first(where: { $0.thumbprint == thumbprint }) else {
                throw DeviceError(.invalidProof, "the proof's key is not, or no longer, this installation's")
            }
            return key
        case (.current, nil): throw Self.notPaired
        default: throw DeviceError(.invalidProof, "this request is proved with the key that the server knows")
        }
    }
}
