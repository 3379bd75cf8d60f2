package import JOSE
package import Primitives

/// The members of a message, read with one kind of complaint: which member, of what.
package struct RiskMembers {
    package let object: JSONObject
    private let what: String
    /// The messages that it stands in, from the inside out.
    private let outer: [String]

    /// - Parameter what: the message, for the complaint.
    package init(_ json: JSONValue?, of what: String) throws(RiskError) { try self.init(json, of: what, in: []) }

    private init(_ json: JSONValue?, of what: String, in outer: [String]) throws(RiskError) {
        guard let object = json?.object else { throw RiskError(.malformed, "\(Self.words(what, outer)) is no JSON object") }
        self.object = object
        self.what = what
        self.outer = outer
    }

    package func has(_ name: String) -> Bool { value(name) != nil }

    /// The value of a member; nil for one that isn't there, or is `null`.
    private func value(_ name: String) -> JSONValue? {
        guard let value = object[name] else { return nil }
        if case .null = value { return nil }
        return value
    }

    package func text(_ name: String, atMost limit: Int) throws(RiskError) -> String {
        guard let text = try optionalText(name, atMost: limit), !text.isEmpty else { throw missing(name) }
        return text
    }

    package func optionalText(_ name: String, atMost limit: Int) throws(RiskError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        guard text.utf8.count <= limit else { throw RiskError(.tooLarge, "\(name) of \(whole) has more than \(limit) bytes") }
        return text
    }

    package func flag(_ name: String, default absent: Bool? = nil) throws(RiskError) -> Bool {
        guard let value = value(name) else {
            guard let absent else { throw missing(name) }
            return absent
        }
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    package func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(RiskError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func integer(_ name: String, in range: ClosedRange<Int>, default absent: Int? = nil) throws(RiskError) -> Int {
        if let number = try optionalInteger(name, in: range) { return number }
        guard let absent else { throw missing(name) }
        return absent
    }

    /// The elements of an array; empty when it isn't there.
    package func list(_ name: String, atMost limit: Int) throws(RiskError) -> [JSONValue] {
        guard let value = value(name) else { return [] }
        guard let list = value.array else { throw wrong(name, "an array") }
        guard list.count <= limit else { throw RiskError(.tooLarge, "\(name) of \(whole) has more than \(limit) elements") }
        return list
    }

    package func texts(_ name: String, atMost count: Int, of length: Int) throws(RiskError) -> [String] {
        let texts = try list(name, atMost: count).compactMap(\.string)
        guard try texts.count == list(name, atMost: count).count, texts.allSatisfy({ (1...length).contains($0.utf8.count) }) else {
            throw wrong(name, "texts of 1 to \(length) bytes")
        }
        return texts
    }

    package func integers(_ name: String, atMost count: Int, in range: ClosedRange<Int>) throws(RiskError) -> [Int] {
        let list = try list(name, atMost: count)
        let numbers = list.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        guard numbers.count == list.count, numbers.allSatisfy(range.contains) else {
            throw wrong(name, "whole numbers from \(range.lowerBound) to \(range.upperBound)")
        }
        return numbers
    }

    /// A public key on P-256.
    package func key(_ name: String) throws(RiskError) -> JWK {
        guard let members = object[name]?.object, let key = try? JWK(members), key.isPublicP256 else {
            throw wrong(name, "a public P-256 key")
        }
        return key
    }

    /// The members of an object inside; nil when it isn't there.
    package func optional(_ name: String) throws(RiskError) -> RiskMembers? {
        guard has(name) else { return nil }
        return try inside(name)
    }

    package func inside(_ name: String) throws(RiskError) -> RiskMembers { try RiskMembers(object[name], of: name, in: [what] + outer) }

    package func missing(_ name: String) -> RiskError { RiskError(.malformed, "\(name) of \(whole) is missing") }
    package func wrong(_ name: String, _ expected: String) -> RiskError {
        RiskError(.malformed, "\(name) of \(whole) must be \(expected)")
    }

    private var whole: String { Self.words(what, outer) }

    /// Makes the words for a complaint; most messages have none.
    private static func words(_ what: String, _ outer: [String]) -> String { ([what] + outer).joined(separator: " of ") }
}
