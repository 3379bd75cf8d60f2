internal import Foundation
package import Primitives
internal import Services
internal import Store

extension ServerAssembly {
    /// Copies the database into a new file, also while a server writes to it.
    /// - Returns: the size of the copy in bytes.
    /// - Throws: in one clear line why not; no file is left then.
    package static func backUp(_ configuration: ServerConfiguration, to file: String) throws -> Int64 {
        try checkEngine(configuration, "pg_dump")
        try SQLiteCopy.make(of: configuration.databasePath, at: file)
        return try size(of: file)
    }

    /// Puts a copy in the database's place, once it is found to be whole and to open with the master key. The database that was there is kept.
    ///
    /// - Parameters:
    ///   - isTrial: whether everything is done but the last step.
    /// - Returns: the size of the copy in bytes, and the file in which the former database is kept; nil when there was none, and in a trial.
    /// - Throws: in one clear line why not, such as a server that runs (which a trial doesn't mind); what is there stays as it is.
    package static func restore(
        _ file: String, _ configuration: ServerConfiguration, isTrial: Bool, time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom()
    ) async throws -> (size: Int64, replaced: String?) {
        try checkEngine(configuration, "pg_restore")
        let path = configuration.databasePath
        let keys = try existingKeys(configuration, random)
        // A trial replaces nothing, so a server may have the database meanwhile.
        let replacement = isTrial ? nil : try SQLiteReplacement(at: path)
        defer { replacement?.release() }
        let copy = path + (isTrial ? ".checking" : ".restoring")
        defer { for ending in ["", "-wal", "-shm", ".lock"] { unlink(copy + ending) } }
        unlink(copy)
        do { try SQLiteCopy.make(of: file, at: copy) } catch { throw naming(file, error) }
        let size = try size(of: copy)
        let database = try await SQLiteDatabase.open(at: copy, migrations: Schema.migrations)
        _ = try await sealer(database, keys, named: file, time, random)
        try await database.close()
        guard let replacement else { return (size, nil) }
        let isThere = FileManager.default.fileExists(atPath: path)
        for made in [copy, path + ".lock"] { try DataOwner(of: configuration.dataDirectory)?.own(made) }
        try replacement.put(copy)
        return (size, isThere ? replacement.replaced : nil)
    }

    /// An error about a copy that names its file.
    private static func naming(_ file: String, _ error: any Error) -> any Error {
        guard let failure = error as? DatabaseError else { return error }
        if failure.code == .notADatabase { return DatabaseError(failure.code, "\(file) is no copy of a database") }
        if failure.code == .corrupt { return DatabaseError(failure.code, "\(file) is damaged: \(failure.reason)") }
        return error
    }

    /// Whether there is a database that a restoration would replace.
    package static func hasDatabase(_ configuration: ServerConfiguration) -> Bool {
        FileManager.default.fileExists(atPath: configuration.databasePath)
    }

    /// Refuses a database of PostgreSQL's, which has programs of its own for copies.
    private static func checkEngine(_ configuration: ServerConfiguration, _ program: String) throws(ServerError) {
        guard configuration.database != nil else { return }
        throw ServerError(
            .otherEngine,
            "\(configuration.databaseName) is a database of PostgreSQL, which isn't copied by this command; use \(program) (docs/running.md)"
        )
    }

    private static func size(of file: String) throws -> Int64 {
        Int64(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
    }
}
