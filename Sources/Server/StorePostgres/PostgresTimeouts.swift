/// The longest waits of a database.
package struct PostgresTimeouts: Sendable {
    /// The wait for a connection, over all hosts.
    package var connecting = Duration.seconds(5)
    /// The wait for a server to come back, before a try of a body counts as failed.
    package var reconnecting = Duration.seconds(30)
    /// The wait for the answer to one statement.
    package var answering = Duration.seconds(15)
    /// The wait for a row that another transaction has.
    package var locking = Duration.seconds(5)
    /// The time for all tries of one body, its wait for a connection included.
    package var trying = Duration.seconds(30)
    /// The time for finding out whether a commit took effect.
    package var settling = Duration.seconds(30)

    /// The usual waits.
    package init() {}

    /// The waits while the schema is changed: a step may go through all rows of a table.
    static var migrating: PostgresTimeouts {
        var timeouts = PostgresTimeouts()
        (timeouts.answering, timeouts.trying) = (.seconds(3600), .seconds(7200))
        return timeouts
    }
}
