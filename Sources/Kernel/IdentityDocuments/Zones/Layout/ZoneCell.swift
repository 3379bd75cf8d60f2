/// The place of one character in a zone. Lines and columns count from 0; Doc 9303 counts from 1.
public struct ZoneCell: Sendable, Hashable {
    /// The line, from 0 at the top.
    public let line: Int
    /// The column, from 0 at the left.
    public let column: Int

    /// A place by line and column.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
