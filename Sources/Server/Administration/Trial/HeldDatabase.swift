import Primitives
import Store
import Synchronization

/// A database on which a change holds to the state that was read before it, whichever process changes that meanwhile.
///
/// It remembers what each statement has read. Once a caller holds it to that, its next write first reads the same again, in its own
/// transaction, and fails when a row differs: then nothing of it remains. What comes after the first write is not held any more, since it is
/// part of the same change.
final class HeldDatabase: Database {
    private struct Reading: Sendable {
        let statement: SQL
        let values: [SQLValue]
        let rows: [Row]
    }

    private enum State {
        /// Reads are remembered, and writes are let through.
        case watching([Reading])
        /// The next write compares what was read.
        case holding([Reading])
        /// A write has taken effect.
        case free
    }

    private let database: any Database
    private let state = Mutex(State.watching([]))

    init(_ database: any Database) { self.database = database }

    var wakeups: any Wakeups { database.wakeups }
    var isShared: Bool { database.isShared }

    /// Has the next write hold to what was read until then.
    func hold() {
        state.withLock { state in
            if case .watching(let readings) = state { state = .holding(readings) }
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        let (value, readings) = try await database.read { transaction in
            let remembering = RememberingTransaction(transaction)
            return (try body(remembering), remembering.readings)
        }
        state.withLock { state in
            switch state {
            case .watching(let before): state = .watching(before + readings)
            case .holding(let before): state = .holding(before + readings)
            case .free: break
            }
        }
        return value
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        guard case .holding(let readings) = state.withLock({ $0 }) else { return try await database.write(body) }
        let value = try await database.write { transaction in
            for reading in readings {
                guard try transaction.rows(reading.statement, values: reading.values) == reading.rows else { throw Overtaken() }
            }
            return try body(transaction)
        }
        state.withLock { $0 = .free }
        return value
    }

    /// Does nothing: the database is open for others.
    func close() async throws {}

    private final class RememberingTransaction: ReadTransaction {
        private let base: any ReadTransaction
        private(set) var readings: [Reading] = []

        init(_ base: any ReadTransaction) { self.base = base }

        func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
            let rows = try base.rows(sql, values: values)
            readings.append(Reading(statement: sql, values: values, rows: rows))
            return rows
        }
    }
}

/// Thrown by a change that held to a state which was changed meanwhile; nothing of it remains.
package struct Overtaken: Error {}
