import Primitives
import Store

/// How many messages, mails and text messages together, one network address may have sent and one recipient may get in a minute.
struct MessageLimits: Sendable {
    let database: any Database
    let time: any TimeSource

    /// Counts a message; false when its recipient can get no more.
    ///
    /// - Parameters:
    ///   - recipient: nil when there is none; the same is written then, under a name that no recipient has.
    ///   - requester: the network address that asks for it.
    /// - Throws: ``MessageError`` `.overloaded` when too many came from its requester, whatever the recipients.
    func admit(_ recipient: String?, from requester: String, in realm: Realm) async throws -> Bool {
        let now = time.now
        let (mayAsk, mayGet) = try await database.write { transaction in
            let mayAsk = try Throttle.allow(
                "mail", from: requester, realm: realm.id, limit: realm.settings.mailsPerAddressAndMinute, at: now, in: transaction)
            let mayGet = try Throttle.allow(
                "mail to", from: recipient?.lowercased() ?? "-", realm: realm.id, limit: realm.settings.mailsPerRecipientAndMinute, at: now,
                in: transaction)
            return (mayAsk, mayGet || recipient == nil)
        }
        guard mayAsk else { throw MessageError(.overloaded, "too many messages were asked for from one address in the last minute") }
        return mayGet
    }
}
