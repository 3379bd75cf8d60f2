public import Primitives

/// The refusal of an SD-JWT (RFC 9901 §7), or of claims of which none can be made.
public struct SDJWTError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// Not an SD-JWT: no tilde, no signed token, a payload that isn't JSON, members of the wrong type.
        case malformed
        /// More bytes, more Disclosures or a deeper structure than the limits allow.
        case tooLarge
        /// The issuer's signature is of an algorithm that the verifier doesn't allow.
        case algorithmNotAllowed
        /// No key of the issuer's fits the signature.
        case noMatchingKey
        /// The issuer's signature isn't over this token.
        case invalidSignature
        /// `typ` isn't the expected one.
        case wrongType
        /// `iss` isn't the expected one.
        case wrongIssuer
        /// `_sd_alg` names a hash algorithm that the verifier doesn't allow (§4.1.1).
        case hashNotAllowed
        /// A Disclosure that isn't base64url of a JSON array with a salt.
        case malformedDisclosure
        /// A Disclosure of an array's element where a member's digest stands, or the other way round.
        case wrongDisclosureKind
        /// A Disclosure, or a claim in the clear, with a name that only the format may use.
        case reservedName
        /// A Disclosure of a member that its object has already.
        case duplicateName
        /// One digest in two places.
        case duplicateDigest
        /// A Disclosure a second time.
        case duplicateDisclosure
        /// A Disclosure that no digest refers to.
        case unreferencedDisclosure
        /// A claim that the verifier requires is neither in the clear nor disclosed.
        case missingClaim
        /// `exp` has passed.
        case expired
        /// `nbf` or `iat` is yet to come.
        case notYetValid
        /// `aud` names another verifier.
        case wrongAudience
        /// No proof of the holder's key where one is required.
        case missingKeyBinding
        /// A proof of the holder's key where an issuer must not send one.
        case unexpectedKeyBinding
        /// The token names no key of its holder (`cnf`), or one that can't verify.
        case missingHolderKey
        /// The holder's proof isn't a signed token with its claims.
        case malformedKeyBinding
        /// The holder's proof isn't signed by the key that the token names.
        case invalidKeyBinding
        /// `typ` of the holder's proof isn't `kb+jwt`.
        case wrongKeyBindingType
        /// The holder's proof was made too long ago, or in the future.
        case staleKeyBinding
        /// `nonce` of the holder's proof isn't the verifier's.
        case wrongNonce
        /// `aud` of the holder's proof isn't the verifier.
        case wrongKeyBindingAudience
        /// `sd_hash` of the holder's proof isn't that of this token with these Disclosures.
        case wrongPresentation
        /// The cryptographic library could not sign.
        case signingFailed
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence. It holds no claim's value.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
