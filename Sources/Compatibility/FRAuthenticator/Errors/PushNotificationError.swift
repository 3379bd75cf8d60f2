public import FRCore
public import Foundation
import Primitives

/// The failure to register for pushes or to answer one.
public enum PushNotificationError: FRError, Equatable {
    /// There is no device token yet.
    case missingDeviceToken
    /// It was answered before, has expired, or is of another type.
    case notificationInvalidStatus
    /// The stored data can't be read or written.
    case storageError(String)
    /// A server could not be told of the device token, with the explanation.
    case updateFailed(String)
    /// The number isn't one of those that were sent.
    case invalidChallengeResponse
    case biometricAuthenticationFailed
    /// The server can't be reached, or refused.
    case requestFailed(String)
}

extension PushNotificationError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauthenticator.pushnotification`.
    public static var errorDomain: String { "com.forgerock.ios.frauthenticator.pushnotification" }

    /// The documentation has numbers for the first three; the others follow them.
    public var code: Int {
        switch self {
        case .missingDeviceToken: 1_100_000
        case .notificationInvalidStatus: 1_100_001
        case .storageError: 1_100_002
        case .updateFailed: 1_100_003
        case .invalidChallengeResponse: 1_100_004
        case .biometricAuthenticationFailed: 1_100_005
        case .requestFailed: 1_100_006
        }
    }

    public var errorDescription: String? {
        switch self {
        case .missingDeviceToken: "It isn't known yet where notifications for this device go"
        case .notificationInvalidStatus: "The notification was answered before, has expired, or is of another type"
        case .storageError(let reason): "What the device keeps can't be read or written: \(reason)"
        case .updateFailed(let reason): "A server could not be told where notifications for this device go: \(reason)"
        case .invalidChallengeResponse: "The number isn't one of those that were sent"
        case .biometricAuthenticationFailed: "The user wasn't recognised"
        case .requestFailed(let reason): "The server did not take it: \(reason)"
        }
    }
}
