import Store
import StorePostgres
import Synchronization

/// A database of the cluster of which tests have copies. A copy that no test has any more is set back to its beginning and used again.
final class TemplateDatabase: Sendable {
    /// A copy with its open connections.
    typealias Copy = (name: String, database: PostgresDatabase)

    /// The copies that are kept with their connections; others are closed.
    private static let mostKept = 4

    private let cluster: TestCluster
    private let spares: SpareDatabases
    private let migrations: [Migration]
    private let kept = Mutex<[Copy]>([])

    /// Makes a template of a database that nothing has open.
    init(_ cluster: TestCluster, _ name: String, migrations: [Migration]) throws {
        self.cluster = cluster
        self.migrations = migrations
        spares = try SpareDatabases(cluster, from: name)
    }

    /// A database that begins as this one.
    func copy() async throws -> LentDatabase {
        if let copy = kept.withLock({ $0.popLast() }) {
            try spares.reset(copy.name)
            return LentDatabase(copy, of: self)
        }
        let name = try spares.take()
        let configuration = try cluster.configuration(cluster.connection(to: name))
        return LentDatabase((name, try await PostgresDatabase.open(configuration, migrations: migrations)), of: self)
    }

    /// Takes back a copy that its test has left open.
    func take(back copy: Copy) {
        let isKept = kept.withLock { kept in
            guard kept.count < Self.mostKept else { return false }
            kept.append(copy)
            return true
        }
        if !isKept { spares.give(back: copy.name) }
    }

    /// Takes back a copy that its test has closed.
    func take(closed copy: Copy) { spares.give(back: copy.name) }
}
