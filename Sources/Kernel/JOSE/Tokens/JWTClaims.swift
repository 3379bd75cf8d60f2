public import Foundation
public import Primitives

/// The claims of a JSON Web Token (RFC 7519 §4): the registered ones by name, all others by subscript.
public struct JWTClaims: Sendable, Equatable {
    /// All claims, in order.
    public private(set) var members: JSONObject

    /// No claims.
    public init() { members = JSONObject() }

    /// Claims from their members. Throws ``JWTError/Code/malformed`` when a registered claim has the wrong type.
    public init(_ members: JSONObject) throws(JWTError) {
        self.members = members
        for name in ["iss", "sub", "jti"] where members[name] != nil && members[name]?.string == nil {
            throw JWTError(.malformed, "\(name) is not a string")
        }
        for name in ["exp", "nbf", "iat"] where members[name] != nil && date(name) == nil {
            throw JWTError(.malformed, "\(name) is not a number of seconds")
        }
        if let audience = members["aud"], audience.string == nil, audience.strings == nil {
            throw JWTError(.malformed, "aud is neither a string nor an array of strings")
        }
    }

    /// Claims of this package's own making, taken unchecked.
    package init(made members: JSONObject) { self.members = members }

    /// A claim's value; setting nil removes it. Nothing is checked: prefer the typed properties for registered claims.
    public subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// `iss` (RFC 7519 §4.1.1).
    public var issuer: String? {
        get { members["iss"]?.string }
        set { members["iss"] = newValue.map(JSONValue.string) }
    }

    /// `sub` (RFC 7519 §4.1.2).
    public var subject: String? {
        get { members["sub"]?.string }
        set { members["sub"] = newValue.map(JSONValue.string) }
    }

    /// `aud` (RFC 7519 §4.1.3); written as a string when there is one, as an array when there are several, left out when none.
    public var audience: [String] {
        get { members["aud"]?.string.map { [$0] } ?? members["aud"]?.strings ?? [] }
        set {
            switch newValue.count {
            case 0: members["aud"] = nil
            case 1: members["aud"] = .string(newValue[0])
            default: members["aud"] = .array(newValue.map(JSONValue.string))
            }
        }
    }

    /// `exp`: from when on the token is refused (RFC 7519 §4.1.4). Written in whole seconds, rounded down; likewise below.
    public var expires: Date? {
        get { date("exp") }
        set { set("exp", newValue) }
    }

    /// `nbf`: before when it is refused (RFC 7519 §4.1.5).
    public var notBefore: Date? {
        get { date("nbf") }
        set { set("nbf", newValue) }
    }

    /// `iat` (RFC 7519 §4.1.6).
    public var issuedAt: Date? {
        get { date("iat") }
        set { set("iat", newValue) }
    }

    /// `jti` (RFC 7519 §4.1.7).
    public var id: String? {
        get { members["jti"]?.string }
        set { members["jti"] = newValue.map(JSONValue.string) }
    }

    /// A NumericDate (RFC 7519 §2), within the years that a `Date` can be reckoned with.
    private func date(_ name: String) -> Date? {
        guard let seconds = members[name]?.number, abs(seconds) < 1e12 else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    private mutating func set(_ name: String, _ date: Date?) {
        members[name] = date.map { .integer($0.secondsSince1970) }
    }
}
