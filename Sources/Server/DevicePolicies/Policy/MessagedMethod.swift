import Primitives
package import ResourceMessages
package import Foundations

/// The part of a policy about passcodes that are sent: by text message, call, mail or WhatsApp.
package struct MessagedMethod: Sendable, Equatable {
    /// Whether users may use devices of the kind.
    package var isEnabled = false
    /// Whether no new device of the kind can be paired.
    package var isPairingDisabled = false
    /// Whether the user is asked for a name of a new device; only false is taken, since the client that pairs a device asks.
    package var promptsForNickname = false
    /// nil as long as nothing was said of it; see ``passcode``.
    package var otp: MessagedPasscode?

    package init() {}

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// The rules of its passcodes: those that were set, else the standard ones.
    package var passcode: MessagedPasscode { otp ?? MessagedPasscode() }
}

/// The rules of a passcode that is sent.
package struct MessagedPasscode: Sendable, Equatable {
    /// NIST SP 800-63B-4 §3.1.3.2 has it end within ten minutes.
    package var lifetime = TimeSpan(10, .minutes)
    /// The wrong passcodes in a row that are taken, and the rest after them.
    package var failure = FailureLimit.messaged
    /// The number of digits.
    package var length = 6

    package init() {}
}

extension MessagedPasscode: Shaped {
    package static let shapeName = "MessagedPasscode"
    package static let members: [Member<Self>] = [
        Member("lifetime", \.lifetime, .span(10...1800, [.seconds, .minutes])).formerly("lifeTime"),
        Member("failure", \.failure, .messagedFailures),
        Member("length", \.length, .integer(6...10)).formerly("otpLength"),
    ]
}

extension MessagedMethod: Shaped {
    package static let shapeName = "MessagedMethod"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("promptsForNickname", \.promptsForNickname, .flag).formerly("promptForNicknameOnPairing"),
        Member("otp", optional: \.otp, .object),
    ]
}
