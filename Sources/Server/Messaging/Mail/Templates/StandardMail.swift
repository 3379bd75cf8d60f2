import Primitives
import Translations

/// A mail of the server's own, in one language, with the placeholders of templates.
///
/// None of these says anything that was typed by a person who hasn't proved to own the address: strangers would get texts of others'
/// making.
struct StandardMail: Sendable {
    let subject: String
    /// HTML.
    let message: String

    /// - Parameter name: the template's name; nil for a name that no mail of ours has.
    init?(_ name: String, in language: Language) {
        let mails = language.catalogue.mails
        switch name {
        case "registration": self.init(mails.registration, mails)
        case "resetPassword": self.init(mails.resetPassword, mails)
        case "updatePassword": self.init(mails.updatePassword, mails)
        case "forgottenUsername": self.init(mails.forgottenUsername, mails)
        case "confirmEmail": self.init(mails.confirmEmail, mails)
        case "welcome": self.init(subject: mails.welcome.subject, message: "<p>\(mails.welcome.text)</p>")
        case AccountNotices.template: self.init(mails.accountChanged)
        case "passwordRecovery":
            let mail = mails.passwordRecovery
            self.init(subject: mail.subject, message: "<p>\(mail.text)</p><p>\(mail.unasked)</p>")
        default: return nil
        }
    }

    private init(subject: String, message: String) {
        self.subject = subject
        self.message = message
    }

    /// A mail with a link, by which a journey continues.
    private init(_ mail: MailPhrases.Linking, _ mails: MailPhrases) {
        self.init(
            subject: mail.subject,
            message: "<p>\(mail.text)</p><p><a href=\"{{object.resumeURI}}\">\(mail.link)</a></p><p>\(mails.unasked)</p>")
    }

    /// The message that tells owners of a change to their account: `{{object.at}}` is the time, and for each thing that was changed
    /// there is
    /// a flag, such as `{{#if object.password}}`.
    private init(_ mail: MailPhrases.Changes) {
        let changes = AccountNotice.allCases.map { notice in
            "{{#if object.\(notice.rawValue)}}<li>\(mail.text(of: notice))</li>{{/if}}"
        }
        self.init(subject: mail.subject, message: "<p>\(mail.lead)</p><ul>\(changes.joined())</ul><p>\(mail.end)</p>")
    }

    /// The subject or the message of a template that has no more than our English one, in the reader's language; nil for a text of an
    /// administrator's.
    static func text(_ member: String, of name: String, written: [(language: String, text: String)], for languages: [String]) -> String? {
        guard written.count == 1, written[0].language == "en", let english = Self(name, in: .english)?.member(member),
            english.isExactly(written[0].text)
        else { return nil }
        return Self(name, in: Language(preferring: languages))?.member(member)
    }

    private func member(_ name: String) -> String? {
        switch name {
        case "subject": subject
        case "message": message
        default: nil
        }
    }
}

extension MailPhrases.Changes {
    fileprivate func text(of notice: AccountNotice) -> String {
        switch notice {
        case .password: password
        case .mail: mail
        case .name: name
        case .factorAdded: factorAdded
        case .factorRemoved: factorRemoved
        }
    }
}
