import Primitives

/// Makes the tables of one database those of another, of whatever engines they are.
///
/// The source is read in one transaction: the copy is the source at one moment, while a server writes to it. Only rows that differ are written,
/// so that a copy which was interrupted is continued by the next, and a later one brings an earlier one up to date. In the end both are read
/// through once more and compared by counts and digests.
package struct DatabaseCopy: Sendable {
    /// Takes the progress: a table, and how many of its rows are done.
    package typealias Progress = @Sendable (_ table: String, _ rows: Int) -> Void

    private let source: any Database
    private let target: any Database
    private let tables: [TableLayout]
    private let own: @Sendable (TableLayout, [SQLValue]) -> Bool
    private let tell: Progress

    /// - Parameters:
    ///   - own: tells whether a row, by its table and its key, is the target's own: neither the source's to change nor to compare.
    ///   - tell: is told the progress.
    package init(
        from source: any Database, to target: any Database, _ tables: [TableLayout],
        own: @escaping @Sendable (TableLayout, [SQLValue]) -> Bool = { _, _ in false }, telling tell: @escaping Progress = { _, _ in }
    ) {
        self.source = source
        self.target = target
        self.tables = tables
        self.own = own
        self.tell = tell
    }

    /// Copies, and compares.
    ///
    /// - Throws: ``DatabaseError``; ``DatabaseError/Code/inUse`` when another writes to the target at the same time.
    package func run() async throws -> [CopiedTable] {
        try await source.read { snapshot in try tables.map { try copy($0, snapshot) } }
    }

    private func copy(_ table: TableLayout, _ snapshot: any ReadTransaction) throws -> CopiedTable {
        let removed = try removeStale(table, snapshot)
        let (digest, written) = try insertMissing(table, snapshot)
        var found = RowDigest()
        var rows = targetRows(table)
        while let row = try rows.next() { if !own(table, table.key(of: row)) { found.add(row) } }
        guard found.rows == digest.rows, found.text == digest.text else {
            throw DatabaseError(
                .inUse,
                "the table \(table.name) has \(found.rows) rows in the copy and \(digest.rows) in the source, or others; another program writes to the copy"
            )
        }
        return CopiedTable(name: table.name, rows: digest.rows, digest: digest.text, written: written, removed: removed)
    }

    /// Takes away what the target has otherwise than the source. It goes before anything is added, so that no two rows claim one name.
    private func removeStale(_ table: TableLayout, _ snapshot: any ReadTransaction) throws -> Int {
        var rows = targetRows(table)
        var sources = sourceRows(table, snapshot)
        var (current, stale, removed) = (try sources.next(), [[SQLValue]](), 0)
        while let row = try rows.next() {
            let key = table.key(of: row)
            while let candidate = current, TableLayout.isBefore(table.key(of: candidate), key) { current = try sources.next() }
            if current != row, !own(table, key) { stale.append(key) }
            if stale.count == TableLayout.batchSize { removed += try remove(&stale, table) }
        }
        return removed + (try remove(&stale, table))
    }

    /// Adds what the target lacks, and returns the source's digest.
    private func insertMissing(_ table: TableLayout, _ snapshot: any ReadTransaction) throws -> (RowDigest, written: Int) {
        var sources = sourceRows(table, snapshot)
        var rows = targetRows(table)
        var (digest, missing, written) = (RowDigest(), [[SQLValue]](), 0)
        var current = try rows.next()
        while let row = try sources.next() {
            digest.add(row)
            let key = table.key(of: row)
            while let candidate = current, TableLayout.isBefore(table.key(of: candidate), key) { current = try rows.next() }
            if current != row { missing.append(row) }
            if missing.count == TableLayout.batchSize { written += try insert(&missing, table) }
            if digest.rows.isMultiple(of: TableLayout.pageSize) { tell(table.name, digest.rows) }
        }
        written += try insert(&missing, table)
        tell(table.name, digest.rows)
        return (digest, written)
    }

    private func sourceRows(_ table: TableLayout, _ snapshot: any ReadTransaction) -> RowWalk {
        RowWalk(table) { try table.page(after: $0, snapshot) }
    }

    private func targetRows(_ table: TableLayout) -> RowWalk {
        RowWalk(table) { [target] last in try BlockedThread.outcome { try await target.read { try table.page(after: last, $0) } } }
    }

    private func remove(_ keys: inout [[SQLValue]], _ table: TableLayout) throws -> Int {
        guard !keys.isEmpty else { return 0 }
        let (target, removed) = (target, keys)
        try BlockedThread.outcome { try await target.write { transaction in for key in removed { try table.delete(key, transaction) } } }
        keys = []
        return removed.count
    }

    private func insert(_ rows: inout [[SQLValue]], _ table: TableLayout) throws -> Int {
        guard !rows.isEmpty else { return 0 }
        let (target, added) = (target, rows)
        try BlockedThread.outcome { try await target.write { try table.insert(added[...], $0) } }
        rows = []
        return added.count
    }
}
