import Primitives
package import Foundations

/// The refusal of a message for a device.
package struct PushError: PublicError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// The application has no credentials that its provider accepts.
        case missingCredentials
        /// The device has told no address.
        case missingDeviceToken
        /// The app was told that it may not be notified.
        case disabled
        /// A part of an address isn't what it should be.
        case invalidAddress
        /// It has more than fits into a message.
        case tooLarge
        /// The address was good once; the device must tell a new one.
        case unregistered
        /// The provider refused the message.
        case refused
        /// The provider can't be reached, or says that it can't just now.
        case unavailable
        /// The message isn't needed any more, or a later one of its id is on its way.
        case superseded
    }

    package let code: Code
    /// The text for an administrator.
    package let reason: String
    /// The text for the person: one of the platform's words, or the provider's own (`docs/protocols/platform.md` 13.5).
    package let name: String

    /// - Parameter name: the word for it; follows from the code unless the provider has one.
    package init(_ code: Code, _ reason: String, name: String? = nil) {
        self.code = code
        self.reason = reason
        self.name = name ?? code.name
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .unavailable: .busy
        case .missingCredentials, .missingDeviceToken, .disabled, .invalidAddress, .tooLarge, .unregistered, .refused, .superseded: .refused
        }
    }
}

extension PushError.Code {
    fileprivate var name: String {
        switch self {
        case .missingCredentials: "MissingPushCredentials"
        case .missingDeviceToken: "MissingDeviceToken"
        case .disabled: "PushDisabled"
        case .invalidAddress, .unregistered: "BadDeviceToken"
        case .tooLarge: "PayloadTooLarge"
        case .refused: "Refused"
        case .unavailable: "ServiceUnavailable"
        case .superseded: "Superseded"
        }
    }
}
