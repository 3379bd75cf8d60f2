import Primitives
package import Store
import StorePostgres
import Synchronization

/// Databases that begin as a body leaves the first one, which runs once in a process for each key: embedded ones, or in the cluster of the tests
/// where the environment wants that (``TestCluster/ofAllTests``).
package final class TestDatabases<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private typealias Beginning = (template: TemplateDatabase, content: Content)

    private let migrations: [Migration]
    private let embedded: PreparedDatabases<Key, Content>
    private let templates = Mutex<[Key: Task<Beginning, any Error>]>([:])

    /// Databases with a schema.
    package init(migrations: [Migration]) {
        self.migrations = migrations
        embedded = PreparedDatabases(migrations: migrations)
    }

    /// A new database with its beginning, and what the body returned when that was made.
    ///
    /// - Parameters:
    ///   - key: everything on which the beginning depends.
    ///   - prepare: writes the beginning.
    package func database(
        _ key: Key, by prepare: @escaping @Sendable (any Database) async throws -> Content
    ) async throws -> (database: any Database, content: Content) {
        guard let cluster = TestCluster.ofAllTests else {
            let (database, content) = try await embedded.database(key) { try await prepare($0) }
            return (database, content)
        }
        let made = try await made(key, cluster, prepare).value
        return (try await made.template.copy(), made.content)
    }

    private func made(
        _ key: Key, _ cluster: TestCluster, _ prepare: @escaping @Sendable (any Database) async throws -> Content
    ) -> Task<Beginning, any Error> {
        templates.withLock { templates in
            if let known = templates[key] { return known }
            let task = Task { [migrations] in
                let name = try cluster.newDatabase(from: "template0")
                let database = try await PostgresDatabase.open(
                    try cluster.configuration(cluster.connection(to: name)), migrations: migrations)
                let content = try await prepare(database)
                try await database.close()
                return (template: try TemplateDatabase(cluster, name, migrations: migrations), content: content)
            }
            templates[key] = task
            return task
        }
    }
}
