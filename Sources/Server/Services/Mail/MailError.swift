import Primitives

/// Why a message could not be made or sent.
package struct MailError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// What should be an address, a mailbox or a server's setting isn't one.
        case invalid
        /// The realm has no mail server, and neither have those above it.
        case notConfigured
        /// The server can't be reached, or says that it can't just now.
        case unavailable
        /// The server refused the login, the recipient or the message.
        case refused
        /// Too many messages wait already, or were asked for in the last minute.
        case overloaded
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
