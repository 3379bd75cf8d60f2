internal import Primitives
internal import Store

/// The statements that a connection has prepared.
struct StatementCache {
    /// Found by the address of their literal, which is quicker than hashing the text.
    private var statements: [Key: PreparedStatement] = [:]
    /// Found by their name: two literals may have one text.
    private var named: [String: PreparedStatement] = [:]

    private struct Key: Hashable {
        let address: UInt
        let hold: RowHold?
    }

    /// The statement of a text, which locks the rows that it reads if it is to hold them. A joined one is prepared each time: there may be any number
    /// of them.
    mutating func statement(_ sql: SQL, keeping hold: RowHold? = nil) -> PreparedStatement {
        let key = sql.address.map { Key(address: $0, hold: hold) }
        if let known = key.flatMap({ statements[$0] }) { return known }
        let new = PreparedStatement(hold.map { .joined([sql, $0.clause]) } ?? sql, isKept: key != nil)
        guard let key else { return new }
        let statement = named[new.name] ?? new
        (statements[key], named[new.name]) = (statement, statement)
        return statement
    }

    /// Forgets all, when the server has forgotten them.
    mutating func clear() { (statements, named) = ([:], [:]) }
}
