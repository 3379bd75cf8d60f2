public import DeviceMessages
public import Foundation
import JOSE
public import Primitives
import VerifiableClaims

/// A claim or an expiry that an issuer has appended to the log: `POST /log/entries` (`docs/protocols/claims.md` 8.1).
public enum LogRegistration: Sendable, Equatable {
    /// A claim of the caller's own: the hash of its token and its time of issue, in whole seconds.
    case claim(dataHash: String, issuedAt: Date)
    /// The statement that a claim expires, which the caller registered before (`ClaimExpiry`).
    case expiry(statement: String)

    /// The JSON object of the wire, with the members `dataHash` and `iat`, or `statement`.
    public var json: JSONValue {
        switch self {
        case .claim(let hash, let time): ["dataHash": .string(hash), "iat": JSONValue(time)]
        case .expiry(let statement): ["statement": .string(statement)]
        }
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the registration")
        switch (members.object["dataHash"], members.object["statement"]) {
        case (.some, nil):
            let hash = try members.text("dataHash", atMost: 43)
            guard Base64URL.decode(hash)?.count == 32 else { throw members.wrong("dataHash", "a SHA-256 hash in base64url") }
            self = .claim(dataHash: hash, issuedAt: try members.time("iat"))
        case (nil, .some): self = .expiry(statement: try members.text("statement", atMost: Statement.limits.token))
        default: throw DeviceError(.malformed, "a registration has either a dataHash or a statement")
        }
    }
}
