public import Foundation
import JOSE
public import Primitives

/// The signature of a customer's server, in `Authorization: PINGID-HMAC=<JWT>`: HS256 by the account's API key.
///
/// Header and payload of the JWT are those that the product's users send; `X-Request-ID` and `expires` make it good once and for a time.
public struct RequestSignature: Sendable, Equatable {
    /// The scheme of the header field `Authorization`.
    public static let scheme = "PINGID-HMAC"
    /// The longest time until a signature expires, in seconds; so long a server remembers request ids.
    public static let longestLife: TimeInterval = 3600

    /// The account's id, `account_id`.
    public var account: String
    /// The name of the API key, `token`.
    public var token: String
    /// The request's own id, `X-Request-ID`; nil where the caller gave none.
    public var requestID: String?
    /// The time when the signature expires, `expires`; nil where the caller gave none.
    public var expires: Date?

    /// Makes a signature's header of its members, which are taken unchecked.
    public init(account: String, token: String, requestID: String?, expires: Date?) {
        self.account = account
        self.token = token
        self.requestID = requestID
        self.expires = expires
    }

    /// The value of `Authorization` for a request.
    /// - Parameter key: the API key's bytes, 32 or more.
    /// - Throws: ``RequestSignatureError/Code/key`` for a key that is too short; ``RequestSignatureError/Code/malformed`` for a request
    ///   that can't be signed (``SignedRequest/digest``).
    public func field(for request: SignedRequest, key: Secret) throws(RequestSignatureError) -> String {
        "\(Self.scheme)=" + (try SignedDigest.sign(request.digest, header: header, key: key))
    }

    private var header: JSONObject {
        var header: JSONObject = ["typ": "JWT", "account_id": .string(account), "token": .string(token), "jwt_version": "v4"]
        header["X-Request-ID"] = requestID.map(JSONValue.string)
        header["expires"] = expires.map { .string($0.formatted(.iso8601)) }
        return header
    }
}

/// A signature as it came: it says whose key it claims, and is worth nothing until that key has verified it.
public struct UnverifiedRequestSignature: Sendable {
    /// The header, not verified yet.
    public let claimed: RequestSignature
    private let digest: SignedDigest

    /// Reads the value of `Authorization`; between scheme and JWT an equals sign or a space is taken.
    /// - Throws: ``RequestSignatureError/Code/malformed``.
    public init(_ field: String) throws(RequestSignatureError) {
        guard field.hasPrefix(RequestSignature.scheme), let separator = field.dropFirst(RequestSignature.scheme.count).first,
            separator == "=" || separator == " "
        else { throw RequestSignatureError(.malformed, "Authorization has another scheme than \(RequestSignature.scheme)") }
        digest = try SignedDigest(String(field.dropFirst(RequestSignature.scheme.count + 1)))
        guard digest.header["jwt_version"]?.string == "v4" else {
            throw RequestSignatureError(.malformed, "jwt_version of the signature isn't v4")
        }
        claimed = RequestSignature(
            account: try digest.text("account_id"), token: try digest.text("token"), requestID: try digest.optionalText("X-Request-ID"),
            expires: try Self.expiry(digest))
    }

    /// Verifies that a key signed this very request, and that it is still good. That it wasn't sent before is the caller's to see.
    ///
    /// - Parameters:
    ///   - key: the API key of ``claimed``.
    ///   - needsExpiry: whether a signature without `expires` or `X-Request-ID` is refused, as it is by default: it could be repeated
    ///     for ever.
    /// - Throws: ``RequestSignatureError/Code/signature``; ``RequestSignatureError/Code/altered`` for another request;
    ///   ``RequestSignatureError/Code/expired``; ``RequestSignatureError/Code/key``; ``RequestSignatureError/Code/malformed`` for a request
    ///   whose signature would be another's as well (``SignedRequest/digest``).
    public func verify(
        _ request: SignedRequest, key: Secret, at now: Date, needsExpiry: Bool = true
    ) throws(RequestSignatureError) -> RequestSignature {
        try digest.verify(request.digest, key: key)
        guard let expires = claimed.expires, claimed.requestID != nil else {
            guard needsExpiry else { return claimed }
            throw RequestSignatureError(.expired, "the signature lacks expires or X-Request-ID")
        }
        guard now < expires, expires.timeIntervalSince(now) <= RequestSignature.longestLife else {
            throw RequestSignatureError(.expired, "the signature has expired, or would live too long")
        }
        return claimed
    }

    private static func expiry(_ digest: SignedDigest) throws(RequestSignatureError) -> Date? {
        guard let text = try digest.optionalText("expires") else { return nil }
        guard text.utf8.count <= 32, let date = try? Date(text, strategy: .iso8601) else {
            throw RequestSignatureError(.malformed, "expires of the signature is no time, such as 2026-01-31T12:00:00Z")
        }
        return date
    }
}
