import Directory
package import Foundation
import Foundations
import Primitives
import Store
package import VerificationMessages

/// The data of an approved transaction.
package struct VerifiedIdentity: Sendable {
    /// The fields that were read on the documents; none where an administrator has approved without any.
    package let fields: IdentityFields
    /// The kinds of the documents of the last submission.
    package let documents: [IdentityCardType]
}

extension Verifications {
    /// The data of a user's approved transaction, for the user's journey, which is written down.
    ///
    /// - Returns: nil for one that isn't approved.
    /// - Throws: `unknownResource`.
    package func identity(of id: UUID, of user: UUID, at site: VerificationSite) async throws -> VerifiedIdentity? {
        let (realm, now) = (site.realm.id, time.now)
        return try await database.write { [self] transaction in
            let stored = try StoredVerification.required(id, of: user, realm: realm, in: transaction)
            guard status(of: stored).isApproved else { return nil }
            let cards = try StoredCard.all(of: stored, opening: sealer, in: transaction)
            try audit.append(
                .verificationDocumentRead, ["transaction": .string(id.text), "type": .string(VerifiedDataType.governmentID.rawValue)],
                at: now, realm: realm, user: user, in: transaction)
            return VerifiedIdentity(
                fields: try report(of: stored, in: transaction).userData, documents: cards.map(\.card.type).filter(\.isDocument))
        }
    }
}
