package import DeviceRegistry
package import Directory
package import Foundation
package import MultiFactor
package import OAuthMessages
package import Primitives
package import WebAuthn

/// The standing of a flow, for the client that shows it.
package struct Flow: Sendable {
    /// The standing of a flow; its raw value is the name in the API.
    package enum Status: String, Sendable, CaseIterable {
        case usernamePasswordRequired = "USERNAME_PASSWORD_REQUIRED"
        case signOnRequired = "SIGN_ON_REQUIRED"
        case passwordRequired = "PASSWORD_REQUIRED"
        case recoveryRequired = "RECOVERY_CODE_REQUIRED"
        case selectionRequired = "DEVICE_SELECTION_REQUIRED"
        case passcodeRequired = "OTP_REQUIRED"
        case assertionRequired = "ASSERTION_REQUIRED"
        case pushRequired = "PUSH_CONFIRMATION_REQUIRED"
        case pushTimedOut = "PUSH_CONFIRMATION_TIMED_OUT"
        case completed = "COMPLETED"
        case failed = "FAILED"
    }

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    package let status: Status
    /// Whether a user who has forgotten the password it asks for can get a new one.
    package var allowsRecovery = false
    /// The user who has shown who they are.
    package var user: User?
    /// The question that one of the user's devices is asked.
    package var device: DeviceAuthentication?
    /// The handle of the session that it has made.
    package var session: String?
    /// The authorization response, once it is completed.
    package var response: FormBody?
    /// The reason of a failure, with its code in the API; nil for a flow that hasn't failed.
    package var failure: (code: String, message: String)?
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package let expires: Date
    /// The client's cookie from now on; nil when it stays.
    package var cookie: Secret?
}

/// An action of a client in a flow.
package enum FlowAction: Sendable {
    /// Checks the password of a user name; without one, that of the user who was looked up.
    case checkPassword(username: String?, password: Secret)
    case lookUp(username: String)
    case device(FlowDeviceCommand)
    case recovery(RecoveryCommand)
    /// Forgets who has signed in so far.
    case reset
}

/// A command about the device authentication that a run stands at, in place of an answer to its callbacks.
package enum FlowDeviceCommand: Sendable {
    /// The device to select, and the authenticators that the browser has, where the client says so.
    case select(UUID, Browser.Compatibility?)
    case passcode(Secret)
    /// The answer of a passkey, where it was given, and which authenticators the browser has, where the client says so.
    case assertion(AuthenticationResponse, origin: String, Browser.Compatibility?)
    case cancelPush(PushCancellationReason)
}

/// A command of a user who has forgotten the password.
package enum RecoveryCommand: Sendable {
    /// Sends a code to the user of a name.
    case forgot(username: String)
    /// Sends another code.
    case sendCode
    /// Sets a new password by the code.
    case finish(code: Secret, password: Secret)
}

/// The refusal of an action of a flow.
package struct FlowError: CodedError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// There is no such flow, it died, or it is another client's.
        case unknown
        /// It doesn't stand where this can be done.
        case wrongState
        /// User name and password aren't a user's.
        case wrongPassword
        /// Another request continues with it.
        case busy
    }

    package let code: Code
    /// The text for a developer.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
