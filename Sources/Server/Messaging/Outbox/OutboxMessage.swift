package import Foundation
import Primitives
import Directory
import Foundations

/// A message to one recipient on its way to a mail server or gateway, with the fields that the audit log records of it.
///
/// It carries codes and links, so it is kept sealed.
package struct OutboxMessage: Sendable, Equatable, Codable {
    /// The way by which a message leaves the server.
    package enum Channel: String, Sendable, Codable, CaseIterable {
        case mail, sms, voice
    }

    /// The name of the message, the same in each copy: of a mail it is the left part of the `Message-ID`.
    package let id: String
    package let channel: Channel
    /// The id of the realm.
    package let realm: UUID
    /// The realm's path, for the audit log.
    let path: String
    /// The address or number; nil for a discreet order that turned out to have no recipient.
    package let recipient: String?
    /// The purpose of the message, as the audit log says it.
    package let purpose: String
    /// The network address of the request.
    let address: String
    /// The user who asked and had proved who they are.
    let user: String?
    /// The time when the request ordered the message.
    package let written: Date
    /// The time from which the message isn't sent any more.
    package let expires: Date
    let body: Body

    /// The contents of a message, by its channel.
    enum Body: Sendable, Equatable, Codable {
        case mail(MailBody)
        case phone(PhoneBody)
    }

    /// The contents of a mail.
    struct MailBody: Sendable, Equatable, Codable {
        let subject: String
        let text: String
        let html: String?
        /// The name and the address of the sender; nil for the mail server's usual one.
        let from: [String]?
        /// The server of the order; nil for the realm's.
        let server: MailServerSettings?
        let password: String?
    }

    /// The contents of a text message or a call.
    struct PhoneBody: Sendable, Equatable, Codable {
        let text: String
        let details: SMSMessage.Details
    }

    /// Makes the message of an order for mail.
    init(_ order: MailOrder, id: String, at now: Date) {
        self.init(
            .mail, order.realm, to: order.recipient?.text, OrderFacts(order.purpose, order.asker, order.lifetime), id: id, at: now,
            .mail(MailBody(order.content, by: order.server)))
    }

    /// Makes the message of an order for a text message or a call.
    init(_ order: SMSOrder, by channel: PhoneChannel, id: String, at now: Date) {
        self.init(
            channel == .sms ? .sms : .voice, order.realm, to: order.recipient?.text,
            OrderFacts(order.purpose, order.asker, order.lifetime), id: id, at: now,
            .phone(PhoneBody(text: order.text, details: order.details)))
    }

    /// The facts that orders of each channel have.
    private struct OrderFacts {
        let purpose: String
        let asker: BudgetAsker
        let lifetime: TimeInterval

        init(_ purpose: String, _ asker: BudgetAsker, _ lifetime: TimeInterval) {
            self.purpose = purpose
            self.asker = asker
            self.lifetime = lifetime
        }
    }

    private init(
        _ channel: Channel, _ realm: Realm, to recipient: String?, _ order: OrderFacts, id: String, at now: Date, _ body: Body
    ) {
        self.id = id
        self.channel = channel
        self.realm = realm.id
        path = realm.path.description
        self.recipient = recipient
        purpose = order.purpose
        address = order.asker.address
        if case .user(let user) = order.asker.standing { self.user = user.text } else { user = nil }
        written = now
        expires = now.addingTimeInterval(min(order.lifetime, OutboxStore.longestLife))
        self.body = body
    }
}

extension OutboxMessage {
    /// Makes the event of the audit log for an attempt.
    ///
    /// - Parameters:
    ///   - failure: the reason why it failed; nil when the message was taken.
    ///   - isRepeated: whether the message is tried again.
    func event(failure: String?, isRepeated: Bool = false, at now: Date) -> AuditEvent {
        var event = AuditEvent(
            channel == .mail ? .mailSent : .smsSent, failure == nil ? .success : .failure, at: now, realm: path, reason: failure)
        event.user = user
        event.details["purpose"] = .string(purpose)
        if channel == .voice { event.details["channel"] = .string(channel.rawValue) }
        if isRepeated { event.details["isRepeated"] = true }
        event.personal["recipient"] = recipient.map(JSONValue.string)
        event.personal["address"] = .string(address)
        return event
    }
}

extension OutboxMessage.MailBody {
    init(_ content: MailContent, by server: MailServer?) {
        subject = content.subject
        text = content.text
        html = content.html
        from = content.from.map { [$0.name, $0.address.text] }
        self.server = server?.settings
        password = server?.password?.reveal()
    }

    /// The contents as they were ordered.
    /// - Throws: ``MessageError`` `.invalid`.
    func content() throws(MessageError) -> MailContent {
        var sender: Mailbox?
        if let from, from.count == 2 { sender = try Mailbox(name: from[0], address: MailAddress(from[1])) }
        return MailContent(subject: subject, text: text, html: html, from: sender)
    }

    /// The mail server of the order; nil for the realm's.
    var orderedServer: MailServer? { server.map { MailServer($0, password: password.map { Secret($0) }) } }
}
