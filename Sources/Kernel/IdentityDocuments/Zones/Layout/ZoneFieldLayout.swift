/// The place of a field in a format, with what its cells may hold.
public struct ZoneFieldLayout: Sendable, Hashable {
    /// The field.
    public let field: ZoneField
    /// The cells, without the check digit.
    public let span: ZoneSpan
    /// The characters that each cell may hold, from left to right.
    public let characters: [ZoneCharacterSet]

    init(_ field: ZoneField, _ line: Int, _ columns: ClosedRange<Int>, _ characters: [ZoneCharacterSet]) {
        self.field = field
        span = ZoneSpan(line: line, columns: columns.lowerBound..<(columns.upperBound + 1))
        self.characters = characters
    }

    init(_ field: ZoneField, _ line: Int, _ columns: ClosedRange<Int>, each characters: ZoneCharacterSet) {
        self.init(field, line, columns, Array(repeating: characters, count: columns.count))
    }
}
