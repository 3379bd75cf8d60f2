package import Foundation
package import JOSE
package import Primitives

/// The members of a message, read with one kind of complaint: which member, of what.
package struct Members {
    /// The longest text that is taken where a message says nothing else.
    package static let longestText = 512

    /// Whether a text can be stored as it is, which no engine does with a NUL character.
    static func isStorable(_ text: String) -> Bool { !text.utf8.contains(0) }

    package let object: JSONObject
    private let what: String

    /// - Parameter what: the message, for the complaint.
    package init(_ json: JSONValue?, of what: String) throws(DeviceError) {
        guard let object = json?.object else { throw DeviceError(.malformed, "\(what) is no JSON object") }
        self.object = object
        self.what = what
    }

    package func text(_ name: String, atMost limit: Int = longestText) throws(DeviceError) -> String {
        guard let text = try optionalText(name, atMost: limit), !text.isEmpty else { throw missing(name) }
        return text
    }

    package func optionalText(_ name: String, atMost limit: Int = longestText) throws(DeviceError) -> String? {
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        guard text.utf8.count <= limit, Self.isStorable(text) else { throw wrong(name, "of at most \(limit) bytes, and none of them 0") }
        return text
    }

    package func flag(_ name: String, default absent: Bool? = nil) throws(DeviceError) -> Bool {
        guard let value = object[name], value != .null else {
            guard let absent else { throw missing(name) }
            return absent
        }
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    package func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(DeviceError) -> Int? {
        guard let value = object[name], value != .null else { return nil }
        guard let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws(DeviceError) -> Int {
        guard let number = try optionalInteger(name, in: range) else { throw missing(name) }
        return number
    }

    /// A time, in seconds since 1970.
    package func time(_ name: String) throws(DeviceError) -> Date {
        Date(timeIntervalSince1970: Double(try integer(name, in: 0...Self.latest)))
    }

    package func texts(_ name: String, atMost count: Int, of length: Int = longestText) throws(DeviceError) -> [String] {
        guard let value = object[name], value != .null else { return [] }
        guard let texts = value.strings, texts.count <= count,
            texts.allSatisfy({ (1...length).contains($0.utf8.count) && Self.isStorable($0) })
        else {
            throw wrong(name, "at most \(count) texts of 1 to \(length) bytes, and none of them 0")
        }
        return texts
    }

    /// A public key on P-256.
    package func key(_ name: String) throws(DeviceError) -> JWK {
        guard let members = object[name]?.object, let key = try? JWK(members), key.isPublicP256 else {
            throw wrong(name, "a public P-256 key")
        }
        return key
    }

    /// The members of an object inside; nil when it isn't there.
    package func optional(_ name: String) throws(DeviceError) -> Members? {
        guard let value = object[name], value != .null else { return nil }
        return try Members(value, of: "\(name) of \(what)")
    }

    package func inside(_ name: String) throws(DeviceError) -> Members { try Members(object[name], of: "\(name) of \(what)") }

    package func missing(_ name: String) -> DeviceError { DeviceError(.malformed, "\(name) of \(what) is missing") }
    package func wrong(_ name: String, _ expected: String) -> DeviceError {
        DeviceError(.malformed, "\(name) of \(what) must be \(expected)")
    }

    /// The year 9999.
    private static let latest = 253_402_300_799
}

extension JSONValue {
    /// A time as whole seconds since 1970.
    package init(_ time: Date) { self = .integer(time.secondsSince1970) }

    /// A public key.
    package init(_ key: JWK) { self = key.publicJSON.map(JSONValue.object) ?? .null }
}
