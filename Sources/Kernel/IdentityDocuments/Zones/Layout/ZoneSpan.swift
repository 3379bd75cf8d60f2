/// A run of cells of one line. Lines and columns count from 0; Doc 9303 counts from 1.
public struct ZoneSpan: Sendable, Hashable {
    /// The line, from 0 at the top.
    public let line: Int
    /// The columns, from 0 at the left.
    public let columns: Range<Int>

    /// A run of cells.
    public init(line: Int, columns: Range<Int>) {
        self.line = line
        self.columns = columns
    }

    /// The cells, from left to right.
    public var cells: [ZoneCell] { columns.map { ZoneCell(line: line, column: $0) } }
}
