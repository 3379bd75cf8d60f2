import Primitives
package import Foundations

/// The failure to make or send a message, by mail or by SMS.
package struct MessageError: PublicError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// A value that should be an address, a telephone number or the setting of a server or gateway isn't one.
        case invalid
        /// The realm has no mail server or SMS gateway, and neither have those above it.
        case notConfigured
        /// The server or gateway can't be reached, or says that it can't just now.
        case unavailable
        /// The server or gateway refused the login, the recipient or the message.
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

    package var kind: ErrorKind {
        switch code {
        case .invalid: .invalid
        case .notConfigured, .unavailable, .refused: .refused
        case .overloaded: .limited
        }
    }
}
