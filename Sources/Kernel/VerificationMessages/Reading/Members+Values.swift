import DeviceMessages
import Foundation
import Primitives

extension Members {
    /// The UUID of a member, in small letters.
    func uuid(_ name: String) throws(DeviceError) -> UUID {
        let text = try text(name, atMost: 36)
        guard let id = UUID(text: text), id.text == text else { throw wrong(name, "a UUID in small letters") }
        return id
    }

    /// The bytes of a member, in base64url.
    func bytes(_ name: String, _ count: ClosedRange<Int>) throws(DeviceError) -> [UInt8] {
        let text = try text(name, atMost: count.upperBound * 4 / 3 + 4)
        guard let bytes = Base64URL.decode(text), count.contains(bytes.count) else {
            throw wrong(name, "\(count.lowerBound) to \(count.upperBound) bytes in base64url")
        }
        return bytes
    }

    /// A word of a set.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _: Word.Type = Word.self) throws(DeviceError) -> Word {
        let text = try text(name)
        guard let word = Word(exactly: text) else { throw wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))") }
        return word
    }

    /// A list; empty when the member is missing.
    func list(_ name: String, _ count: ClosedRange<Int>) throws(DeviceError) -> [JSONValue] {
        let value = object[name] ?? .null
        guard let list = value == .null ? [] : value.array, count.contains(list.count) else {
            throw wrong(name, "a list of \(count.lowerBound) to \(count.upperBound)")
        }
        return list
    }

    /// A time that may be missing.
    func optionalTime(_ name: String) throws(DeviceError) -> Date? { (object[name] ?? .null) == .null ? nil : try time(name) }

    /// Texts by name; none when the member is missing.
    func textsByName(_ name: String, atMost count: Int) throws(DeviceError) -> [String: String] {
        guard let inner = try optional(name) else { return [:] }
        guard inner.object.count <= count, inner.object.names.allSatisfy({ (1...64).contains($0.utf8.count) }) else {
            throw wrong(name, "at most \(count) texts by names of 1 to 64 bytes")
        }
        var texts: [String: String] = [:]
        for key in inner.object.names { texts[key] = try inner.text(key) }
        return texts
    }
}

extension JSONValue {
    /// Texts by name, in the order of their names.
    init(_ texts: [String: String]) { self = .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })) }
}
