internal import Foundation
internal import Primitives

/// A database for tests that runs the body of every write twice: first to no effect, then in earnest, with other writers let in between.
///
/// A body of ``Database/write(_:)`` is a function of its transaction, which a database with many writers runs again after a conflict. One that
/// changes what it captures, acts on anything but its transaction, or leans on what it saw the first time, shows itself here: its first run
/// leaves a trace, or its second meets what another writer has changed.
package final class RehearsedDatabase: Database {
    private let database: any Database
    private let isOvertaken: @Sendable (any Error) -> Bool
    private let interleave: @Sendable (any WriteTransaction) throws -> Void

    /// - Parameters:
    ///   - interleave: another writer's work between the two runs of each body; it must not matter to any caller.
    ///   - isOvertaken: tells an error of the other writer that comes of real ones beside it, as it may at READ COMMITTED: its work is undone,
    ///     and no caller learns of it.
    package init(
        _ database: any Database, interleaving interleave: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in },
        isOvertaken: @escaping @Sendable (any Error) -> Bool = { _ in false }
    ) {
        self.database = database
        self.isOvertaken = isOvertaken
        self.interleave = interleave
    }

    /// Whether the environment wants tests to be rehearsed: it has `GATEHOUSE_REHEARSE_WRITES`.
    package static var isWanted: Bool { ProcessInfo.processInfo.environment["GATEHOUSE_REHEARSE_WRITES"] != nil }

    package var wakeups: any Wakeups { database.wakeups }

    package var isShared: Bool { database.isShared }

    package func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    package func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.lookUp(body)
    }

    @discardableResult
    package func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        // The write in earnest meets again what fails here.
        try? await database.write { transaction in
            _ = try body(transaction)
            throw Rehearsal()
        }
        do {
            try await database.write(interleave)
        } catch let error where isOvertaken(error) {
            // Undone, as it would be in earnest.
        }
        return try await database.write(body)
    }

    package func leads(_ work: BackgroundWork) async throws -> Bool { try await database.leads(work) }

    package func tend(_ table: PartitionedTable, from first: Int64) async throws { try await database.tend(table, from: first) }

    package func close() async throws { try await database.close() }

    /// Thrown so that nothing of a first run remains.
    private struct Rehearsal: Error {}
}
