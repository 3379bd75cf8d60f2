import Directory
package import Foundation
import Foundations
import Primitives
import Store
package import VerificationMessages

extension Verifications {
    /// The state of a user's verification.
    /// - Throws: `unknownUser`.
    package func verifyStatus(of user: UUID, at site: VerificationSite) async throws -> UserVerifyStatus {
        let realm = site.realm.id
        return try await database.read { transaction in
            guard try Users.status(of: user, realm: realm, in: transaction) != nil else { throw Users.unknown(user) }
            return try VerifyStatuses.status(of: user, realm: realm, in: transaction)
        }
    }

    /// Switches a user's verification off, or on. A user who was verified isn't any more, and claims of earlier verifications spare nothing.
    ///
    /// - Throws: `unknownUser`; `invalid` for `VERIFIED`, which a transaction alone gives.
    package func setVerifyStatus(
        _ status: UserVerifyStatus.Status, of user: UUID, at site: VerificationSite
    ) async throws -> UserVerifyStatus {
        guard status != .verified else {
            throw DomainError(.invalid, "a user is verified by a transaction alone; DISABLED and ENABLED can be set")
        }
        let (realm, now) = (site.realm.id, time.now)
        return try await database.write { [self] transaction in
            guard try Users.status(of: user, realm: realm, in: transaction) != nil else { throw Users.unknown(user) }
            try VerifyStatuses.set(status, by: nil, of: user, realm: realm, in: transaction)
            try EarlierClaims.withdraw(of: user, realm: realm, in: transaction)
            try audit.append(
                .verificationStatusChanged, ["status": .string(status.rawValue)], at: now, realm: realm, user: user, in: transaction)
            return try VerifyStatuses.status(of: user, realm: realm, in: transaction)
        }
    }
}
