public import Foundation
import Primitives

/// An entry of the registry's log: that a claim was registered, that one expires, or that an issuer has a key. It says nothing of a claim's content,
/// subject or holder.
public enum RegistryEntry: Sendable, Equatable {
    /// A claim was registered: the hash of its token, and its issuer.
    case claim(dataHash: String, issuer: String, at: Date)
    /// A claim isn't good from a time on.
    case expiry(dataHash: String, issuer: String, expires: Date, at: Date)
    /// An issuer's key is good from a time on: its thumbprint (RFC 7638).
    case key(thumbprint: String, issuer: String, notBefore: Date, at: Date)

    /// The longest entry that is read, in bytes.
    public static let mostBytes = 2048

    /// The bytes of the log's leaf: compact JSON with its members in this order, times in whole seconds (docs/protocols/claims.md).
    public var encoded: [UInt8] {
        var members: JSONObject = ["v": 1]
        switch self {
        case .claim(let hash, let issuer, let time):
            members["t"] = "cred"
            members["h"] = .string(hash)
            members["iss"] = .string(issuer)
            members["iat"] = Self.seconds(time)
        case .expiry(let hash, let issuer, let expires, let time):
            members["t"] = "exp"
            members["h"] = .string(hash)
            members["iss"] = .string(issuer)
            members["iat"] = Self.seconds(time)
            members["at"] = Self.seconds(expires)
        case .key(let thumbprint, let issuer, let start, let time):
            members["t"] = "key"
            members["jkt"] = .string(thumbprint)
            members["iss"] = .string(issuer)
            members["iat"] = Self.seconds(time)
            members["nbf"] = Self.seconds(start)
        }
        return JSONValue.object(members).encoded
    }

    /// Reads the bytes of a leaf.
    /// - Throws: ``ClaimError/Code/malformed`` for every text that isn't exactly some entry's ``encoded``; ``ClaimError/Code/tooLarge``.
    public init(_ bytes: [UInt8]) throws(ClaimError) {
        guard bytes.count <= Self.mostBytes else { throw ClaimError(.tooLarge, "an entry longer than \(Self.mostBytes) bytes") }
        let members = (try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.mostBytes, depth: 1, values: 16)))?.object ?? [:]
        let (issuer, time) = (members["iss"]?.string ?? "", Self.date(members["iat"]))
        let entry: RegistryEntry? =
            switch (members["t"]?.string, Self.hash(members["h"]), Self.hash(members["jkt"])) {
            case ("cred"?, let hash?, nil): time.map { .claim(dataHash: hash, issuer: issuer, at: $0) }
            case ("exp"?, let hash?, nil):
                Self.date(members["at"]).flatMap { end in time.map { .expiry(dataHash: hash, issuer: issuer, expires: end, at: $0) } }
            case ("key"?, nil, let thumbprint?):
                Self.date(members["nbf"]).flatMap { start in
                    time.map { .key(thumbprint: thumbprint, issuer: issuer, notBefore: start, at: $0) }
                }
            default: nil
            }
        guard let entry, entry.encoded == bytes else { throw ClaimError(.malformed, "the bytes aren't an entry of the registry") }
        self = entry
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(date.secondsSince1970) }

    private static func date(_ value: JSONValue?) -> Date? {
        guard case .integer(let seconds)? = value, seconds.magnitude < 1 << 40 else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// The text of a SHA-256 hash.
    private static func hash(_ value: JSONValue?) -> String? {
        guard let text = value?.string, text.utf8.count == 43, Base64URL.decode(text) != nil else { return nil }
        return text
    }
}
