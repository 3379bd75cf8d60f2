package import Foundation
import Primitives

/// A text message, or what a call says.
package struct SMSMessage: Sendable, Equatable {
    package let to: PhoneNumber
    package let text: String
    package let date: Date
    package var channel = PhoneChannel.sms
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
