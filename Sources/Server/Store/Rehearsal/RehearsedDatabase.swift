internal import Foundation
internal import Primitives

/// A database for tests that runs the body of every write twice: first to no effect, then in earnest, with other writers let in between.
///
/// A body of ``Database/write(_:)`` is a function of its transaction, which a database with many writers runs again after a conflict. One that
/// changes what it captures, or acts on anything but its transaction, shows itself here, since its first run leaves a trace.
package final class RehearsedDatabase: Database {
    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// A test's database: rehearsed when the environment has `GATEHOUSE_REHEARSE_WRITES`, as it is without.
    package static func ifWanted(_ database: any Database) -> any Database {
        ProcessInfo.processInfo.environment["GATEHOUSE_REHEARSE_WRITES"] == nil ? database : RehearsedDatabase(database)
    }

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
        return try await database.write(body)
    }

    package func close() async throws { try await database.close() }

    /// Thrown so that nothing of a first run remains.
    private struct Rehearsal: Error {}
}
