import Foundation
import JourneyMessages
import Primitives
import ResourceMessages
import Messaging
import Services

/// Sends the run's code by e-mail, by the realm's mail server unless the node names another.
struct PasscodeByEmail: JourneyNode {
    static let type = NodeType(
        "OneTimePasswordSmtpSenderNode", alias: "passcodeByEmail", title: "OTP Email Sender", "Sends the one-time passcode by e-mail.",
        secrets: SentPasscode.names)
    static let settings = [
        NodeSetting<Self>("hostName", \.host, "A mail server; empty for the realm's."),
        NodeSetting<Self>("hostPort", \.port, in: 0...65535, "Its port; 0 for the usual one."),
        NodeSetting<Self>("sslOption", \.security, "How the connection is protected."),
        NodeSetting<Self>("username", \.username, "Who logs in; the realm's mail server has the password, if it is the same server."),
        NodeSetting<Self>("fromEmailAddress", \.from, "Whom the message is from; empty for the realm's sender."),
        NodeSetting<Self>("emailAttribute", \.attribute, "The attribute that the address is in."),
        NodeSetting<Self>("emailSubject", \.subject, "The subject."),
        NodeSetting<Self>("emailContent", \.content, "What the message says: {{OTP}} is the code, {{User}} the user name."),
    ]
    static let state = StateUse(reads: [SentPasscode.codeName, "username", "emailAddress", "objectAttributes"])

    enum Security: String, SettingValue, CaseIterable {
        case tls = "SSL", none = "NON_SSL", startTLS = "START_TLS"

        var value: MailServerSettings.Security {
            switch self {
            case .tls: .tls
            case .none: .none
            case .startTLS: .startTLS
            }
        }
    }

    var host = ""
    var port = 0
    var security = Security.tls
    var username = ""
    var from = ""
    var attribute: AttributeName = "mail"
    var subject: LocalizedText = "Your one-time passcode"
    var content: LocalizedText = "Your one-time passcode is {{OTP}}. If you did not ask for it, do not tell it to anybody."

    var objections: [SettingObjection] {
        guard !from.isEmpty else { return [] }
        do { _ = try Mailbox(from) } catch { return [SettingObjection("fromEmailAddress", error.reason)] }
        return []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let sending = try await PasscodeSending(turn, attribute: attribute, gathered: "emailAddress") { try? MailAddress($0) }
        try await turn.spend()
        let message = MailContent(
            subject: sending.filled(subject, turn), text: sending.filled(content, turn), from: from.isEmpty ? nil : try? Mailbox(from))
        var order = MailOrder(
            message, to: sending.recipient, in: turn.realm, purpose: "oneTimePassword", requester: turn.client.address,
            isDiscreet: sending.isSecret, server: try await server(turn))
        order.provenUser = turn.state.user
        try await turn.domain.mail.send(order)
        sending.keep(in: &turn)
        return .outcome(Outcome.only)
    }

    /// The node's own server; nil for the realm's.
    private func server(_ turn: Turn) async throws -> MailServer? {
        guard !host.isEmpty else { return nil }
        let realms = try await turn.domain.mailServers.server(for: turn.realm)
        var settings = MailServerSettings()
        (settings.host, settings.port, settings.security, settings.username) = (host, port, security.value, username)
        settings.from = from.isEmpty ? realms?.settings.from ?? "" : from
        settings.authorities = realms?.settings.authorities ?? ""
        // The password of one server is never shown to another.
        let isSame = realms?.settings.host == host && realms?.settings.username == username
        let server = MailServer(settings, password: isSame && !username.isEmpty ? realms?.password : nil)
        do { try server.check() } catch { throw JourneyRunError.fault("the node's mail server: \(error.reason)") }
        return server
    }
}
