public import Primitives

/// The members of a JOSE header (RFC 7515 §4, RFC 7516 §4).
public struct JOSEHeader: Sendable, Equatable {
    /// All members, in the order in which they came.
    public let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    /// A member's value.
    public subscript(name: String) -> JSONValue? { members[name] }

    /// `alg`: how it is signed, or how its content key is protected (RFC 7515 §4.1.1, RFC 7516 §4.1.1).
    public var algorithm: String? { members["alg"]?.string }

    /// `enc`: how the content is encrypted (RFC 7516 §4.1.2).
    public var encryption: String? { members["enc"]?.string }

    /// `kid`: which key was used (RFC 7515 §4.1.4).
    public var keyID: String? { members["kid"]?.string }

    /// `typ`: what the whole object is (RFC 7515 §4.1.9).
    public var type: String? { members["typ"]?.string }

    /// `cty`: what its payload is (RFC 7515 §4.1.10).
    public var contentType: String? { members["cty"]?.string }

    /// Whether `typ` names the given media type; case doesn't count, and `application/` may be left out (RFC 7515 §4.1.9).
    public func hasType(_ expected: String) -> Bool {
        guard let type else { return false }
        return Self.mediaType(type) == Self.mediaType(expected)
    }

    private static func mediaType(_ text: String) -> String {
        let text = text.asciiLowercased
        return text.contains("/") ? text : "application/" + text
    }
}
