package import Foundation
import Primitives

/// A text message.
package struct SMSMessage: Sendable, Equatable {
    package let to: PhoneNumber
    package let text: String
    package let date: Date

    package init(to: PhoneNumber, text: String, date: Date) {
        self.to = to
        self.text = text
        self.date = date
    }
}

/// Hands text messages to somebody who delivers them.
package protocol SMSSender: Sendable {
    /// Sends a message; returns when the gateway has taken it.
    ///
    /// - Parameter gateway: nil when none is configured.
    /// - Throws: ``MessageError``.
    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError)
}
