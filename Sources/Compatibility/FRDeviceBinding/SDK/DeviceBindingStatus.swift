import DeviceBinding
public import Foundation
import Primitives

/// The failure to bind a device, or to sign ("Error handling").
public enum DeviceBindingStatus: LocalizedError, Equatable, Sendable {
    /// It took longer than the server gives.
    case timeout
    /// The user turned away, or something unforeseen went wrong.
    case abort
    /// The device has nothing of the kind that the server asks for.
    case unsupported(errorMessage: String?)
    /// No key on this device is bound to the user.
    case unRegister
    /// No key on this device is bound to the user, as an app's own authenticator may say; the module says ``unRegister``.
    case clientNotRegistered
    /// The user didn't pass what guards the key.
    case unAuthorize
    /// A claim of the app's own has the name of one of the protocol's.
    case invalidCustomClaims

    /// The outcome of the server's node that stands for it.
    public var clientError: String { modern.clientError }

    /// The explanation for a developer.
    public var errorMessage: String {
        switch self {
        case .timeout: "Authentication timed out"
        case .abort: "User or device aborted"
        case .unsupported(let message): message ?? "Device or authentication type is not supported"
        case .unRegister, .clientNotRegistered: "No key on this device is bound to the user"
        case .unAuthorize: "The user failed the authentication that guards the key"
        case .invalidCustomClaims: "Custom claims have the name of a reserved claim"
        }
    }

    public var errorDescription: String? { errorMessage }

    init(_ error: DeviceBindingError) {
        self =
            switch error.code {
            case .timeout: .timeout
            case .unsupported: .unsupported(errorMessage: error.reason)
            case .unregistered: .unRegister
            case .unauthorized: .unAuthorize
            case .invalidClaims: .invalidCustomClaims
            default: .abort
            }
    }

    var modern: DeviceBindingError {
        let code: DeviceBindingError.Code =
            switch self {
            case .timeout: .timeout
            case .abort: .abort
            case .unsupported: .unsupported
            case .unRegister, .clientNotRegistered: .unregistered
            case .unAuthorize: .unauthorized
            case .invalidCustomClaims: .invalidClaims
            }
        return DeviceBindingError(code, errorMessage)
    }
}
