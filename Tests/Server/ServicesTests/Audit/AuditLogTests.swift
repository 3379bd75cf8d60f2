import Foundation
import Primitives
import Store
import Testing
@testable import Foundations
@testable import Directory

@Suite("The audit log")
struct AuditLogTests {
    private let log = AuditLog(AuditPrivacy(key: Secret("key of the test")), random: SeededRandom(seed: 1))

    @Test("an event is there exactly when its effect is")
    func transaction() async throws {
        try await withLog { database in
            try await append(1, to: database)
            await #expect(throws: CancellationError.self) {
                try await database.write { [log] transaction in
                    try log.append(.numbered(2), in: transaction)
                    throw CancellationError()
                }
            }
            try await append(3, to: database)
            let end = try await log.verify(database)
            #expect(end.sequence == 2)
            #expect(try await log.checkpoint(of: database) == end)
        }
    }

    @Test("an empty log is whole")
    func empty() async throws {
        try await withLog { database in
            let end = try await log.verify(database)
            #expect(end == .start)
        }
    }

    @Test("events of parallel writers form one chain, longer than a page")
    func parallel() async throws {
        try await withLog { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...1201 { group.addTask { try await append(number, to: database) } }
                try await group.waitForAll()
            }
            let end = try await log.verify(database)
            #expect(end.sequence == 1201)
        }
    }

    @Test("verifying may begin at a checkpoint")
    func resumed() async throws {
        try await withLog { database in
            for number in 1...3 { try await append(number, to: database) }
            let middle = try await log.checkpoint(of: database)
            for number in 4...6 { try await append(number, to: database) }
            let end = try await log.verify(database, from: middle, through: log.checkpoint(of: database))
            #expect(end.sequence == 6)
            await #expect(throws: AuditError(.changed)) {
                try await log.verify(database, from: AuditCheckpoint(sequence: 3, hash: AuditCheckpoint.start.hash))
            }
            await #expect(throws: AuditError(.checkpoint)) { try await log.verify(database, from: end, through: middle) }
        }
    }

    @Test("what tells about a user is taken out, and the chain still holds; something else in its place is noticed")
    func forgotten() async throws {
        try await withLog { database in
            let users = [UUID(), UUID()]
            for (number, user) in users.enumerated() {
                try await database.write { transaction in
                    var event = AuditEvent(.loginSucceeded, at: Date(timeIntervalSince1970: 1), realm: "alpha", user: user.text)
                    event.personal = ["address": .string("192.0.2.\(number)")]
                    try log.append(event, in: transaction)
                }
            }
            try await database.write { try AuditLog.forgetPersonalFields(of: users[0], realm: "alpha", in: $0) }
            let kept = try await log.latest(2, of: database).map { $0["personal"]?["address"]?.string }
            #expect(kept == [nil, "192.0.2.1"])
            _ = try await log.verify(database)
            _ = try await database.write { try $0.execute("UPDATE audit_event SET personal = '{}' WHERE seq = 2") }
            await #expect(throws: AuditError(.changed)) { try await log.verify(database) }
        }
    }

    /// A way to falsify a log of five events, and what verifying says.
    struct Falsification: Sendable, CustomTestStringConvertible {
        let statements: [SQL]
        let code: AuditError.Code
        var testDescription: String { "\(statements[0])" }

        init(_ code: AuditError.Code, _ statements: SQL...) {
            self.code = code
            self.statements = statements
        }

        static let all = [
            Falsification(.changed, "UPDATE audit_event SET time = time + 1 WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET realm = 'root' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET kind = 'login.failed' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET outcome = 'failure' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET user_id = 'other' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET user_id = NULL WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET client_id = user_id, user_id = client_id WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET session = 'other' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET reason = '' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET details = '{}' WHERE seq = 2"),
            Falsification(.changed, "UPDATE audit_event SET hash = (SELECT hash FROM audit_event WHERE seq = 1) WHERE seq = 2"),
            Falsification(.missing, "DELETE FROM audit_event WHERE seq = 3"),
            Falsification(.missing, "DELETE FROM audit_event WHERE seq = 1"),
            Falsification(.checkpoint, "DELETE FROM audit_event WHERE seq = 5"),
            Falsification(.checkpoint, "DELETE FROM audit_event"),
            Falsification(
                .changed, "UPDATE audit_event SET seq = 9 WHERE seq = 2", "UPDATE audit_event SET seq = 2 WHERE seq = 3",
                "UPDATE audit_event SET seq = 3 WHERE seq = 9"),
        ]
    }

    @Test("no falsification goes unnoticed", arguments: Falsification.all)
    func falsified(_ falsification: Falsification) async throws {
        try await withLog { database in
            for number in 1...5 { try await append(number, to: database) }
            let known = try await log.checkpoint(of: database)
            _ = try await log.verify(database, through: known)
            try await database.write { transaction in
                for statement in falsification.statements { try transaction.execute(statement) }
            }
            await #expect(throws: AuditError(falsification.code)) { try await log.verify(database, through: known) }
        }
    }

    @Test("a log that was written anew differs from the checkpoint")
    func rewritten() async throws {
        try await withLog { database in
            for number in 1...3 { try await append(number, to: database) }
            let known = try await log.checkpoint(of: database)
            try await database.write { try $0.execute("DELETE FROM audit_event") }
            for number in 4...8 { try await append(number, to: database) }
            _ = try await log.verify(database)
            await #expect(throws: AuditError(.checkpoint)) { try await log.verify(database, through: known) }
        }
    }

    private func append(_ number: Int, to database: any Database) async throws {
        try await database.write { [log] transaction in try log.append(.numbered(number), in: transaction) }
    }

    private func withLog(_ body: (any Database) async throws -> Void) async throws {
        let database = try await SQLiteDatabase.temporary(
            migrations: [
                Migration(
                    id: 1, name: "audit",
                    statements: AuditLog.feature.history.flatMap(\.statements) + [
                        "CREATE TABLE realms (id TEXT, path TEXT NOT NULL, audit_personal_fields TEXT NOT NULL)"
                    ])
            ])
        do { try await body(database) } catch {
            try await database.close()
            throw error
        }
        try await database.close()
    }
}

extension AuditEvent {
    fileprivate static func numbered(_ number: Int, realm: String = "alpha") -> AuditEvent {
        var event = AuditEvent(
            .loginSucceeded, at: Date(timeIntervalSince1970: 1_767_225_600 + Double(number)), realm: realm, user: "user \(number)",
            client: "sdkPublicClient", session: "session \(number)", reason: "none")
        event.details = ["number": .integer(Int64(number))]
        return event
    }
}
