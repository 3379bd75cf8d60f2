internal import Foundations
package import Primitives
internal import Services
internal import Store
internal import StorePostgres

extension ServerAssembly {
    /// The processes over a server's database and the database's own state. A PostgreSQL database stays as it is, whatever version its tables are of.
    ///
    /// - Throws: in one clear line why it can't be read.
    package static func clusterStatus(
        _ configuration: ServerConfiguration, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) async throws -> ClusterStatus {
        guard let postgres = configuration.postgres else { return try await embeddedStatus(configuration, time, random) }
        return try await naming(configuration) {
            let database = try await PostgresDatabase.openAsItIs(postgres, random: random)
            return try await closing(database) {
                let state = try await database.status()
                let nodes = try await database.hasTable("nodes") ? ClusterNodes(database: database).all() : nil
                return ClusterStatus(
                    database: configuration.databaseName, postgres: state, step: state.step, nodes: nodes, now: state.now)
            }
        }
    }

    private static func embeddedStatus(
        _ configuration: ServerConfiguration, _ time: any TimeSource, _ random: any RandomSource
    ) async throws -> ClusterStatus {
        let database = try await bareDatabase(configuration, random)
        let nodes = try await closing(database) { try await ClusterNodes(database: database).all() }
        return ClusterStatus(
            database: configuration.databaseName, postgres: nil, step: Schema.migrations.count, nodes: nodes, now: time.now)
    }
}
