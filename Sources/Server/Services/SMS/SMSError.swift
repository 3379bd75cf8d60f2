import Primitives

/// Why a text message could not be sent.
package struct SMSError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// What should be a telephone number or a gateway's setting isn't one.
        case invalid
        /// The realm has no SMS gateway, and neither have those above it.
        case notConfigured
        /// The gateway can't be reached, or says that it can't just now.
        case unavailable
        /// The gateway refused the message.
        case refused
        /// Too many messages were asked for in the last minute.
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
