import Foundation
import Foundations
import Logging
import Primitives
import Services
import Store
import Testing

@testable import GatehouseServer
import Directory

@Suite("The audit log's events are sealed while a server runs", .timeLimit(.minutes(1)))
struct AuditSealingTests {
    @Test("those that were left when it starts, and those that are written, after the commit")
    func sealing() async throws {
        let database = WatchedDatabase(try await SQLiteDatabase.temporary(migrations: Schema.migrations))
        let random = SeededRandom(seed: 7)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let domain = Services(
            database: database, sealer: Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random),
            hasher: PasswordHasher(hashing, random: random), time: ManualTime(), random: random)
        _ = try await domain.directory.realms.create(.root)
        #expect(try await domain.platform.audit.latest(10, of: database).map { $0["sealed"] } == [false])
        let service = AuditSealing(domain: domain, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await service.run() }
        try await database.untilNothingWaits()
        _ = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
        try await database.untilNothingWaits()
        #expect(try await domain.platform.audit.latest(10, of: database).map { $0["sequence"] } == [1, 2])
        running.cancel()
        try await running.value
        await domain.directory.hasher.close()
        try await database.close()
    }
}

/// A database that tells when something was written.
private final class WatchedDatabase: Database {
    private let base: any Database
    private let writes: AsyncStream<Void>
    private let written: AsyncStream<Void>.Continuation

    init(_ base: any Database) {
        self.base = base
        (writes, written) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        defer { written.yield() }
        return try await base.write(body)
    }

    func close() async throws { try await base.close() }

    /// Looks after each write whether the audit log's events are sealed.
    func untilNothingWaits() async throws {
        for await _ in writes {
            let isAnyWaiting = try await base.read { try $0.row("SELECT id FROM audit_waiting") != nil }
            if !isAnyWaiting { return }
        }
    }
}
