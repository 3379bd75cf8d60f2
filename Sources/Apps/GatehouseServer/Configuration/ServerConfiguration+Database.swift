internal import Foundation
internal import Primitives
internal import StorePostgres

extension ServerConfiguration {
    /// The database as messages name it: the embedded one's file, or the servers and name of one of PostgreSQL's.
    package var databaseName: String { settings.database?.name ?? databasePath }

    /// The way to the PostgreSQL database; nil for the embedded one.
    var postgres: PostgresConfiguration? {
        settings.database.map { address in
            var postgres = PostgresConfiguration(connection: Secret(address.uri))
            postgres.connections = settings.databaseConnections
            postgres.node = node
            postgres.password = { [settings] in settings.databasePassword ?? settings.databasePasswordFile.flatMap(Self.firstLine) }
            return postgres
        }
    }

    /// True when sealed files are kept in the database.
    var keepsFilesInDatabase: Bool {
        switch settings.sealedFiles {
        case .automatic: settings.database != nil
        case .folder: false
        case .database: true
        }
    }

    /// Refuses a file of the database's password that can't be read.
    func checkDatabasePassword() throws(ServerError) {
        guard let path = settings.databasePasswordFile, Self.firstLine(of: path) == nil else { return }
        throw ServerError(.badFile, "\(path), the file of the database's password, can't be read or is empty")
    }

    @Sendable private static func firstLine(of path: String) -> Secret? {
        // Operators write it with any editor; the line's end isn't the password's.
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let line = ByteOrderMark.skipped(in: data).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : Secret(bytes: Array(line))
    }
}
