import Primitives
import Translations

/// Sends the run's code by e-mail, by the realm's mail server unless the node names another.
package struct PasscodeByEmail: NodeDeclaration {
    package static let type = NodeType(
        "OneTimePasswordSmtpSenderNode", alias: "passcodeByEmail", title: "OTP Email Sender", "Sends the one-time passcode by e-mail.",
        secrets: PasscodeKey.all)
    package static let settings = [
        NodeSetting<Self>("hostName", \.host, "A mail server; empty for the realm's."),
        NodeSetting<Self>("hostPort", \.port, in: 0...65535, "Its port; 0 for the usual one."),
        NodeSetting<Self>("sslOption", \.security, "How the connection is protected."),
        NodeSetting<Self>(
            "username", \.username, "The user name at the mail server; the realm's mail server has the password, if it is the same server."),
        NodeSetting<Self>("fromEmailAddress", \.from, "The sender of the message; empty for the realm's."),
        NodeSetting<Self>("emailAttribute", \.attribute, "The attribute that the address is in."),
        NodeSetting<Self>("emailSubject", \.subject, "The subject."),
        NodeSetting<Self>("emailContent", \.content, "The text of the message: {{OTP}} is the code, {{User}} the user name."),
    ]
    package static let state = StateUse(
        reads: [PasscodeKey.code, "username", "emailAddress", "objectAttributes"],
        writes: [PasscodeKey.code, PasscodeKey.user, PasscodeKey.mail])

    /// The protection of the connection to the node's own mail server, by AM's names.
    package enum Security: String, SettingValue, CaseIterable {
        case tls = "SSL", none = "NON_SSL", startTLS = "START_TLS"
    }

    package var host = ""
    package var port = 0
    package var security = Security.tls
    package var username = ""
    package var from = ""
    package var attribute: AttributeName = "mail"
    package var subject = LocalizedText(\.passcodeSubject)
    package var content = LocalizedText(\.passcodeMail)

    package init() {}

    package var objections: [SettingObjection] {
        guard !from.isEmpty else { return [] }
        let isOne = MailSyntax.isMailbox(from)
        return isOne ? [] : [SettingObjection("fromEmailAddress", "\(from.prefix(100)) is no e-mail address of the form name@example.com")]
    }
}
