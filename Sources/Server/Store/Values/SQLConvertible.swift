public import Foundation
import Primitives

/// A type whose values can be parameters of a statement. `nil` is SQL's null.
public protocol SQLConvertible {
    /// The value to store.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }
}

extension Double: SQLConvertible {
    public var sqlValue: SQLValue { .real(self) }
}

/// Stored as the integers 0 and 1.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension [UInt8]: SQLConvertible {
    /// The value itself.
    public var sqlValue: SQLValue { .blob(self) }
}

/// Stored as whole milliseconds since 1970, so that times sort and compare alike in every engine. A time of a `TimeSource` comes back as it
/// was; a finer time, such as one from outside, comes back as its `wholeMilliseconds`.
extension Date: SQLConvertible {
    public var sqlValue: SQLValue { .integer(millisecondsSince1970) }
}

/// Stored as its lower-case text.
extension UUID: SQLConvertible {
    public var sqlValue: SQLValue { .text(text) }
}
