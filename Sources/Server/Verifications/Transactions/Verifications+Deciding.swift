import Directory
package import Foundation
import Foundations
import Primitives
import SealedFiles
import Store
package import VerificationMessages

extension Verifications {
    /// Sets the state of a transaction by an administrator's word, whatever the checks have found.
    ///
    /// - Throws: `unknownResource`; `conflict` for a deleted one.
    package func decide(
        _ decision: VerifyDecision, on id: UUID, of user: UUID, at site: VerificationSite
    ) async throws -> VerifyTransaction {
        let (now, realm, status) = (time.now, site.realm.id, decision.transactionStatus.status)
        let retention = site.settings.verificationRetention
        let view = try await database.write { [self] transaction in
            let stored = try StoredVerification.required(id, of: user, realm: realm, in: transaction)
            guard stored.status != .deleted else { throw DomainError(.conflict, "the verification was deleted") }
            let reason = try decision.reason.map { try sealer.seal(.string($0), context: stored.context("reason")) }
            try transaction.execute(
                "UPDATE verifications SET decided = 1, reason = ?3 WHERE realm = ?1 AND id = ?2", realm, id, reason)
            for check in try StoredCheck.all(of: stored, in: transaction) where check.check == .manualAuthentication {
                var finding = check.finding
                finding.result = status.isApproved ? .pass : .fail
                try StoredCheck.put(finding, of: stored, sealer: sealer, in: transaction)
            }
            try StoredOrder.cancel(of: stored, in: transaction)
            try stored.set(status, at: now, retention: retention, in: transaction)
            if status.isApproved { try keepResult(of: stored, claims: [], in: transaction) }
            if !status.isApproved { try EarlierClaims.withdraw(of: stored, in: transaction) }
            try VerifyStatuses.note(status, of: stored, in: transaction)
            try audit.append(
                .verificationDecided, ["transaction": .string(id.text), "status": .string(status.rawValue)], at: now, realm: realm,
                user: user, in: transaction)
            return try self.view(try StoredVerification.required(id, of: user, realm: realm, in: transaction), in: transaction)
        }
        bell.ring(id, in: site.realm)
        return view
    }

    /// Deletes a transaction: its keys, images and data. The state `DELETED` stays for its app to read, for as long as data are kept.
    /// - Throws: `unknownResource`.
    package func delete(_ id: UUID, of user: UUID, at site: VerificationSite) async throws -> VerifyTransaction {
        let (now, realm, retention) = (time.now, site.realm.id, site.settings.verificationRetention)
        let push = try await database.read { try StoredVerification.find(id, realm: realm, in: $0)?.push }
        let (view, removed) = try await database.write { [self] transaction in
            let stored = try StoredVerification.required(id, of: user, realm: realm, in: transaction)
            let removed = try StoredVerification.erase(dataOf: id, realm: realm, in: transaction)
            try EarlierClaims.withdraw(of: stored, in: transaction)
            try stored.set(.deleted, at: now, retention: retention, in: transaction)
            try VerifyStatuses.forget(stored, in: transaction)
            try audit.append(
                .verificationDeleted, ["transaction": .string(id.text)], at: now, realm: realm, user: user, in: transaction)
            return (try self.view(try StoredVerification.required(id, of: user, realm: realm, in: transaction), in: transaction), removed)
        }
        await files.remove(removed)
        bell.ring(id, in: site.realm, at: push)
        return view
    }
}
