import Primitives
import Store

/// How many messages, mails and text messages together, one network address may have sent and one recipient may get in a minute.
struct MessageLimits: Sendable {
    struct Verdict: Sendable {
        /// Whether who asks for it may have one more sent.
        let mayAsk: Bool
        /// Whether the recipient may get one more.
        let mayGet: Bool
    }

    let database: any Database
    let time: any TimeSource

    /// Counts a message.
    ///
    /// - Parameters:
    ///   - recipient: nil when there is none; the same is written then, under a name that no recipient has.
    ///   - requester: the network address that asks for it.
    func count(_ recipient: String?, from requester: String, in realm: Realm) async throws -> Verdict {
        let now = time.now
        return try await database.write { transaction in
            let mayAsk = try Throttle.allow(
                "mail", from: requester, realm: realm.id, limit: realm.settings.mailsPerAddressAndMinute, at: now, in: transaction)
            let mayGet = try Throttle.allow(
                "mail to", from: recipient?.lowercased() ?? "-", realm: realm.id, limit: realm.settings.mailsPerRecipientAndMinute, at: now,
                in: transaction)
            return Verdict(mayAsk: mayAsk, mayGet: mayGet || recipient == nil)
        }
    }
}
