internal import Primitives
internal import Store

/// The parts of a table of a log, as PostgreSQL's partitions by ranges of the number.
///
/// The next part is there before its rows come; rows beyond all parts go to a part for the rest, so that none is ever refused for want of one.
struct Partitions {
    private let table: PartitionedTable
    private let transaction: any WriteTransaction

    init(of table: PartitionedTable, in transaction: any WriteTransaction) {
        self.table = table
        self.transaction = transaction
    }

    /// Makes a table one of parts, of which all its rows so far are the first; nothing for one that is so already.
    func arrange() throws {
        let kind = try transaction.row(
            "SELECT CAST(relkind AS TEXT) AS kind FROM pg_class WHERE oid = to_regclass(CAST(?1 AS TEXT))", table.name)
        guard try kind?.text("kind") == "r" else { return }
        let (before, end) = (part("before"), boundary(after: try last(in: name)))
        try execute(["ALTER TABLE", name, "RENAME TO", before])
        try execute(["CREATE TABLE", name, "(LIKE", before, "INCLUDING ALL) PARTITION BY RANGE (", .name(table.number), ")"])
        try execute(["ALTER TABLE", name, "ATTACH PARTITION", before, "FOR VALUES FROM (MINVALUE) TO (", .number(end), ")"])
        try execute(["CREATE TABLE", part("rest"), "PARTITION OF", name, "DEFAULT"])
        try extend()
    }

    /// Makes the parts that the next rows will need.
    func extend() throws {
        guard var start = try parts().compactMap(\.end).max() else { return }
        // A range of which the rest has rows can't be a part any more.
        if case let number = try last(in: part("rest")), number > 0 { start = max(start, boundary(after: number)) }
        let needed = boundary(after: try last(in: name)) + table.size
        while start < needed {
            let end = start + table.size
            let range: [SQL] = ["FOR VALUES FROM (", .number(start), ") TO (", .number(end), ")"]
            try execute(["CREATE TABLE", part("\(start)"), "PARTITION OF", name] + range)
            start = end
        }
    }

    /// Removes the parts whose rows are all below a number.
    func drop(below first: Int64) throws {
        for part in try parts() {
            guard let end = part.end, end <= first else { continue }
            try execute(["DROP TABLE", .name(part.name)])
        }
    }

    private var name: SQL { .name(table.name) }

    private func part(_ which: String) -> SQL { .name("\(table.name)_\(which)") }

    /// The first number of the part after the one that a number is in.
    private func boundary(after number: Int64) -> Int64 { (number / table.size + 1) * table.size }

    private func last(in table: SQL) throws -> Int64 {
        let number = SQL.name(self.table.number)
        return try transaction.row(.joined(["SELECT MAX(", number, ") AS last FROM", table]))?.optionalInt("last") ?? 0
    }

    /// The parts with the numbers that they end before; nil for the rest.
    private func parts() throws -> [(name: String, end: Int64?)] {
        let rows = try transaction.rows(
            """
            SELECT CAST(c.relname AS TEXT) AS name,
                CAST(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(\\d+)''\\)') AS BIGINT) AS ends
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass(CAST(?1 AS TEXT)) ORDER BY c.relname
            """, table.name)
        return try rows.map { (try $0.text("name"), try $0.optionalInt("ends")) }
    }

    private func execute(_ words: [SQL]) throws { try transaction.execute(.joined(words)) }
}
