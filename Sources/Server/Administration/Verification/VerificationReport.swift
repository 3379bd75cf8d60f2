import Directory
import Foundation
import Primitives
package import ResourceMessages
import VerificationMessages
package import Verifications

/// A verification, as administrators see it.
package struct VerificationLine: Reported {
    package let transaction: VerifyTransaction
    /// The user's name; nil for one that isn't there any more.
    package let username: String?

    package static let reportName = "Verification"

    package static var members: [Member<Self>] {
        [
            Member(told: "id", .id) { $0.transaction.id },
            Member(told: "user", .id) { $0.transaction.user },
            Member(told: "username", .maybe(.words)) { $0.username },
            Member(told: "status", .choice) { $0.transaction.status },
            Member(told: "policy", .maybe(.id)) { $0.transaction.policy },
            Member(told: "parts", .open()) { line in
                JSONObject(
                    VerificationPart.allCases.compactMap { part in
                        line.transaction.parts[part].map { (part.rawValue, .string($0.rawValue)) }
                    })
            },
            Member(told: "messages", .rows(.open)) { $0.transaction.providers.compactMap(\.json.object) },
            Member(told: "attempts", .whole) { $0.transaction.attempts },
            Member(told: "reason", .maybe(.words)) { $0.transaction.reason },
            Member(told: "created", .moment) { $0.transaction.created },
            Member(told: "updated", .moment) { $0.transaction.updated },
            Member(told: "expires", .moment) { $0.transaction.expires },
        ]
    }
}

extension Site {
    /// A realm as verifications know it.
    func verifications(in realm: Realm) -> VerificationSite { VerificationSite(realm, address: means.publicURL) }
}
