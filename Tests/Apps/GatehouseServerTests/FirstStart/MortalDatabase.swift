import Store
import Synchronization

/// What a database throws after its server was killed.
struct Killed: Error {}

/// A database whose server is killed after some writes: no later one arrives.
final class MortalDatabase: Database {
    private let database: any Database
    private let left: Mutex<Int>

    init(_ database: any Database, writes: Int) {
        self.database = database
        left = Mutex(writes)
    }

    var wakeups: any Wakeups { database.wakeups }
    var isShared: Bool { database.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let isAlive = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAlive else { throw Killed() }
        return try await database.write(body)
    }

    func close() async throws {}
}
