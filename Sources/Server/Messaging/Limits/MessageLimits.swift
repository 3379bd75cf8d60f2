import Foundation
package import Primitives
package import Store
import Directory
import Foundations

/// The number of messages, mails and text messages together, that one network prefix may have sent and one recipient may get in a minute.
///
/// What a recipient may get is counted by who asks, so that strangers don't use up what the recipients themselves may ask for: a user who
/// has proved who they are has a budget of their own, each network prefix has one, and all strangers together have a larger one.
package struct MessageLimits: Sendable {
    /// The requester of a message.
    struct Requester: Sendable {
        /// The network address of the request.
        let address: String
        /// The user, if they have proved who they are and the message is for themselves.
        let user: UUID?
    }

    /// The factor by which all strangers together may have more sent to a recipient than one stranger.
    private static let strangers = 4

    package let database: any Database
    package let time: any TimeSource

    package init(database: any Database, time: any TimeSource) {
        self.database = database
        self.time = time
    }

    /// Counts a message; false when its recipient can get no more.
    ///
    /// - Parameters:
    ///   - recipient: nil when there is none; the same is written then, under a name that no recipient has.
    ///   - requester: who asks for it.
    /// - Throws: ``MessageError`` `.overloaded` when too many came from its requester, whatever the recipients.
    func admit(_ recipient: String?, from requester: Requester, in realm: Realm) async throws -> Bool {
        let now = time.now
        let (mayAsk, mayGet) = try await database.write { transaction in
            let mayAsk = try Throttle.allow(
                "mail", from: .address(requester.address), realm: realm.id, limit: realm.settings.mailsPerAddressAndMinute, at: now,
                in: transaction)
            let mayGet = try Self.mayGet(recipient ?? "-", requester, realm, now, transaction)
            return (mayAsk, mayGet || recipient == nil)
        }
        guard mayAsk else { throw MessageError(.overloaded, "too many messages were asked for from one address in the last minute") }
        return mayGet
    }

    private static func mayGet(
        _ recipient: String, _ requester: Requester, _ realm: Realm, _ now: Date, _ transaction: any WriteTransaction
    ) throws -> Bool {
        let most = realm.settings.mailsPerRecipientAndMinute
        func allow(_ source: Throttle.Source, _ limit: Int) throws -> Bool {
            try Throttle.allow("mail to", from: source, realm: realm.id, limit: limit, at: now, in: transaction)
        }
        if let user = requester.user { return try allow(.user(user.uuidString, to: recipient), most) }
        // What one stranger may not send any more is nothing to the others.
        guard try allow(.address(requester.address, to: recipient), most) else { return false }
        return try allow(.recipient(recipient), most * strangers)
    }
}
