internal import CPQ

/// A transaction beside the engine's, which keeps what its statement has locked until it is ended.
package final class OpenTransaction {
    private let connection: OpaquePointer?

    /// - Parameter statement: the statement that locks.
    package init(_ statement: String, in string: String) throws {
        connection = PQconnectdb(string)
        let result = PQexec(connection, "BEGIN; \(statement)")
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw TestCluster.Failure(message: String(cString: PQerrorMessage(connection)))
        }
    }

    deinit { PQfinish(connection) }

    /// Ends it without an effect.
    package func end() { PQclear(PQexec(connection, "ROLLBACK")) }
}
