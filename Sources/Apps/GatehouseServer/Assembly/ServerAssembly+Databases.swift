internal import Foundation
internal import Foundations
internal import Logging
internal import Primitives
internal import Services
internal import Store
internal import StorePostgres

extension ServerAssembly {
    /// Opens the database for a server, with its master keys, and makes what isn't there.
    static func databaseForServing(
        _ configuration: ServerConfiguration, _ random: any RandomSource, _ logger: Logger
    ) async throws -> (any Database, MasterKeyRing) {
        if let postgres = configuration.postgres { return try await postgresDatabase(postgres, configuration, existing: false, random) }
        // The key goes before the database: no crash leaves a database behind whose key was never written.
        let isNew = !FileManager.default.fileExists(atPath: configuration.databasePath)
        let keys = try masterKeys(configuration, random, isNew: isNew)
        let database = try await SQLiteDatabase.open(at: configuration.databasePath, migrations: Schema.migrations)
        for file in database.exposedFiles {
            logger.warning("others than its owner could read \(file) until now; if they may have, change the secrets that are in it")
        }
        return (database, keys)
    }

    /// Opens the database that is there, beside a server that may run, with its master keys.
    ///
    /// - Throws: `ServerError.noDatabase` where no server has made one.
    static func databaseForAdministration(
        _ configuration: ServerConfiguration, _ random: any RandomSource
    ) async throws -> (any Database, MasterKeyRing) {
        if let postgres = configuration.postgres { return try await postgresDatabase(postgres, configuration, existing: true, random) }
        let path = try existingPath(configuration)
        let keys = try masterKeys(configuration, random, isNew: false)
        return (try await SQLiteDatabase.openShared(at: path, migrations: Schema.migrations), keys)
    }

    /// Opens the database that is there, beside a server that may run, without its master keys: for what concerns its rows alone.
    static func bareDatabase(_ configuration: ServerConfiguration, _ random: any RandomSource) async throws -> any Database {
        if let postgres = configuration.postgres { return try await opened(postgres, configuration, existing: true, random) }
        return try await SQLiteDatabase.openShared(at: try existingPath(configuration), migrations: Schema.migrations)
    }

    /// Opens a database for rows that come from another, keeping servers away from the embedded one, and makes it if it isn't there.
    static func databaseForCopy(_ configuration: ServerConfiguration, _ random: any RandomSource) async throws -> any Database {
        if let postgres = configuration.postgres { return try await opened(postgres, configuration, existing: false, random) }
        try makeDirectory(configuration.dataDirectory)
        return try await SQLiteDatabase.open(at: configuration.databasePath, migrations: Schema.migrations)
    }

    private static func existingPath(_ configuration: ServerConfiguration) throws -> String {
        let path = configuration.databasePath
        guard FileManager.default.fileExists(atPath: path) else {
            try DataOwner.checkAccess(configuration)
            throw ServerError(
                .noDatabase,
                "there is no database \(path); run gatehouse setup or gatehouse serve first, or name its --data-directory")
        }
        return path
    }

    private static func opened(
        _ postgres: PostgresConfiguration, _ configuration: ServerConfiguration, existing: Bool, _ random: any RandomSource
    ) async throws -> PostgresDatabase {
        try await naming(configuration) {
            try await PostgresDatabase.open(
                postgres, migrations: Schema.migrations, partitioned: Schema.partitioned, existing: existing, random: random)
        }
    }

    /// Does something with a PostgreSQL database, whose name is in the errors.
    static func naming<Value>(_ configuration: ServerConfiguration, _ body: () async throws -> Value) async throws -> Value {
        try configuration.checkDatabasePassword()
        do { return try await body() } catch let error as DatabaseError {
            if error.code == .notADatabase {
                throw ServerError(.noDatabase, "there is no data in \(configuration.databaseName); start a server first (gatehouse serve)")
            }
            throw DatabaseError(error.code, "database \(configuration.databaseName): \(error)")
        }
    }

    private static func postgresDatabase(
        _ postgres: PostgresConfiguration, _ configuration: ServerConfiguration, existing: Bool, _ random: any RandomSource
    ) async throws -> (any Database, MasterKeyRing) {
        let database = try await opened(postgres, configuration, existing: existing, random)
        do {
            // A key is made before anything is sealed: none is ever made beside secrets that it doesn't open.
            let isNew = existing ? false : try await !MasterKeyProof.isThere(in: database)
            return (database, try masterKeys(configuration, random, isNew: isNew))
        } catch {
            // Why it wasn't opened says more than a failure to close it.
            try? await database.close()
            throw error
        }
    }
}
