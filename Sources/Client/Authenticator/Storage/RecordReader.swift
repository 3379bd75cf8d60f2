import Foundation
import Primitives

/// The members of a stored record; what is missing or of the wrong kind makes it unreadable.
struct RecordReader {
    let json: JSONValue
    let what: String

    func text(_ name: String) throws(AuthenticatorError) -> String {
        guard let text = json[name]?.string else { throw unreadable(name) }
        return text
    }

    func optionalText(_ name: String) -> String? { json[name]?.string }

    func integer(_ name: String) throws(AuthenticatorError) -> Int64 {
        guard let number = json[name]?.integer else { throw unreadable(name) }
        return number
    }

    /// A time in milliseconds since 1970.
    func time(_ name: String) throws(AuthenticatorError) -> Date {
        let milliseconds = try integer(name)
        guard (0...253_402_300_799_000).contains(milliseconds) else { throw unreadable(name) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    func bytes(_ name: String, _ decode: (String) -> [UInt8]?) throws(AuthenticatorError) -> [UInt8] {
        guard let bytes = try decode(text(name)), !bytes.isEmpty else { throw unreadable(name) }
        return bytes
    }

    func unreadable(_ name: String) -> AuthenticatorError { AuthenticatorError(.storage, "\(name) of \(what) can't be read") }
}

extension Date {
    /// The time rounded to the millisecond, as records keep it.
    var rounded: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000) }
}
