package import DeviceMessages
package import Foundation
import Primitives
import Store

/// Whether installations have shown lately that they are genuine apps on sound devices, and who must have.
package struct IntegrityRules: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE integrity_verdicts (
            realm TEXT NOT NULL, installation TEXT NOT NULL, is_good BIGINT NOT NULL, checked BIGINT NOT NULL, good_until BIGINT NOT NULL,
            PRIMARY KEY (realm, installation))
        """
    ]

    let database: any Database
    /// What checks the evidence of each maker.
    let verifiers: [IntegrityEvidence.Maker: any IntegrityVerifier]
    let time: any TimeSource

    /// Looks at the evidence that came with a decision; nil when none came.
    /// - Throws: ``DeviceError`` `.replayed` for its nonce; `.policy` for evidence of a kind that this server can't check.
    func verdict(on evidence: IntegrityEvidence?, of installation: Installation, in realm: Realm) async throws -> IntegrityVerdict? {
        guard let evidence else { return nil }
        guard let verifier = verifiers[evidence.maker] else {
            throw DeviceError(.policy, "this server can't check evidence of \(evidence.maker.rawValue)")
        }
        return try await verifier.verdict(on: evidence, of: installation, in: realm)
    }

    /// Writes a verdict down, and refuses when the challenge needs a good one and there is none.
    func require(_ verdict: IntegrityVerdict?, of challenge: Challenge, in transaction: any WriteTransaction) throws {
        let now = time.now
        if let verdict {
            try Installations.spend(
                verdict.nonce, for: .integrity, of: challenge.installation, realm: challenge.realm, at: now, in: transaction)
            try transaction.execute(
                """
                INSERT INTO integrity_verdicts (realm, installation, is_good, checked, good_until) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (realm, installation) DO UPDATE SET is_good = ?3, checked = ?4, good_until = ?5
                """, challenge.realm, challenge.installation, verdict.isGood, now, verdict.isGood ? verdict.goodUntil : now)
        }
        guard challenge.integrity == .restrictive else { return }
        let row = try transaction.row(
            "SELECT 1 AS found FROM integrity_verdicts WHERE realm = ?1 AND installation = ?2 AND is_good = 1 AND good_until > ?3",
            challenge.realm, challenge.installation, now)
        guard row != nil else { throw DeviceError(.policy, "the device must show its integrity first") }
    }
}

/// Checks the evidence of one maker.
package protocol IntegrityVerifier: Sendable {
    /// - Throws: ``DeviceError`` when the evidence can't be read.
    func verdict(on evidence: IntegrityEvidence, of installation: Installation, in realm: Realm) async throws -> IntegrityVerdict
}

/// What evidence shows.
package struct IntegrityVerdict: Sendable, Equatable {
    package let isGood: Bool
    /// The nonce that the evidence is for, to be spent.
    package let nonce: String
    package let goodUntil: Date

    package init(isGood: Bool, nonce: String, goodUntil: Date) {
        self.isGood = isGood
        self.nonce = nonce
        self.goodUntil = goodUntil
    }
}
