package import DeviceMessages
package import Foundation
import JOSE
import Primitives
import Store

/// The installations of all realms, and the proofs by which they show who they are.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class Installations: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE installations (
            realm TEXT NOT NULL, id TEXT NOT NULL, signing TEXT NOT NULL, agreement TEXT NOT NULL, next_signing TEXT, next_agreement TEXT,
            app TEXT NOT NULL, device TEXT NOT NULL, push TEXT, push_allowed BIGINT NOT NULL, revision BIGINT NOT NULL,
            created BIGINT NOT NULL, keys_created BIGINT NOT NULL, logs_until BIGINT, PRIMARY KEY (realm, id))
        """,
        """
        CREATE TABLE device_nonces (
            realm TEXT NOT NULL, id TEXT NOT NULL, installation TEXT NOT NULL, purpose TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX device_nonces_expires ON device_nonces (expires)",
    ]

    let database: any Database
    let time: any TimeSource
    let random: any RandomSource
    let audit: AuditLog

    init(
        database: any Database, time: any TimeSource, random: any RandomSource, audit: AuditLog
    ) {
        self.database = database
        self.time = time
        self.random = random
        self.audit = audit
    }

    /// A request as a device's proof covers it.
    package struct ProvedRequest: Sendable {
        package let method: String
        /// The address by the server's own configuration.
        package let url: String
        package let body: [UInt8]

        package init(method: String, url: String, body: [UInt8]) {
            self.method = method
            self.url = url
            self.body = body
        }
    }

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

    /// The installation of an id; nil when there is none.
    package func installation(_ id: String, in realm: UUID) async throws -> Installation? {
        try await database.lookUp { try Self.installation(id, realm: realm, in: $0) }
    }

    /// The installation that proves a request to be its own.
    ///
    /// - Throws: ``DeviceError`` `.invalidProof`, `.clockSkew`; `.notPaired` for an installation that isn't known.
    package func prove(_ text: String?, for request: ProvedRequest, in realm: Realm) async throws -> Installation {
        guard let known = try await sender(text, of: request, in: realm, maybeNew: false).known else { throw Self.notPaired }
        return known
    }

    /// The same for a request by which an installation may introduce itself.
    package func introduce(_ text: String?, for request: ProvedRequest, in realm: Realm) async throws -> Sender {
        try await sender(text, of: request, in: realm, maybeNew: true)
    }

    static let notPaired = DeviceError(.notPaired, "this device isn't paired with anybody here")

    private func sender(_ text: String?, of request: ProvedRequest, in realm: Realm, maybeNew: Bool) async throws -> Sender {
        guard let text else { throw DeviceError(.invalidProof, "the header field \(DeviceProof.field) is missing") }
        let proof = try UnverifiedDeviceProof(text)
        let known = try await installation(proof.claimed.installation, in: realm.id)
        let key = try key(of: proof.claimed, known, maybeNew: maybeNew)
        let verified = try proof.verify(with: key, method: request.method, url: request.url, body: request.body, at: time.now)
        guard let known else { return Sender(id: verified.installation, key: key, known: nil, proof: verified.id) }
        let current = try await promoted(known, provedWith: key, in: realm)
        return Sender(id: verified.installation, key: key, known: current, proof: verified.id)
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

    /// The first request proved with the successor makes it the only key.
    private func promoted(_ known: Installation, provedWith key: ProofKey, in realm: Realm) async throws -> Installation {
        guard let successor = known.successor, successor.signing == key else { return known }
        let now = time.now
        return try await database.write { [self] transaction in
            try transaction.execute(
                """
                UPDATE installations SET signing = next_signing, agreement = next_agreement, next_signing = NULL, next_agreement = NULL,
                    keys_created = ?4
                WHERE realm = ?1 AND id = ?2 AND next_signing = ?3
                """, realm.id, known.id, Installation.text(successor.signing.key), now)
            guard let current = try Self.installation(known.id, realm: realm.id, in: transaction) else { throw Self.notPaired }
            try audit.append(.installationKeysChanged, ["installation": .string(known.id)], at: now, realm: realm.id, in: transaction)
            return current
        }
    }

    static func installation(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> Installation? {
        try transaction.row("SELECT * FROM installations WHERE realm = ?1 AND id = ?2", realm, id).map(Installation.init)
    }
}
