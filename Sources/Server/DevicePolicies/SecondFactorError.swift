package import Foundation
package import Foundations
import Primitives

/// The error of an authentication by a device that goes no further.
package struct SecondFactorError: PublicError, CustomStringConvertible {
    /// The reason of the error.
    package enum Code: Sendable, Equatable {
        /// There is no such authentication, or it isn't this realm's.
        case unknown
        /// Its time is over.
        case expired
        /// It isn't at the point where this can be done.
        case wrongState
        /// The device isn't the user's, or can't be used now.
        case unusableDevice
        /// The device must show its integrity before it may decide anything.
        case untrustedDevice
        /// The passcode is wrong, was used, or has expired.
        case wrongPasscode
        /// The passcode is a hardware token's that is out of step; the next one shows that it is the token.
        case anotherPasscodeNeeded
        /// The authenticator's answer doesn't hold.
        case wrongAnswer
        /// Too many passcodes were wrong; ``lockedUntil`` says until when the device is locked.
        case locked
        /// Too many passcodes came from one address.
        case overloaded
        /// The mobile payload is refused.
        case payload
        /// MFA isn't enabled for the user, or the user may not sign in.
        case disabled
        /// A request that can't be.
        case invalid
        /// The message with the code could not be sent.
        case notSent
        /// The notification policy's messages of the day are used up.
        case quotaExceeded
    }

    package let code: Code
    package let reason: String
    /// The time until which the device or account is locked; nil when none is.
    package let lockedUntil: Date?

    package init(_ code: Code, _ reason: String, lockedUntil: Date? = nil) {
        self.code = code
        self.reason = reason
        self.lockedUntil = lockedUntil
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .unknown: .unknown
        case .expired: .ended
        case .unusableDevice, .untrustedDevice, .wrongPasscode, .anotherPasscodeNeeded, .wrongAnswer, .payload, .invalid: .invalid
        case .wrongState, .locked, .disabled, .notSent, .quotaExceeded: .refused
        case .overloaded: .limited
        }
    }
}
