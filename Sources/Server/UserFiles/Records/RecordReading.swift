import Foundation
import PasswordHashes
import Primitives

/// Reads the values that records have in common.
enum RecordReading {
    /// A record in JSON.
    static func object(_ bytes: [UInt8]) throws(RecordError) -> JSONObject {
        do {
            guard let object = try JSONValue(parsing: bytes, limits: RecordBounds.json).object else {
                throw RecordError(nil, "the record is no JSON object")
            }
            return object
        } catch let error as RecordError { throw error } catch let error as JSONError {
            throw RecordError(nil, error.reason)
        } catch { throw RecordError(nil, "the record can't be read") }
    }

    /// A member's text; nil where it is missing, null or empty.
    static func text(_ object: JSONObject, _ name: String) throws(RecordError) -> String? {
        switch object[name] {
        case nil, .null, .string(""): return nil
        case .string(let text): return text
        default: throw RecordError(name, "it is a text")
        }
    }

    /// A member that is true or false, also in words of any case; nil where it is missing or null.
    static func flag(_ object: JSONObject, _ name: String) throws(RecordError) -> Bool? {
        switch object[name] {
        case nil, .null, .string(""): return nil
        case .bool(let flag): return flag
        case .string(let text): return try flag(text, name)
        default: throw RecordError(name, "it is true or false")
        }
    }

    static func flag(_ text: String, _ name: String) throws(RecordError) -> Bool {
        guard text.utf8.count <= 5, let flag = ["true": true, "false": false][text.lowercased()] else {
            throw RecordError(name, "it is true or false")
        }
        return flag
    }

    /// A time in RFC 3339; nil where it is missing or null.
    static func time(_ object: JSONObject, _ name: String) throws(RecordError) -> Date? {
        guard let text = try text(object, name) else { return nil }
        return try time(text, name)
    }

    static func time(_ text: String, _ name: String) throws(RecordError) -> Date {
        guard text.utf8.count <= 40, text.isPlainASCII,
            let time = (try? Date(text, strategy: .iso8601))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))), times.contains(time)
        else { throw RecordError(name, "it is no time such as 2026-01-31T12:00:00Z") }
        return time
    }

    /// A time in milliseconds since 1970, as a number or in digits.
    static func milliseconds(_ object: JSONObject, _ name: String) throws(RecordError) -> Date? {
        let number: Int64?
        switch object[name] {
        case nil, .null, .string(""): return nil
        case .string(let text): number = text.utf8.count <= 16 ? Int64(decimal: text) : nil
        case .some(let value): number = value.integer
        }
        guard let number, times.contains(Date(timeIntervalSince1970: Double(number) / 1000)) else {
            throw RecordError(name, "it is no time in milliseconds since 1970")
        }
        return Date(timeIntervalSince1970: Double(number) / 1000)
    }

    /// The times that are believed: from 1970 to 2100.
    private static let times = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)

    /// A language tag; `de_DE` becomes `de-DE`.
    static func locale(_ text: String?) -> String? { text.map { String(own: $0.utf8.map { $0 == 0x5F ? 0x2D : $0 }) } }

    /// The hash that a reader gives, its reason named by a field.
    static func hash(_ field: String, _ read: () throws(HashError) -> ForeignHash) throws(RecordError) -> UserFileRecord.Password {
        do { return .foreign(try read()) } catch { throw RecordError(field, error.reason) }
    }

    /// A hash in text.
    static func password(
        _ hash: String, _ format: String?, _ field: String, otherwise: HashFormat? = nil
    ) throws(RecordError) -> UserFileRecord.Password {
        if format == own { return .own(hash) }
        var chosen = otherwise
        if let format {
            guard let named = HashFormat(exactly: format) else { throw RecordError("hash_format", "there is no format of this name") }
            chosen = named
        }
        let form = chosen
        return try self.hash(field) { () throws(HashError) in try ForeignHash(parsing: hash, as: form) }
    }

    /// The format of hashes as a server of this kind exports them.
    static let own = "own"
}
