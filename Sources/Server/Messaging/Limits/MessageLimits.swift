import Foundation
package import Primitives
import Store
import Directory
import Foundations

/// The number of messages, mails and text messages together, that one network prefix may have sent and one recipient may get in a minute.
///
/// A recipient's messages are a budget, divided by asker (``UserBudget`` `.messages`), so that strangers don't use up the part that the
/// recipients themselves may ask for.
package struct MessageLimits: Sendable {
    package let time: any TimeSource

    package init(time: any TimeSource) { self.time = time }

    /// The result of counting a message.
    enum Admission: Sendable {
        case admitted
        /// The recipient gets no more in this minute.
        case recipientIsFull
        /// Too many came from the asker, whatever the recipients.
        case askerIsFull
    }

    /// Counts a message.
    ///
    /// - Parameters:
    ///   - recipient: nil when there is none; the same is written then, under a name that no recipient has.
    ///   - asker: the party that asks for it.
    func admit(_ recipient: String?, from asker: BudgetAsker, in realm: Realm, _ transaction: any WriteTransaction) throws -> Admission {
        let now = time.now
        let mayAsk = try Throttle.allow(
            "mail", from: .address(asker.address), realm: realm.id, limit: realm.settings[MessageSettings.self].mailsPerAddressAndMinute,
            at: now,
            in: transaction)
        let mayGet = try Self.mayGet(recipient ?? "-", asker, realm, now, transaction)
        guard mayAsk else { return .askerIsFull }
        return mayGet || recipient == nil ? .admitted : .recipientIsFull
    }

    private static func mayGet(
        _ recipient: String, _ asker: BudgetAsker, _ realm: Realm, _ now: Date, _ transaction: any WriteTransaction
    ) throws -> Bool {
        let parts = UserBudget.messages.parts(of: realm.settings[MessageSettings.self].mailsPerRecipientAndMinute)
        func allow(_ source: Throttle.Source, _ limit: Int) throws -> Bool {
            try Throttle.allow("mail to", from: source, realm: realm.id, limit: limit, at: now, in: transaction)
        }
        guard !asker.isProven else { return try allow(.asker(asker, to: recipient), parts.proven) }
        // One stranger's used-up part leaves the others theirs.
        guard try allow(.asker(asker, to: recipient), parts.stranger) else { return false }
        return try allow(.recipient(recipient), parts.strangers)
    }
}
