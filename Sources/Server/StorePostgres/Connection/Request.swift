/// One message of those that a connection sends together.
enum Request {
    /// Has the server keep a statement.
    case prepare(PreparedStatement)
    /// Runs a statement, which the server keeps or which is of one use.
    case run(PreparedStatement, ParameterBuffer)
    /// Runs a text without parameters, such as `COMMIT`.
    case text(String)
}
