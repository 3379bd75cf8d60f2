internal import CPQ
internal import Foundation
internal import Primitives
package import Store
package import StorePostgres

/// The PostgreSQL cluster that `scripts/postgres` has started for the tests.
package struct TestCluster: Sendable {
    /// The variable with its connection string.
    package static let variable = "GATEHOUSE_TEST_POSTGRES"
    /// The variable that says that there is none, and that this is known.
    package static let absence = "GATEHOUSE_WITHOUT_POSTGRES"

    /// The cluster; nil where none was started.
    package static let current = ProcessInfo.processInfo.environment[variable].map(TestCluster.init)

    /// The cluster, where the environment wants the tests of the domain, of journeys and of dialects to use it: `GATEHOUSE_TEST_DATABASE` is
    /// `postgres`.
    package static let ofAllTests = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_DATABASE"] == "postgres" ? current : nil

    /// The level of isolation that the environment wants the databases of tests to have: `GATEHOUSE_TEST_ISOLATION` is `readCommitted`,
    /// `snapshot` or `serializable`; nil for the engine's own.
    private static let isolation: IsolationLevel? =
        switch ProcessInfo.processInfo.environment["GATEHOUSE_TEST_ISOLATION"] {
        case "readCommitted": .readCommitted
        case "snapshot": .snapshot
        case "serializable": .serializable
        default: nil
        }

    /// Whether tests run without a cluster on purpose.
    package static var isKnownToBeAbsent: Bool { ProcessInfo.processInfo.environment[absence] != nil }

    /// The connection string of its first database.
    package let connection: String

    /// Failure of a statement that a test runs beside the engine.
    package struct Failure: Error {
        /// The server's message.
        package let message: String
    }

    /// Runs statements as an administrator, without the engine.
    ///
    /// - Returns: the first column of the last statement's rows.
    @discardableResult
    package func run(_ statements: String, in connection: String? = nil) throws -> [String] {
        let pointer = PQconnectdb(connection ?? self.connection)
        defer { PQfinish(pointer) }
        guard PQstatus(pointer) == CONNECTION_OK else { throw Failure(message: String(cString: PQerrorMessage(pointer))) }
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
        let result = PQexec(pointer, statements)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failure(message: String(cString: PQerrorMessage(pointer)))
        }
        return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
    }

    /// Makes a schema of its own for a test, and returns the connection string for it.
    package func newSchema() throws -> String {
        let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try run("CREATE SCHEMA \(name)")
        return "\(connection)&options=-c%20search_path%3D\(name)"
    }

    /// Makes a database of the cluster as a copy of another, and returns its name.
    package func newDatabase(from template: String) throws -> String {
        let name = "d\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try run("CREATE DATABASE \(name) TEMPLATE \(template)")
        return name
    }

    /// Makes a database of a name, unless it is there, as a copy of another.
    package func make(_ name: String, from template: String) throws {
        if try run("SELECT 1 FROM pg_database WHERE datname = '\(name)'").isEmpty {
            try run("CREATE DATABASE \(name) TEMPLATE \(template)")
        }
    }

    /// The connection string of a database of the cluster.
    package func connection(to name: String) -> String { connection.replacing("///postgres?", with: "///\(name)?") }

    /// A new database of the engine, in a schema of its own.
    ///
    /// - Parameter change: changes its configuration, which has four connections.
    package func database(
        migrations: [Migration], _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) async throws -> PostgresDatabase {
        try await PostgresDatabase.open(try configuration(try newSchema(), change), migrations: migrations)
    }

    /// The configuration for a connection string.
    package func configuration(
        _ connection: String, _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) throws -> PostgresConfiguration {
        var configuration = PostgresConfiguration(connection: Secret(connection))
        configuration.connections = 4
        if let isolation = Self.isolation { configuration.isolation = isolation }
        change(&configuration)
        return configuration
    }
}
