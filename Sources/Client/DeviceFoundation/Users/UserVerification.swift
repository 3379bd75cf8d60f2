public import Primitives

/// Asks the user of this device to show that it is them: face, fingerprint, PIN.
///
/// Adapters: `LocalAuthenticationVerification` on Apple systems, ``SimulatedVerification`` elsewhere.
public protocol UserVerification: Sendable {
    /// Asks, and says how it was done.
    /// - Parameter reason: the text for the user, one sentence.
    /// - Throws: `.refused` when it wasn't them or they turned away; `.unavailable` when nothing is set up.
    func verify(_ reason: String) async throws(UserVerificationError) -> VerificationMethod
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

    /// Always recognises the user by `method`; nil for a user whom it never recognises.
    public init(_ method: VerificationMethod?) { outcome = method }

    /// Returns the method that was given, without asking.
    /// - Throws: ``UserVerificationError/Code/refused`` when none was given.
    public func verify(_ reason: String) async throws(UserVerificationError) -> VerificationMethod {
        guard let outcome else { throw UserVerificationError(.refused, "the user was not recognised") }
        return outcome
    }
}
