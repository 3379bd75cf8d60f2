/// The rows of a table in the order of its key, a page at a time.
struct RowWalk {
    private let table: TableLayout
    private let read: ([SQLValue]?) throws -> [[SQLValue]]
    private var page: ArraySlice<[SQLValue]> = []
    private var last: [SQLValue]?
    private var isOver = false

    /// - Parameter read: gives the page after a key.
    init(_ table: TableLayout, _ read: @escaping ([SQLValue]?) throws -> [[SQLValue]]) {
        self.table = table
        self.read = read
    }

    /// The next row; nil after the last.
    mutating func next() throws -> [SQLValue]? {
        if page.isEmpty, !isOver {
            let rows = try read(last)
            (page, isOver) = (rows[...], rows.count < TableLayout.pageSize)
            last = rows.last.map(table.key) ?? last
        }
        return page.popFirst()
    }
}
