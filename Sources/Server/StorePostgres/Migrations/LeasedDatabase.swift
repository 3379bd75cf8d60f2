internal import Primitives
internal import Store

/// A database whose every write holds the lease of its schema.
final class LeasedDatabase: Database {
    private let database: PostgresDatabase
    private let lease: ExclusiveLease

    init(_ database: PostgresDatabase, _ lease: ExclusiveLease) {
        self.database = database
        self.lease = lease
    }

    var wakeups: any Wakeups { database.wakeups }
    var isShared: Bool { database.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await database.write { [lease] transaction in
            try lease.renew(in: transaction)
            return try body(transaction)
        }
    }

    func close() async throws { try await database.close() }
}
