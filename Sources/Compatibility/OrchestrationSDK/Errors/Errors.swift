import Orchestration
import Primitives

/// An error that belongs to no flow's user: the app shows or logs it.
public struct OrchestrationError: Error, Sendable {
    /// One of ``OrchestrationErrorCodes``.
    public let errorCode: Int
    /// The error beneath.
    public let exception: any Error
}

/// The server's refusal.
public struct OrchestrationServerError: Error, Sendable, Equatable {
    /// The addition of the customer's server.
    public let customPayload: String
    /// A sentence for people.
    public let readableMessage: String
}

/// A remark that ends no flow.
public struct OrchestrationWarning: Sendable {
    /// One of ``OrchestrationWarningCodes``.
    public let warningCode: Int
    /// The error beneath, when there is one.
    public let exception: (any Error)?
}

extension OrchestrationWarning {
    init(_ warning: Orchestration.OrchestrationWarning, exception: (any Error)?) {
        self.init(warningCode: warning.rawValue, exception: exception)
    }
}

/// An input that wasn't taken.
public struct InputError: Error, Sendable {
    /// One of ``OrchestrationErrorCodes``.
    public let errorCode: Int
    /// The error beneath.
    public let inputException: any Error
}

/// A password that wasn't taken.
public struct PasswordError: Error, Sendable, Equatable {
    /// One of ``OrchestrationErrorCodes``.
    public let errorCode: Int
}

/// An input of an activation that wasn't taken.
public struct OnlineActivationInputError: Error, Sendable {
    /// One of ``OrchestrationErrorCodes``.
    public let errorCode: Int
    /// The error beneath.
    public let activationInputException: any Error
}

/// Is told of errors that belong to no flow's user.
public protocol OrchestrationErrorDelegate {
    /// Something failed on the device.
    func onOrchestrationError(_ error: OrchestrationError)
    /// The server refused a command.
    func onOrchestrationServerError(_ error: OrchestrationServerError)
}

/// Is told of warnings.
public protocol OrchestrationWarningDelegate {
    /// There is a remark.
    func onOrchestrationWarning(_ warning: OrchestrationWarning)
}

/// The name that Android has for ``OrchestrationErrorDelegate``.
public typealias OrchestrationErrorCallback = OrchestrationErrorDelegate
/// The name that Android has for ``OrchestrationWarningDelegate``.
public typealias OrchestrationWarningCallback = OrchestrationWarningDelegate

typealias DeviceFailure = Orchestration.OrchestrationError

extension DeviceFailure.Code {
    /// Whether what the user or the app put in is wrong.
    var isInput: Bool { (-8054 ... -8020).contains(number) && self != .userNotActivated && self != .userActivated }
    /// Whether a password is at fault.
    var isPassword: Bool { (-8047 ... -8040).contains(number) }
}
