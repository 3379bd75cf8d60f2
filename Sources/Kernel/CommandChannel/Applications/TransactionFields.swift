import Crypto
import Foundation
import Primitives

/// The data that a user signs by a typed code: at most 8 fields of at most 16 characters.
///
/// ```
/// "OTX1" | number of fields | for each: its number from 1 | length (2, big-endian) | UTF-8 of its NFC form
/// ```
/// Empty fields count; capitals and spaces count.
public struct TransactionFields: Sendable, Equatable {
    /// The greatest number of fields.
    public static let most = 8
    /// The greatest number of Unicode scalars in a field's NFC form.
    public static let longest = 16

    /// The fields in their NFC form.
    public let fields: [String]

    /// The reason why fields aren't taken.
    public enum Fault: Error, Sendable, Equatable {
        /// There are none, or more than 8.
        case count
        /// A field is longer than 16 characters.
        case length
    }

    /// Checks fields.
    /// - Throws: ``Fault``.
    public init(_ fields: [String]) throws(Fault) {
        guard (1...Self.most).contains(fields.count) else { throw .count }
        // A field that is far too long is not normalised first.
        guard fields.allSatisfy({ $0.unicodeScalars.prefix(4 * Self.longest + 1).count <= 4 * Self.longest }) else { throw .length }
        self.fields = fields.map(\.precomposedStringWithCanonicalMapping)  // One form is signed.
        guard self.fields.allSatisfy({ $0.unicodeScalars.count <= Self.longest }) else { throw .length }
    }

    /// The encoding that is hashed.
    public var bytes: [UInt8] {
        fields.enumerated().reduce(into: Array("OTX1".utf8) + [UInt8(fields.count)]) { bytes, field in
            let text = Array(field.element.utf8)
            bytes += [UInt8(field.offset + 1), UInt8(text.count >> 8), UInt8(text.count & 255)] + text
        }
    }

    /// SHA-256 of the encoding, in small hexadecimal digits: the question that is signed.
    public var digest: String { Hexadecimal.encode(SHA256.hash(data: bytes)) }
}
