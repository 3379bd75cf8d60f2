internal import Foundation
internal import Foundations
internal import Primitives
internal import Services
internal import Store

extension ServerAssembly {
    /// Copies a server's database into another, of either engine, also while the server runs. One that was interrupted is continued by the next.
    ///
    /// - Parameters:
    ///   - isPreparing: whether the copy is left unfinished, so that a later one brings it up to date; no server starts on it until then.
    ///   - tell: is told the progress: a table, and how many of its rows are done.
    /// - Returns: what was copied, which is the same in both.
    /// - Throws: in one clear line why not, such as a target that has data of its own, which stays as it is.
    package static func copyDatabase(
        from source: ServerConfiguration, to target: ServerConfiguration, isPreparing: Bool,
        telling tell: @escaping @Sendable (_ table: String, _ rows: Int) -> Void = { _, _ in }
    ) async throws -> DatabaseCopyReport {
        guard source.databaseName != target.databaseName else {
            throw ServerError(.foreignCopy, "\(source.databaseName) can't be copied to itself")
        }
        let random = SystemRandom()
        let from = try await bareDatabase(source, random)
        return try await closing(from) {
            try await refuseUnfinishedCopy(from, named: source.databaseName)
            let to = try await databaseForCopy(target, random)
            return try await closing(to) {
                if target.postgres == nil {
                    for file in [target.databasePath, target.databasePath + ".lock"] { try DataOwner(of: target.dataDirectory)?.own(file) }
                }
                let tables = try await TableLayout.tables(of: Schema.migrations)
                let milestones = Milestones(database: to, time: SystemTime())
                if try await !milestones.isReached(unfinishedCopy) {
                    try await refuseData(to, named: target.databaseName, tables)
                    try await milestones.reach(unfinishedCopy)
                }
                let copy = DatabaseCopy(
                    from: from, to: to, tables, own: { $0.name == "milestones" && $1 == [.text(unfinishedCopy)] }, telling: tell)
                let copied = try await copy.run()
                if !isPreparing { try await milestones.forget(unfinishedCopy) }
                return DatabaseCopyReport(copied)
            }
        }
    }

    /// Refuses a database that is a copy which isn't finished.
    static func refuseUnfinishedCopy(_ database: any Database, named name: String) async throws {
        guard try await Milestones(database: database, time: SystemTime()).isReached(unfinishedCopy) else { return }
        throw ServerError(.foreignCopy, "\(name) is a copy that isn't finished; finish it with gatehouse database copy, without --prepare")
    }

    private static let unfinishedCopy = "database.copy.unfinished"

    private static func refuseData(_ database: any Database, named name: String, _ tables: [TableLayout]) async throws {
        let filled = try await database.read { transaction in try tables.first { try !$0.isFilledBySchema && !$0.isEmpty(transaction) } }
        guard let filled else { return }
        throw ServerError(.foreignCopy, "\(name) has data already (in the table \(filled.name)); name a database without any")
    }

    static func closing<Value>(_ database: any Database, _ body: () async throws -> Value) async throws -> Value {
        let value: Value
        do { value = try await body() } catch {
            // Why it failed says more than a failure to close it.
            try? await database.close()
            throw error
        }
        try await database.close()
        return value
    }
}
