import Foundation
import Primitives
import Store
import Synchronization
import Testing
@testable import Directory
@testable import Foundations
@testable import Services

@Suite("Events wait in the audit log until they are sealed")
struct SealingTests {
    private let log = AuditLog(AuditPrivacy(key: Secret("key of the test")), random: SeededRandom(seed: 1))

    @Test("they are listed before and after, and marked; sealing keeps their order, whatever the time says of others")
    func order() async throws {
        try await inFile { database, _ in
            try await database.write { transaction in
                for number in 1...3 { try log.append(event(number), in: transaction) }
            }
            try await append(event(0, at: -60), to: database)
            let waiting = try await log.latest(10, of: database)
            #expect(waiting.map(Self.number) == [0, 1, 2, 3])
            #expect(waiting.allSatisfy { $0["sealed"] == false && $0["sequence"] == .null })
            #expect(try await AuditLog.seal(database) == 4)
            try await append(event(4), to: database)
            let mixed = try await log.latest(3, of: database)
            #expect(mixed.map(Self.number) == [2, 3, 4])
            #expect(mixed.map { $0["sealed"] } == [true, true, false] && mixed.map { $0["sequence"] } == [3, 4, .null])
            #expect(try await log.verify(database).sequence == 5)
            #expect(try await AuditLog.seal(database) == 0)
        }
    }

