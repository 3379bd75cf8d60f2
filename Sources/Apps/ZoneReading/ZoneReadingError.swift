import Primitives

/// The failure to read a zone from an image.
package struct ZoneReadingError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// No lines of characters of a zone were found.
        case noZone
        /// There is not enough memory.
        case outOfMemory
    }

    package let code: Code
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
