public import Primitives

/// Asks the user of this device to show that it is them: face, fingerprint, PIN.
///
/// Adapters: `LocalAuthenticationVerification` on Apple systems, ``SimulatedVerification`` elsewhere. Callers ask by
/// ``verify(_:by:)``, which holds each adapter to the factors that count.
public protocol UserVerification: Sendable {
    /// Asks the user with the factors that count and no other, and returns the one that was used; the weakest that it may have been
    /// where that can't be told.
    /// - Parameter reason: the text for the user, one sentence.
    /// - Throws: `.refused` when it wasn't them; `.cancelled` when they turned away; `.unavailable` when nothing is set up.
    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod
    /// The biometrics that are enrolled on the device.
    func enrollment() async -> BiometricEnrollment
}

extension UserVerification {
    /// Asks the user, and returns how it was done: by one of the factors that count.
    /// - Parameter reason: the text for the user, one sentence.
    /// - Throws: `.refused` when it wasn't them, or they showed it by another factor; `.cancelled` when they turned away; `.unavailable`
    ///   when nothing is set up.
    public func verify(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        let method = try await ask(reason, by: factors)
        guard factors.contain(method) else {
            throw UserVerificationError(.refused, "the user was verified by \(method), which isn't face or finger")
        }
        return method
    }
}

/// The factors that count for a verification of the user.
public enum UserFactors: Sendable, Hashable, CaseIterable {
    /// Face or finger; the device's passcode doesn't count.
    case biometrics
    /// Face or finger, or the device's own passcode instead.
    case biometricsOrPasscode

    func contain(_ method: VerificationMethod) -> Bool {
        self == .biometricsOrPasscode || [.face, .fingerprint].contains(method)
    }
}

/// The state of the biometrics that are enrolled on a device.
public enum BiometricEnrollment: Sendable, Hashable {
    /// A value of the system's that changes with each face or finger that is added or removed.
    case enrolled([UInt8])
    /// No face and no finger is enrolled.
    case absent
    /// The device doesn't tell, or not now: after too many wrong fingers, say.
    case unknown

    /// The value of the system's; nil unless some are enrolled.
    public var state: [UInt8]? { if case .enrolled(let state) = self { state } else { nil } }
}

/// The method by which a user was verified: a value of `amr` (RFC 8176 §2).
public struct VerificationMethod: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// `face`: facial recognition.
    public static let face = Self(rawValue: "face")
    /// `fpt`: a fingerprint.
    public static let fingerprint = Self(rawValue: "fpt")
    /// `pin`: a personal identification number, or the device's passcode.
    public static let pin = Self(rawValue: "pin")
    /// `user`: a touch, which shows that a person was there.
    public static let presence = Self(rawValue: "user")
}

/// The failure to verify a user.
public struct UserVerificationError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// It wasn't them; or they turned away, where that can't be told apart.
        case refused
        /// They turned away.
        case cancelled
        /// The device has no means for it, or none is set up.
        case unavailable
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}

/// Stands in for a sensor: for tests, simulations, and machines that have none.
public struct SimulatedVerification: UserVerification {
    private let outcome: VerificationMethod?
    private let enrolled: BiometricEnrollment

    /// Always recognises the user by `method`; nil for a user whom it never recognises.
    /// - Parameter enrollment: the biometrics that it says are enrolled; by default it doesn't tell.
    public init(_ method: VerificationMethod?, enrollment: BiometricEnrollment = .unknown) {
        (outcome, enrolled) = (method, enrollment)
    }

    /// Returns the method that was given, without asking.
    /// - Throws: ``UserVerificationError/Code/refused`` when none was given.
    public func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        guard let outcome else { throw UserVerificationError(.refused, "the user was not recognised") }
        return outcome
    }

    /// Returns the enrollment that was given.
    public func enrollment() async -> BiometricEnrollment { enrolled }
}
