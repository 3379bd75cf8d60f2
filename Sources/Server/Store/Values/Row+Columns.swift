public import Foundation
import Primitives

extension Row {
    /// A text.
    public func text(_ column: String) throws(DatabaseError) -> String {
        try required(column, as: "text", \.asText)
    }

    /// A text, or nil for a null.
    public func optionalText(_ column: String) throws(DatabaseError) -> String? {
        try optional(column, as: "text", \.asText)
    }

    /// A whole number.
    public func int(_ column: String) throws(DatabaseError) -> Int64 {
        try required(column, as: "integer", \.asInteger)
    }

    /// A whole number, or nil for a null.
    public func optionalInt(_ column: String) throws(DatabaseError) -> Int64? {
        try optional(column, as: "integer", \.asInteger)
    }

    /// A number.
    public func real(_ column: String) throws(DatabaseError) -> Double {
        try required(column, as: "real", \.asReal)
    }

    /// A truth value, stored as 0 or 1.
    public func bool(_ column: String) throws(DatabaseError) -> Bool {
        try required(column, as: "truth value", \.asBool)
    }

    /// A truth value, or nil for a null.
    public func optionalBool(_ column: String) throws(DatabaseError) -> Bool? {
        try optional(column, as: "truth value", \.asBool)
    }

    /// A time, stored as milliseconds since 1970.
    public func date(_ column: String) throws(DatabaseError) -> Date {
        try required(column, as: "time", \.asDate)
    }

    /// A time, or nil for a null.
    public func optionalDate(_ column: String) throws(DatabaseError) -> Date? {
        try optional(column, as: "time", \.asDate)
    }

    /// A UUID, stored as text.
    public func uuid(_ column: String) throws(DatabaseError) -> UUID {
        try required(column, as: "UUID", \.asUUID)
    }

    /// A UUID, or nil for a null.
    public func optionalUUID(_ column: String) throws(DatabaseError) -> UUID? {
        try optional(column, as: "UUID", \.asUUID)
    }

    /// Some bytes.
    public func blob(_ column: String) throws(DatabaseError) -> [UInt8] {
        try required(column, as: "blob", \.asBlob)
    }

    /// Some bytes, or nil for a null.
    public func optionalBlob(_ column: String) throws(DatabaseError) -> [UInt8]? {
        try optional(column, as: "blob", \.asBlob)
    }
}

extension SQLValue {
    fileprivate var asText: String? { if case .text(let value) = self { value } else { nil } }
    fileprivate var asInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
    fileprivate var asBlob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
    fileprivate var asDate: Date? { asInteger.map { Date(millisecondsSince1970: $0) } }
    fileprivate var asUUID: UUID? { asText.flatMap(UUID.init(text:)) }

    fileprivate var asReal: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    fileprivate var asBool: Bool? {
        switch self {
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }
}
