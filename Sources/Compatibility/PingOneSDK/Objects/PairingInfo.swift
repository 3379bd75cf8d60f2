public import Foundation
import DeviceMessages
import MFA
import Primitives

/// The result of pairing: the ways to authenticate, and the state of each.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class PairingInfo: NSObject, @unchecked Sendable {  // the documented variable may be set; the SDK doesn't look at it again
    /// Push and one-time passcode, always both.
    public var authenticatorsArray: [AuthenticatorModel]

    init(_ outcomes: [PairingOutcome]) {
        let outcome = outcomes.last
        authenticatorsArray = [
            AuthenticatorModel(.push, of: outcome), AuthenticatorModel(.oneTimePasscode, of: outcome),
        ]
    }
}

/// One way to authenticate, and how it stands.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class AuthenticatorModel: NSObject, @unchecked Sendable {  // all is constant
    /// The way to authenticate.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public enum AuthenticatorType: Int, Sendable {
        case unknown = -1
        /// The pushes, 0.
        case push = 0
        /// The one-time passcodes, 1.
        case oneTimePasscode
    }

    /// The state of the way.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public enum AuthenticatorStatus: Int, Sendable {
        case unknown = -1
        /// The method works, 0.
        case completed = 0
        /// The method does not work, 1.
        case failed
    }

    /// The way to authenticate.
    public final let type: AuthenticatorType
    /// The state of the way.
    public final let status: AuthenticatorStatus
    /// The code of the failure: one of the documented ones, such as `MissingDeviceToken`, or the push service's own; nil without a failure.
    public final let errorCode: String?
    /// The same in a sentence.
    public final let errorMessage: String?

    init(_ type: AuthenticatorType, of outcome: PairingOutcome?) {
        self.type = type
        let failure = outcome?.failures[type == .push ? .push : .passcode]
        switch failure {
        case .some(.some(let failure)):
            status = .failed
            errorCode = failure.rawValue
            errorMessage = Self.messages[failure] ?? "the push service refuses this device"
        case .some(.none):
            status = .completed
            errorCode = nil
            errorMessage = nil
        case .none:
            status = .unknown
            errorCode = nil
            errorMessage = nil
        }
    }

    private static let messages: [PairingResult.Failure: String] = [
        .missingPushCredentials: "There are no push credentials on the server.",
        .missingDeviceToken: "There is no device token on the server.",
        .pushDisabled: "Push is disabled.",
        .passcodeRetriesExceeded: "Too many passcodes were tried.",
        .invalidPasscode: "The passcode is not valid.",
        .passcodeExpired: "The passcode came too late.",
        .unsynchronizedClock: "The clock of this device is wrong.",
    ]
}