    @Test("after a kill between effect and sealing all are there, and are sealed by the next that opens the file", arguments: [0, 2, 250])
    func killed(sealed: Int) async throws {
        try await inFile { database, path in
            for number in 0..<sealed { try await append(event(number), to: database) }
            let known = try await log.checkpoint(of: database)
            for number in sealed..<(sealed + 3) { try await append(event(number), to: database) }
            // A copy of the files is what a killed process leaves behind.
            let left = path + ".killed"
            for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending) }
            let reopened = try await SQLiteDatabase.open(at: left, migrations: Schema.migrations)
            #expect(try await log.latest(3, of: reopened).map(Self.number) == Array(sealed..<(sealed + 3)))
            let end = try await log.verify(reopened, through: known)
            #expect(end.sequence == Int64(sealed + 3))
            #expect(try await count("audit_waiting", reopened) == 0)
            try await reopened.close()
        }
    }

    @Test("any number of sealers in two processes: each event is sealed once, in one chain")
    func several() async throws {
        try await inFile { database, path in
            let other = try await SQLiteDatabase.openShared(at: path, migrations: Schema.migrations)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    let database: any Database = number % 2 == 0 ? database : other
                    group.addTask {
                        try await append(event(number), to: database)
                        if number % 10 < 2 { try await AuditLog.seal(database) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await log.verify(database).sequence == 400)
            let numbers = try await log.latest(1000, of: other).map(Self.number)
            #expect(numbers.sorted() == Array(0..<400))
            try await other.close()
        }
    }

    @Test("a sealer that has read before another sealed does nothing twice")
    func overtaken() async throws {
        try await inFile { database, _ in
            for number in 0..<3 { try await append(event(number), to: database) }
            let late = LateDatabase(database)
            try await late.lookAhead("SELECT id, time")
            #expect(try await AuditLog.seal(database) == 3)
            try await append(event(3), to: database)
            #expect(try await AuditLog.seal(late) == 1)
            #expect(late.wasLate)
            #expect(try await log.verify(database).sequence == 4)
        }
    }

    @Test("what tells of a removed user is taken out of those that wait too, of the realm's own only; the chain holds")
    func forgotten() async throws {
        let harness = try await DomainHarness()
        let (audit, realm, user) = (harness.domain.platform.audit, harness.realm, harness.user)
        let other = try await harness.domain.directory.realms.create(try #require(RealmPath("beta")))
        try await harness.database.write { transaction in
            for (path, id) in [(realm.path, user.id.text), (realm.path, nil), (other.path, nil)] {
                var event = AuditEvent(.loginFailed, .failure, at: harness.time.now, realm: path.description, user: id)
                event.personal = ["username": .string(user.username)]
                try audit.append(event, in: transaction)
            }
            #expect(try Erasure(Schema.features).erase(user: user.id, realm: realm.id, in: transaction) == 1)
        }
        for isSealed in [false, true] {
            if isSealed { _ = try await audit.verify(harness.database) }
            let failures = try await audit.latest(100, of: harness.database).filter { $0["kind"] == "login.failed" }
            #expect(failures.map { $0["sealed"] } == [.bool(isSealed), .bool(isSealed), .bool(isSealed)])
            #expect(failures.map { $0["personal"] } == [.null, .null, ["username": .string(user.username)]])
        }
        await harness.close()
    }

    @Test("of a realm that is removed no event tells of persons, sealed or not")
    func realmForgotten() async throws {
        let harness = try await DomainHarness()
        let audit = harness.domain.platform.audit
        for isSealed in [true, false] {
            try await harness.database.write { transaction in
                var event = AuditEvent(.loginFailed, .failure, at: harness.time.now, realm: harness.realm.path.description)
                event.personal = ["username": "someone@example.com"]
                try audit.append(event, in: transaction)
            }
            if isSealed { try await AuditLog.seal(harness.database) }
        }
        try await harness.domain.directory.realms.remove(harness.realm)
        let failures = try await audit.latest(100, of: harness.database).filter { $0["kind"] == "login.failed" }
        #expect(failures.map { $0["personal"] } == [.null, .null])
        _ = try await audit.verify(harness.database)
        await harness.close()
    }

    // MARK: -

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private func event(_ number: Int, at seconds: TimeInterval = 0) -> AuditEvent {
        var event = AuditEvent(.loginSucceeded, at: Self.start.addingTimeInterval(seconds), realm: "alpha")
        event.details = ["number": .integer(Int64(number))]
        event.personal = ["address": "192.0.2.1"]
        return event
    }

    private static func number(_ event: JSONObject) -> Int { event["details"]?["number"]?.integer.map(Int.init) ?? -1 }

    private func append(_ event: AuditEvent, to database: any Database) async throws {
        try await database.write { [log] in try log.append(event, in: $0) }
    }

    private func count(_ table: SQL, _ database: any Database) async throws -> Int64? {
        try await database.read { try $0.row(.joined(["SELECT COUNT(*) AS count FROM", table]))?.int("count") }
    }

    private func inFile(_ body: (SQLiteDatabase, String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("sealing-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path + "/gatehouse.db"
        let database = try await SQLiteDatabase.open(at: path, migrations: Schema.migrations)
        try await body(database, path)
        try await database.close()
    }
}

/// A database whose first write sees for one statement the rows of an earlier moment, as transactions at weaker isolation than SQLite's may.
private final class LateDatabase: Database {
    private let base: any Database
    private let state = Mutex<(beginning: String, rows: [Row]?, wasLate: Bool)>(("", nil, false))

    init(_ base: any Database) { self.base = base }

    var wasLate: Bool { state.withLock { $0.wasLate } }
    var wakeups: any Wakeups { base.wakeups }
    var isShared: Bool { base.isShared }

    /// Remembers what the statement that begins so gives now.
    func lookAhead(_ beginning: String) async throws {
        let rows = try await base.read {
            try $0.rows(
                """
                SELECT id, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal
                FROM audit_waiting ORDER BY id LIMIT 100
                """)
        }
        state.withLock { $0 = (beginning, rows, false) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let late = state.withLock { state -> (String, [Row])? in
            guard let rows = state.rows else { return nil }
            (state.rows, state.wasLate) = (nil, true)
            return (state.beginning, rows)
        }
        return try await base.write { transaction in
            guard let (beginning, rows) = late else { return try body(transaction) }
            return try body(LateTransaction(base: transaction, beginning: beginning, rows: rows))
        }
    }

    func close() async throws { try await base.close() }
}

private struct LateTransaction: WriteTransaction {
    let base: any WriteTransaction
    let beginning: String
    let rows: [Row]

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        sql.text.hasPrefix(beginning) ? rows : try base.rows(sql, values: values)
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int { try base.execute(sql, values: values) }
    func scrub() throws(DatabaseError) { try base.scrub() }
    func compact(upTo bytes: Int64) { base.compact(upTo: bytes) }
    func wake(_ topic: Wakeup.Topic, _ key: String) { base.wake(topic, key) }
}
