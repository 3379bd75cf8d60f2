import DevicePolicies
package import DeviceMessages
package import Foundation
import Directory
import Primitives
package import Foundations
package import Store

/// The move of an installation of the older product, which its successor has confirmed: the device stays its user's, and is the
/// successor's from now on.
package struct InstallationMove: Sendable {
    /// The id of the realm.
    package let realm: UUID
    /// The installation that it was.
    package let former: String
    /// The installation that it is.
    package let successor: String
    /// The id of the device.
    package let device: UUID
    /// The id of the user.
    package let user: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The time of the move.
    package let now: Date
    /// The demand that the device show its integrity with what it decides; nil when it need not.
    let integrity: MobileApplicationRules.Enforcement?
}

extension InstallationMove {
    /// Asks the successor what its predecessor was asked by a push, whose id and nonce stay, so that the push is enough to decide.
    ///
    /// - Parameters:
    ///   - id: the id that the push names.
    ///   - end: the time until which a decision is taken.
    /// - Returns: false when the user is gone.
    package func ask(
        _ id: String, nonce: String, clientContext: String?, requester: ChallengeDocument.Requester, from begin: Date, until end: Date,
        in transaction: any WriteTransaction
    ) throws -> Bool {
        guard let user = try Users.user(user, realm: realm, in: transaction) else { return false }
        let document = ChallengeDocument(
            challenge: id, pairing: device.text, kind: .authentication, user: DeviceUser(user), created: begin, expires: end,
            clientContext: clientContext.flatMap { $0.utf8.count > ChallengeDocument.longestContext ? nil : $0 }, requester: requester,
            integrity: try IntegrityRules.isWanted(integrity, of: successor, in: realm, until: end, transaction))
        let challenge = Challenge(
            id: id, realm: realm, kind: .authentication, stored: .pending, installation: successor, device: device, user: user.id,
            application: application, document: document.json.text, nonce: nonce, number: nil, matching: nil, isSecond: false,
            integrity: integrity, passesUnanswered: false, methods: [], created: begin, expires: end)
        try Challenges.insert(challenge, in: transaction)
        return true
    }
}

/// The keeper of what an installation of the older product was, which ends when it has moved over.
package protocol MigrationFollowing: Sendable {
    /// Ends an installation of the older product, in the transaction that made its successor a device.
    static func moved(_ move: InstallationMove, by erasure: Erasure, in transaction: any WriteTransaction) throws
}
