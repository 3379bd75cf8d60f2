internal import Store
import Primitives

/// A transaction that reads, each of whose statements is a span.
struct TracedReading: ReadTransaction {
    let base: any ReadTransaction
    let statements: StatementSpans

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        try statements.run(sql) { () throws(DatabaseError) in try base.rows(sql, values: values) }
    }

    func rows(_ sql: SQL, values: [SQLValue], keeping hold: RowHold) throws(DatabaseError) -> [Row] {
        try statements.run(sql) { () throws(DatabaseError) in try base.rows(sql, values: values, keeping: hold) }
    }
}
