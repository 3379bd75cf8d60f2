import PostgresTesting
import Services
import Synchronization

/// The databases of servers over a data directory, where the environment wants the servers of tests to use the cluster
/// (``TestCluster/ofAllTests``): a database for each directory, so that a server that is started again finds its own.
enum TestServerDatabase {
    private struct State {
        /// The databases in use, by directory.
        var used: [String: (name: String, spares: SpareDatabases)] = [:]
        /// Those that begin as a directory's database was when the first copy of it was asked for.
        var copies: [String: SpareDatabases] = [:]
        /// Those without rows.
        var blank: Task<SpareDatabases, any Error>?
    }

    private static let state = Mutex(State())

    /// The settings by which a server finds its database, which is made if it isn't there; none for the embedded one.
    static func settings(for directory: String) async throws -> [String: String] {
        guard let cluster = TestCluster.ofAllTests else { return [:] }
        let name = try await name(for: directory, cluster)
        return ["database": cluster.connection(to: name), "database-connections": "4"]
    }

    /// Makes the database of a directory as a copy of another's, which no server has open.
    static func copy(of original: String, for directory: String) throws {
        guard let cluster = TestCluster.ofAllTests else { return }
        let spares = try state.withLock { state -> SpareDatabases? in
            if let known = state.copies[original] { return known }
            guard let name = state.used[original]?.name else { return nil }
            let new = try SpareDatabases(cluster, from: name)
            state.copies[original] = new
            return new
        }
        if let spares { try use(spares, for: directory) }
    }

    /// Takes back the database of a directory whose server has stopped for good.
    static func giveBack(_ directory: String) {
        guard let (name, spares) = state.withLock({ $0.used.removeValue(forKey: directory) }) else { return }
        spares.give(back: name)
    }

    private static func name(for directory: String, _ cluster: TestCluster) async throws -> String {
        if let known = state.withLock({ $0.used[directory]?.name }) { return known }
        let blank = state.withLock { state in
            let task = state.blank ?? Task { try await SpareDatabases(cluster, migrations: Schema.migrations) }
            state.blank = task
            return task
        }
        return try use(try await blank.value, for: directory)
    }

    @discardableResult
    private static func use(_ spares: SpareDatabases, for directory: String) throws -> String {
        let name = try spares.take()
        state.withLock { $0.used[directory] = (name, spares) }
        return name
    }
}
