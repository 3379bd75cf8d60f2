import Foundation
import JourneyMessages
import Primitives
import Services
import SignIn
import Directory
import Messaging
import Foundations
import ResourceMessages

/// Sends a link, and waits until it is opened, on whatever device.
///
/// With `objectLookup` the link goes to the address that the user's account has, never to one that was typed; who opens it has proved to
/// be the user. Whether there is such a user shows neither in the answer nor in its time.
struct EmailSuspend: JourneyNode {
    static let type = NodeType(
        "EmailSuspendNode", alias: "emailSuspend", title: "Email Suspend Node", "Sends a link by e-mail, and waits until it is opened.",
        interaction: .always)
    static let settings = [
        NodeSetting<Self>("emailTemplateName", \.template, "The e-mail template, which has the link as {{object.resumeURI}}.").naming(
            .template),
        NodeSetting<Self>("emailAttribute", \.emailAttribute, "The attribute that the address is in."),
        NodeSetting<Self>("emailSuspendMessage", \.message, "What the user is told meanwhile."),
        NodeSetting<Self>("objectLookup", \.looksUp, "Whether the address is the one of the user's account, not one that was gathered."),
        NodeSetting<Self>("identityAttribute", \.identity, "The attribute by which the user is found, who has proved nothing yet."),
        NodeSetting<Self>(
            "suspendDuration", \.minutes, in: 0...Suspension.longest, "For how many minutes the link works; 0 for the realm's time."),
    ]
    static let state = StateUse(reads: ["objectAttributes", "username"])

    var template = "registration"
    var emailAttribute: AttributeName = "mail"
    var message: LocalizedText =
        "An email has been sent to the address you entered. Click the link in that email to proceed."
    var looksUp = false
    var identity: AttributeName = "userName"
    var minutes = 0

    var callbacks: [CallbackType] { [.suspendedTextOutput] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        if turn.isResumed { return try await goOn(&turn) }
        let template = try await turn.emailTemplate(template)
        let user = looksUp ? try await turn.addressee(by: identity) : nil
        // Only for the user as they are now: a link is void once its user was changed, by another link's password for one.
        turn["user"] = user.map { .string($0.id.uuidString) }
        turn["revision"] = user.map { .integer($0.revision) }
        let id = turn.domain.suspended.newID()
        var attributes = try await user.asyncMap(turn.attributes) ?? turn.state.attributes
        let recipient = try await recipient(attributes, user, turn)
        turn["address"] = recipient.map { .string($0.text) }
        // Who opens a link at an address that only the profile claims has proved to read it, and not to be the user.
        turn["isClaim"] = .bool(user.map { user in recipient.map { user.recoveryMail != $0.text } ?? false } ?? false)
        attributes["resumeURI"] = .string(try turn.resumeLink(id))
        var order = MailOrder(
            try template.content(attributes, languages: turn.languages(for: attributes)), to: recipient, in: turn.realm,
            purpose: template.name, requester: turn.client.address, isDiscreet: looksUp)
        if looksUp { order.provenUser = turn.state.user }
        let (mail, isSent) = (turn.domain.mail, looksUp || recipient != nil)
        turn.suspend(
            Suspension(id: id, text: turn.text(message), minutes: minutes == 0 ? nil : minutes) { [order] in
                if isSent { try await mail.send(order) }
            })
        return .suspended
    }

    /// The address to send to; nil when there is none.
    private func recipient(_ attributes: JSONObject, _ user: User?, _ turn: Turn) async throws -> MailAddress? {
        if looksUp {
            guard let user, user.status == .active else { return nil }
            return try await turn.address(of: user, in: emailAttribute, provingNew: true).flatMap { try? MailAddress($0) }
        }
        guard let address = attributes.text(at: emailAttribute) else { return nil }
        do { return try MailAddress(address) } catch { throw JourneyRunError(.failed, message: error.reason) }
    }

    private func goOn(_ turn: inout Turn) async throws -> NodeResult {
        let address = turn["address"]?.string
        guard looksUp else {
            try await turn.proveMail(address)
            return .outcome(Outcome.only)
        }
        let proof = turn["isClaim"]?.bool == true ? turn.state.proof : .fresh
        guard let id = turn["user"]?.string.flatMap(UUID.init(uuidString:)),
            let user = try await turn.domain.users.user(id, in: turn.realm.id),
            user.revision == turn["revision"]?.integer, user.status == .active,
            turn.state.identify(user, showing: .sentLink, by: proof)
        else {
            try await turn.recordFailure("the account has been changed since its link was sent")
            throw JourneyRunError(.failed)
        }
        try await turn.proveMail(address)
        return .outcome(Outcome.only)
    }
}

extension Optional where Wrapped: Sendable {
    /// `map` with something that takes its time.
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await body(self)
    }
}
