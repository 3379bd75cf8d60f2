package import Foundation
import Primitives

/// A text message, or what a call says.
package struct SMSMessage: Sendable, Equatable {
    /// The number of the one recipient.
    package let to: PhoneNumber
    /// The text that is sent or spoken.
    package let text: String
    /// The time of writing.
    package let date: Date
    /// The way to the recipient: a text message by default.
    package var channel = PhoneChannel.sms
    /// The details that a gateway may take besides the text.
    package var details = Details()

    package init(to: PhoneNumber, text: String, date: Date) {
        self.to = to
        self.text = text
        self.date = date
    }

    /// The details of a message besides its text.
    package struct Details: Sendable, Equatable, Codable {
        /// The sender of a text message; nil for the gateway's own.
        package var sender: String?
        /// The extension that a call dials behind the number: digits, `,`, `#` and `*`.
        package var phoneExtension: String?
        /// The language and the voice of a call.
        package var locale: String?
        /// The voice of a call, as the gateway names it; nil for its own.
        package var voice: String?

        package init() {}
    }
}

/// Hands text messages to a provider that delivers them.
package protocol SMSSender: Sendable {
    /// Sends a message; returns when the gateway has taken it.
    ///
    /// - Parameter gateway: nil when none is configured.
    /// - Throws: ``MessageError``.
    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError)

    /// Finds what is wrong before anything is sent: that no gateway is configured, or that it can't be told what the message needs.
    ///
    /// - Throws: ``MessageError``, as ``send(_:by:)`` would.
    func check(_ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details) throws(MessageError)
}
