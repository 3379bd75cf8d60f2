package import JourneyEngine
import JourneyModel
import Messaging
import Primitives

extension PasscodeByEmail: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let sending = try await PasscodeSending(turn, attribute: attribute, gathered: "emailAddress") { try? MailAddress($0) }
        try await turn.spend()
        let message = MailContent(
            subject: sending.filled(subject, turn), text: sending.filled(content, turn), from: from.isEmpty ? nil : try? Mailbox(from))
        let order = MailOrder(
            message, to: sending.recipient, in: turn.realm, purpose: "oneTimePassword", by: turn.budgetAsker(about: turn.state.user),
            isDiscreet: sending.isSecret, server: try await server(turn))
        try await turn.domain.messaging.mail.send(order)
        sending.keep(in: &turn)
        return .outcome(Outcome.only)
    }

    /// The node's own server; nil for the realm's.
    private func server(_ turn: Turn) async throws -> MailServer? {
        guard !host.isEmpty else { return nil }
        let realms = try await turn.domain.messaging.mailServers.server(for: turn.realm)
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

extension PasscodeByEmail.Security {
    var value: MailServerSettings.Security {
        switch self {
        case .tls: .tls
        case .none: .none
        case .startTLS: .startTLS
        }
    }
}
