package import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives

/// A user whose proof is too old for what they ask (``Freshness``).
package struct StaleCaller: WireConvertible {
    /// The number of seconds that the proof may be old.
    package let maxAge: Int
    /// Whether it came with a token.
    package let isToken: Bool

    /// The text for a developer.
    package static let message = "sign in anew: this can be changed only soon after"

    /// The value of `WWW-Authenticate` for a caller that came with a token (RFC 9470 §3).
    package var challenge: String {
        "Bearer realm=\"OAuth\", error=\"insufficient_user_authentication\", error_description=\"\(Self.message)\", max_age=\"\(maxAge)\""
    }

    /// The error on the wire: with a token in RFC 9470's words, with a session by a code of ours.
    package var wire: WireError {
        let detail: JSONValue = ["errorCode": "insufficient_user_authentication", "maxAge": .integer(Int64(maxAge))]
        guard isToken else { return WireError(.forbidden, Self.message, detail: detail) }
        return WireError(.unauthorized, Self.message, detail: detail, headers: [.wwwAuthenticate: challenge])
    }
}

extension WireError {
    /// A session that isn't of a journey, or of the level, that its realm requires.
    package static let insufficientSignIn = WireError(
        .forbidden, "the session is not of a sign-in that the realm requires", detail: ["errorCode": "unmet_authentication_requirements"])
}
