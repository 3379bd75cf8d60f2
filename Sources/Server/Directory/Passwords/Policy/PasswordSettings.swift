package import Foundations
import Primitives
import ResourceMessages

/// The demands of a realm on passwords.
package struct PasswordSettings: SettingsSection {
    package var passwordMinimumLength = 15
    package var passwordMaximumLength = 128
    package var passwordHistory = 0
    package var passwordChangeEndsSessions = true

    package init() {}

    package static let fields: [Setting] = [
        // NIST SP 800-63B-4 asks for 15 where a password alone signs a user in, allows no fewer than 8, and asks that 64 be taken.
        Setting(
            4010, "passwordMinimumLength", \.passwordMinimumLength, .number(8...1024), "How many characters a new password has at least."),
        Setting(
            4020, "passwordMaximumLength", \.passwordMaximumLength, .number(8...1024), "How many characters a new password has at most."),
        Setting(4030, "passwordHistory", \.passwordHistory, .number(0...24), "How many of a user's last passwords can't be chosen again."),
        Setting(
            4040, "passwordChangeEndsSessions", \.passwordChangeEndsSessions, .flag,
            "Whether a new password ends the user's other sessions, and what was granted in them."),
    ]
}

extension PasswordSettings {
    package func check() throws(DomainError) {
        guard passwordMinimumLength <= passwordMaximumLength else {
            throw DomainError(.invalid, "passwordMinimumLength is greater than passwordMaximumLength")
        }
    }
}
