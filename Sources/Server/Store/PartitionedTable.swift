import Primitives

/// A table of a log: its rows are numbered upwards, and go from its beginning on.
///
/// An engine that can keeps it in parts of so many numbers each, so that the rows of a part go at once, whatever their number.
public struct PartitionedTable: Sendable, Equatable {
    /// The table's name.
    public let name: String
    /// The column of the number, which is the primary key.
    public let number: String
    /// The count of numbers of a part.
    public let size: Int64

    public init(_ name: String, by number: String, size: Int64) {
        self.name = name
        self.number = number
        self.size = size
    }
}
