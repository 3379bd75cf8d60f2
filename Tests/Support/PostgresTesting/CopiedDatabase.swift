import Primitives
package import Store
import StorePostgres

/// A database of the cluster that begins as a copy of another, and goes with this value.
package final class CopiedDatabase: Database {
    private let base: PostgresDatabase
    private let name: String
    private let cluster: TestCluster

    package init(of template: String, _ migrations: [Migration], _ cluster: TestCluster) async throws {
        self.cluster = cluster
        name = try cluster.newDatabase(from: template)
        base = try await PostgresDatabase.open(try cluster.configuration(cluster.connection(to: name)), migrations: migrations)
    }

    deinit { _ = try? cluster.run("DROP DATABASE \(name) WITH (FORCE)") }

    package var wakeups: any Wakeups { base.wakeups }

    package func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    package func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await base.write(body)
    }

    package func close() async throws { try await base.close() }
}
