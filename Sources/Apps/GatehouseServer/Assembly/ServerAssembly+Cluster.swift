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
        try configuration.checkDatabasePassword()
        do {
            let database = try await PostgresDatabase.openAsItIs(postgres, random: random)
            let status: ClusterStatus
            do {
                let state = try await database.status()
                let nodes = try await database.hasTable("nodes") ? ClusterNodes(database: database).all() : nil
                status = ClusterStatus(
                    database: configuration.databaseName, postgres: state, step: state.step, nodes: nodes, now: state.now)
            } catch {
                try? await database.close()
                throw error
            }
            try await database.close()
            return status
        } catch let error as DatabaseError {
            if error.code == .notADatabase {
                throw ServerError(.noDatabase, "there is no data in \(configuration.databaseName); start a server first (gatehouse serve)")
            }
            throw DatabaseError(error.code, "database \(configuration.databaseName): \(error)")
        }
    }

    private static func embeddedStatus(
        _ configuration: ServerConfiguration, _ time: any TimeSource, _ random: any RandomSource
    ) async throws -> ClusterStatus {
        let database = try await bareDatabase(configuration, random)
        let nodes = try await ClusterNodes(database: database).all()
        try await database.close()
        return ClusterStatus(
            database: configuration.databaseName, postgres: nil, step: Schema.migrations.count, nodes: nodes, now: time.now)
    }
}
