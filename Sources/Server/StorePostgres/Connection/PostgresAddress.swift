internal import Primitives

/// The address of a PostgreSQL database in a setting: a `postgres://` URI without a password, so that it may stand in arguments, messages and logs.
public struct PostgresAddress: Sendable, Equatable {
    /// The URI.
    public let uri: String
    /// The servers and the database, for messages: `db.example.com:5432/gatehouse`.
    public let name: String

    /// - Returns: nil for a text that is no `postgres://` or `postgresql://` URI, and for one with a password.
    public init?(_ text: String) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"), let string = try? ConnectionString(Secret(text)),
            !string.hasPassword
        else { return nil }
        uri = text
        name = string.servers.map(\.name).joined(separator: ",") + (string.database.map { "/\($0)" } ?? "")
    }
}
