import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyModel
import Messaging
import Primitives
import SignIn

extension EmailSuspend: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if turn.isResumed { return try await goOn(&turn) }
        let template = try await turn.emailTemplate(template)
        let user = looksUp ? try await turn.addressee(by: identity) : nil
        // Only for the user as they are now: a link is void once its user was changed, by another link's password for one.
        turn["user"] = user.map { .string($0.id.uuidString) }
        turn["revision"] = user.map { .integer($0.revision) }
        let id = turn.domain.signIn.suspended.newID()
        var attributes = try await user.asyncMap(turn.attributes) ?? turn.state.attributes
        let recipient = try await recipient(attributes, user, turn)
        turn["address"] = recipient.map { .string($0.text) }
        // A reader who opens a link at an address that only the profile claims has proved to read it, and not to be the user.
        turn["isClaim"] = .bool(user.map { user in recipient.map { user.recoveryMail != $0.text } ?? false } ?? false)
        attributes["resumeURI"] = .string(try turn.resumeLink(id))
        var order = MailOrder(
            try template.content(attributes, languages: turn.languages(for: attributes)), to: recipient, in: turn.realm,
            purpose: template.name, by: looksUp ? turn.budgetAsker(about: user?.id) : .stranger(at: turn.client.address),
            isDiscreet: looksUp)
        order.lifetime = TimeInterval(minutes == 0 ? turn.realm.settings[JourneySettings.self].suspendedLifetime : minutes * 60)
        let (mail, isSent) = (turn.domain.messaging.mail, looksUp || recipient != nil)
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
        guard let id = turn["user"]?.string.flatMap(UUID.init(text:)),
            let user = try await turn.domain.directory.users.user(id, in: turn.realm.id),
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
