import Primitives

/// A part of a file that may become a user, cut out and not read yet.
package struct RawRecord: Sendable, Equatable {
    /// The place of a record in its file.
    package enum Place: Sendable, Equatable, CustomStringConvertible {
        /// The number of its first line, from 1.
        case line(Int)
        /// Its number among the elements of the file's lists, from 1, and the place of its first byte.
        case element(Int, byte: Int)

        package var description: String {
            switch self {
            case .line(let number): "line \(number)"
            case .element(let number, let byte): "element \(number) at byte \(byte)"
            }
        }
    }

    package let place: Place
    /// The record as the file has it, without the line end; a part of it, where it is too long.
    package let bytes: [UInt8]
    /// The reason why it is not to be read; nil for one that is.
    package var problem: RecordError?

    package init(_ place: Place, _ bytes: [UInt8], problem: RecordError? = nil) {
        self.place = place
        self.bytes = bytes
        self.problem = problem
    }
}

/// The bounds on what is read from files.
package enum RecordBounds {
    /// The longest record, in bytes.
    package static let record = 1 << 20
    /// The most factors of one kind that a user brings along.
    static let factors = 20
    /// The limits of a record in JSON.
    static let json = JSONLimits(bytes: record, depth: 32, values: 20_000)
    /// The most values of one attribute, passcodes and links of one user.
    static let values = 1_000

    static let tooLong = RecordError(nil, "the record is longer than \(record) bytes")
    static let cutOff = RecordError(nil, "the file ends within the record")
}
