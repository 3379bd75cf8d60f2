public import Primitives

/// The way to a PostgreSQL database, and how it is used.
public struct PostgresConfiguration: Sendable {
    /// The connection string: `postgres://user:password@host:port/name?…`, or words and values as PostgreSQL's library has them. It may name several
    /// hosts, of which the one that takes writes is used. For a host that isn't this machine TLS with a checked certificate and name is the
    /// default (`sslmode=verify-full`).
    public var connection: Secret
    /// Gives the password of the database's user, asked at each new connection, since it may change; nil, or a closure that returns nil, where the
    /// connection string or the library's own sources (`PGPASSFILE`, `PGPASSWORD`) have it.
    public var password: (@Sendable () -> Secret?)?
    /// The most connections of this process, one more for notifications besides. 16 by default.
    public var connections = PostgresConfiguration.standardConnections
    /// The level at which bodies write; ``IsolationLevel/readCommitted`` by default (decision 184).
    public var isolation = IsolationLevel.readCommitted
    /// The name of the process, by which its leases are known; empty for none.
    public var node = ""
    /// The longest waits.
    package var timeouts = PostgresTimeouts()

    /// The connections of a process unless it is told otherwise.
    public static let standardConnections = 16

    /// The default use of a database.
    public init(connection: Secret) { self.connection = connection }
}
