internal import Store
import Primitives

/// A transaction that writes, each of whose statements is a span.
struct TracedWriting: WriteTransaction {
    let base: any WriteTransaction
    let statements: StatementSpans

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        try statements.run(sql) { () throws(DatabaseError) in try base.rows(sql, values: values) }
    }

    func rows(_ sql: SQL, values: [SQLValue], keeping hold: RowHold) throws(DatabaseError) -> [Row] {
        try statements.run(sql) { () throws(DatabaseError) in try base.rows(sql, values: values, keeping: hold) }
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        try statements.run(sql) { () throws(DatabaseError) in try base.execute(sql, values: values) }
    }

    func hold(_ name: HeldName) throws(DatabaseError) { try base.hold(name) }

    func scrub() throws(DatabaseError) { try base.scrub() }

    func compact(upTo bytes: Int64) { base.compact(upTo: bytes) }

    func wake(_ topic: Wakeup.Topic, _ key: String) { base.wake(topic, key) }
}
