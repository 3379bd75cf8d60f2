import Directory
import Foundation
import Foundations
import Primitives
import Store
import VerifiableClaims
package import VerificationMessages

extension Verifications {
    /// The state of a transaction, as its app reads it.
    /// - Throws: `DeviceError` `.notFound` when the user was removed meanwhile.
    package func report(of sender: ProvedVerificationRequest) async throws -> VerificationReport {
        try await database.read { [self] transaction in
            guard let stored = try StoredVerification.find(sender.id, realm: sender.realm, in: transaction) else { throw Self.gone }
            return try report(of: stored, in: transaction)
        }
    }

    func report(of stored: StoredVerification, in transaction: any ReadTransaction) throws -> VerificationReport {
        let (now, status) = (time.now, status(of: stored))
        var report = VerificationReport(
            transaction: stored.id, status: status,
            providers: try messages(of: stored, try StoredCheck.all(of: stored, in: transaction), status),
            token: stored.takesData(at: now) ? token(of: stored) : nil, updated: stored.updated, expires: stored.expires)
        if status.isApproved, let sealed = stored.result {
            let result = try sealer.openJSON(sealed, context: stored.context("result"))
            report.userData = try IdentityFields(json: result["userData"] ?? .object(JSONObject()))
            report.claims = try (result["claims"]?.array ?? []).compactMap { claim in
                try claim.string.map { try SDJWT(parsing: $0, limits: ClaimPolicy.limits) }
            }
        }
        return report
    }

    /// The state of a transaction: one whose time is over has failed, though no housekeeping has said so yet.
    func status(of stored: StoredVerification) -> VerificationStatus {
        stored.deadline(stored.status).map { $0 <= time.now } ?? false ? .fail : stored.status
    }

    /// Keeps what an approved transaction tells its app: the fields of its documents and the claims.
    func keepResult(of stored: StoredVerification, claims: [SDJWT], in transaction: any WriteTransaction) throws {
        let cards = try StoredCard.all(of: stored, opening: sealer, in: transaction)
        var fields = IdentityFields()
        for reading in cards.compactMap(\.reading) {
            for field in IdentityField.allCases where fields[field] == nil { fields[field] = Self.short(reading.told[field]) }
        }
        let result: JSONValue = ["userData": fields.json, "claims": .array(claims.map { .string($0.text) })]
        try transaction.execute(
            "UPDATE verifications SET result = ?3 WHERE realm = ?1 AND id = ?2", stored.realm, stored.id,
            try sealer.seal(result, context: stored.context("result")))
    }

    /// A text that a report may have; nil for a longer one.
    static func short(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= IdentityFields.longestText ? $0 : nil } }
}
