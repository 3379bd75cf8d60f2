public import Primitives
import WebAuthn

/// The refusal of evidence of a device's integrity.
public struct IntegrityError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// It isn't in the maker's format, or too large.
        case malformed
        /// The certificates don't lead to a trusted root, or one has expired.
        case untrustedChain
        /// It is for another request: nonce or request hash differ.
        case wrongRequest
        /// It is for another app.
        case wrongApp
        /// It was made in another environment, such as development.
        case wrongEnvironment
        /// It is about another key.
        case wrongKey
        /// The signature isn't the key's.
        case wrongSignature
        /// It was used before: the counter didn't rise.
        case replayed
        /// It was made too long ago, or in the future.
        case expired
        /// It can't be decrypted with the app's key.
        case undecipherable
        /// The maker doesn't recognise the app.
        case unrecognizedApp
        /// The maker doesn't vouch for the device.
        case unsoundDevice
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence without secrets.
    public let reason: String
    /// The error beneath this one; nil when there is none.
    public let underlying: (any Error)?

    /// Makes an integrity error of its members, which are taken unchecked. By default `underlying` is nil.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }

    /// Says of authenticator data that can't be read that the evidence is malformed.
    static func of<Value>(_ read: @autoclosure () throws(WebAuthnError) -> Value) throws(IntegrityError) -> Value {
        do { return try read() } catch { throw IntegrityError(.malformed, error.reason, underlying: error) }
    }
}
