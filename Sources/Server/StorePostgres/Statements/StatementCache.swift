internal import Primitives
internal import Store

/// The statements that a connection has prepared.
struct StatementCache {
    /// Found by the address of their literal, which is quicker than hashing the text.
    private var statements: [UInt: PreparedStatement] = [:]
    /// Found by their name: two literals may have one text.
    private var named: [String: PreparedStatement] = [:]

    /// The statement of a text. A joined one is prepared each time: there may be any number of them.
    mutating func statement(_ sql: SQL) -> PreparedStatement {
        guard let address = sql.address else { return PreparedStatement(sql, isKept: false) }
        if let known = statements[address] { return known }
        let new = PreparedStatement(sql, isKept: true)
        let statement = named[new.name] ?? new
        (statements[address], named[new.name]) = (statement, statement)
        return statement
    }

    /// Forgets all, when the server has forgotten them.
    mutating func clear() { (statements, named) = ([:], [:]) }
}
