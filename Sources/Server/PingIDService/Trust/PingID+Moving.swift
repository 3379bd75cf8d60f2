import DeviceMessages
import Directory
import Foundation
import PingIDMessages
import Primitives
package import Store
package import DeviceRegistry
package import Foundations

/// An installation that has moved to the product's successor is trusted there, and not here any more: never both, never none.
extension PingID: MigrationFollowing {
    package static func moved(_ move: InstallationMove, by erasure: Erasure, in transaction: any WriteTransaction) throws {
        try handOver(move, in: transaction)
        let records = try transaction.rows(
            "SELECT * FROM pingid_trust WHERE realm = ?1 AND installation = ?2", move.realm, move.former
        ).map(TrustRecord.init)
        for record in records {
            try record.remove(by: erasure, keeping: move.device, at: move.now, in: transaction)
            try TrustBook.settle(record.user, application: record.application, realm: move.realm, at: move.now, in: transaction)
        }
    }

    /// Has the successor asked what the installation was asked by a push just now: a sign-on in a browser. A request about another device
    /// ends, since the successor has no word in that.
    private static func handOver(_ move: InstallationMove, in transaction: any WriteTransaction) throws {
        let asked = try transaction.rows(
            "SELECT * FROM pingid_authentications WHERE realm = ?1 AND chooser = ?2 AND status = ?3 AND expires > ?4", move.realm,
            move.former, AuthenticationStatus.inProgress.rawValue, move.now
        ).map(PingIDAuthentication.init)
        for session in asked {
            var ended = session
            ended.stored = .rejected
            if try !hasHandedOver(session, move, in: transaction) {
                _ = try ended.update(from: session, at: move.now, in: transaction)
            }
        }
    }

    private static func hasHandedOver(
        _ session: PingIDAuthentication, _ move: InstallationMove, in transaction: any WriteTransaction
    ) throws -> Bool {
        guard session.subject == nil, session.device == move.device, let nonce = session.nonce,
            let member = try PingIDUsers.member(session.user, of: session.application, realm: move.realm, in: transaction),
            member.maySignOn(at: move.now),
            let rules = try PingIDApplications.rules(of: session.application, realm: move.realm, in: transaction), rules.isEnabled,
            try PingIDInstallation.find(move.former, realm: move.realm, in: transaction)?.verdict(rules) == .permitted
        else { return false }
        return try move.ask(
            session.id.text, nonce: nonce, clientContext: session.context,
            requester: .init(application: session.application, address: session.address, userAgent: session.browser),
            from: session.created, until: session.expires, in: transaction)
    }

    /// - Throws: ``/DeviceMessages/DeviceError`` `.notPaired` for an installation that has moved.
    static func requireUnmoved(_ installation: String, _ realm: UUID, in transaction: any ReadTransaction) throws {
        guard try !MigrationKeys.hasMoved(installation, realm: realm, in: transaction) else {
            throw DeviceError(.notPaired, "this installation has moved to the product's successor")
        }
    }
}

extension PingIDAuthentication {
    /// The same as it stands where the device that was asked has moved over meanwhile: then its successor decides, by a challenge of the
    /// same id.
    func followed(in transaction: any ReadTransaction) throws -> PingIDAuthentication {
        guard stored == .inProgress, let challenge = try Challenges.challenge(id.text, realm: realm, in: transaction) else { return self }
        var followed = self
        switch challenge.stored {
        case .pending, .claimed, .expired: break
        case .denied, .failed: followed.stored = .rejected
        case .approved:
            let isSuspended =
                try PingIDUsers.member(user, of: application, realm: realm, in: transaction)?.isSuspended ?? true
            followed.stored = isSuspended ? .rejected : .approved
        }
        return followed
    }
}
