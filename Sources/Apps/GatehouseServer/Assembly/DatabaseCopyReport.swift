package import Primitives
internal import Store

/// The account of a copy from one database to another.
package struct DatabaseCopyReport: Sendable {
    /// The number of rows that both databases have.
    package let rows: Int
    /// The number of rows that had to be written or taken away.
    package let changes: Int
    /// The tables as JSON objects: `name`, `rows`, `digest` (SHA-256 over the rows, in hexadecimal), `written`, `removed`.
    package let tables: [JSONValue]

    init(_ copied: [CopiedTable]) {
        rows = copied.map(\.rows).reduce(0, +)
        changes = copied.map { $0.written + $0.removed }.reduce(0, +)
        tables = copied.map {
            [
                "name": .string($0.name), "rows": .integer(Int64($0.rows)), "digest": .string($0.digest),
                "written": .integer(Int64($0.written)), "removed": .integer(Int64($0.removed)),
            ]
        }
    }
}
