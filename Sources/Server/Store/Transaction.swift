/// A transaction that reads.
public protocol ReadTransaction {
    /// The rows that a statement gives, in its order. `values` are the statement's parameters `?1`, `?2` and so on.
    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row]

    /// The rows that a `SELECT` from one table gives, as they are then, kept from other writers until the transaction ends. A transaction that only
    /// reads keeps nothing, nor does one of a database that runs one writing body at a time, or notices when another comes in its way.
    func rows(_ sql: SQL, values: [SQLValue], keeping hold: RowHold) throws(DatabaseError) -> [Row]
}

/// A transaction that also writes.
public protocol WriteTransaction: ReadTransaction {
    /// Runs a statement and returns how many rows an `INSERT`, `UPDATE` or `DELETE` has changed.
    @discardableResult
    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int

    /// Waits for other bodies that have taken the same name, and lets none have it until the transaction ends. It comes before the statements that
    /// read what it is about. A database that runs one writing body at a time, or notices when another comes in its way, does nothing.
    func hold(_ name: HeldName) throws(DatabaseError)

    /// Asks that, once the transaction is committed, the rows that it deletes can't be read in the database's files any more, as far as
    /// they are the database's own: copies and the disk's own blocks are not. The space that moved rows have left between others goes with
    /// the next ``compact(upTo:)``.
    func scrub() throws(DatabaseError)

    /// Asks that, once the transaction is committed, the database's files are written again, if a ``scrub()`` was asked for since that was
    /// done last and they are no larger than `bytes`. Other writers wait meanwhile, some seconds for a gigabyte.
    func compact(upTo bytes: Int64)

    /// Asks that the receivers of a topic are told, once the transaction is committed, that something was changed. Of a body that throws nothing
    /// is told.
    ///
    /// - Parameter key: the thing that was changed.
    func wake(_ topic: Wakeup.Topic, _ key: String)
}

extension ReadTransaction {
    /// The rows that a statement gives, in its order.
    public func rows(_ sql: SQL, _ values: (any SQLConvertible)?...) throws(DatabaseError) -> [Row] {
        try rows(sql, values: values.map { $0?.sqlValue ?? .null })
    }

    /// The first row that a statement gives, or nil when there is none.
    public func row(_ sql: SQL, _ values: (any SQLConvertible)?...) throws(DatabaseError) -> Row? {
        try rows(sql, values: values.map { $0?.sqlValue ?? .null }).first
    }

    public func rows(_ sql: SQL, values: [SQLValue], keeping hold: RowHold) throws(DatabaseError) -> [Row] { try rows(sql, values: values) }

    /// The rows that a `SELECT` from one table gives, kept from other writers until the transaction ends (``rows(_:values:keeping:)``).
    public func rows(_ sql: SQL, _ values: (any SQLConvertible)?..., keeping hold: RowHold) throws(DatabaseError) -> [Row] {
        try rows(sql, values: values.map { $0?.sqlValue ?? .null }, keeping: hold)
    }

    /// The first row that a `SELECT` from one table gives, kept from other writers until the transaction ends
    /// (``rows(_:values:keeping:)``); nil when there is none.
    public func row(_ sql: SQL, _ values: (any SQLConvertible)?..., keeping hold: RowHold) throws(DatabaseError) -> Row? {
        try rows(sql, values: values.map { $0?.sqlValue ?? .null }, keeping: hold).first
    }
}

extension WriteTransaction {
    public func hold(_ name: HeldName) {}

    /// Runs a statement and returns how many rows an `INSERT`, `UPDATE` or `DELETE` has changed.
    @discardableResult
    public func execute(_ sql: SQL, _ values: (any SQLConvertible)?...) throws(DatabaseError) -> Int {
        try execute(sql, values: values.map { $0?.sqlValue ?? .null })
    }
}
