import Foundation
import Primitives
import Store
import Testing
@testable import Services
@testable import Foundations
@testable import Directory
@testable import OAuth

@Suite("Bounds of the audit log: sampling, pruning, export, personal fields")
struct AuditBoundsTests {
    @Test("of events that anybody may cause a few are written for each source, and the others told as a number")
    func sampled() async throws {
        let harness = try await DomainHarness()
        try await refuse(harness, 500, from: "2001:db8::")
        try await refuse(harness, 3, from: "192.0.2.1")
        #expect(try await refusals(harness).count == 5 + 3)
        harness.time.advance(by: 60)
        try await harness.domain.platform.forgetExpired()
        let told = try await refusals(harness).filter { $0["details"]?["more"] != nil }
        #expect(told.map { $0["details"]?["more"] } == [495])
        #expect(told.first?["personal"]?["source"] == "2001:db8:0:0::/64")
        try await harness.domain.platform.forgetExpired()
        #expect(try await refusals(harness).count == 9, "told once")
        _ = try await harness.domain.platform.audit.verify(harness.database)
        await harness.close()
    }

    @Test("one network has a part of what is written, and what isn't written uses up nothing of it")
    func network() async throws {
        let harness = try await DomainHarness()
        for source in 0..<AuditLog.mostOfNetwork + 20 { try await refuse(harness, 1, from: "2001:db8:1:\(source)::") }
        #expect(try await refusals(harness).count == AuditLog.mostOfNetwork)
        try await refuse(harness, AuditLog.mostInAll + 60, from: "192.0.2.1")
        try await refuse(harness, 1, from: "198.51.100.7")
        #expect(try await refusals(harness).count == AuditLog.mostOfNetwork + 5 + 1)
        await harness.close()
    }

    @Test("a name that was typed is cut in an event, however long it is")
    func longName() async throws {
        let harness = try await DomainHarness()
        try await harness.database.write { transaction in
            var event = AuditEvent(.loginFailed, .failure, at: harness.time.now, realm: harness.realm.path.description)
            event.personal = ["username": .string(String(repeating: "x", count: 9000))]
            try harness.domain.platform.audit.append(event, in: transaction)
        }
        let latest = try await harness.domain.platform.audit.latest(1, of: harness.database)
        #expect(latest.first?["personal"]?["username"]?.string?.utf8.count == AuditEvent.longestPersonal)
        await harness.close()
    }

    @Test("of many sources no more are written in a minute than the log takes, but for a few of each network")
    func crowded() async throws {
        let harness = try await DomainHarness()
        for source in 0..<AuditLog.mostInAll + 50 { try await refuse(harness, 1, from: "10.\(source / 50).0.\(source % 50)") }
        #expect(try await refusals(harness).count == AuditLog.mostInAll + AuditLog.reserve)
        harness.time.advance(by: 60)
        try await harness.domain.platform.forgetExpired()
        #expect(try await refusals(harness).last?["details"]?["more"] == 45)
        await harness.close()
    }

    @Test("a pruned log begins at a checkpoint, can be verified, and goes on")
    func pruned() async throws {
        let harness = try await DomainHarness()
        let audit = harness.domain.platform.audit
        for _ in 0..<6 { try await note(harness) }
        let before = try await audit.checkpoint(of: harness.database)
        harness.time.advance(by: 86_400)
        let boundary = harness.time.now
        for _ in 0..<3 { try await note(harness) }
        let pruning = try await audit.prune(before: boundary, at: harness.time.now, in: harness.database)
        #expect(pruning.through == before && pruning.events == before.sequence)
        #expect(try await audit.beginning(of: harness.database) == before)
        let end = try await audit.verify(harness.database)
        #expect(end.sequence == before.sequence + 4, "three events, and that it was pruned")
        try await note(harness)
        #expect(try await audit.verify(harness.database, through: end).sequence == end.sequence + 1)
        #expect(try await audit.prune(before: boundary, at: harness.time.now, in: harness.database).events == 0)
        await harness.close()
    }

    @Test("a log that is pruned to nothing keeps its chain")
    func whole() async throws {
        let harness = try await DomainHarness()
        let audit = harness.domain.platform.audit
        try await note(harness)
        harness.time.advance(by: 86_400)
        _ = try await audit.prune(before: .distantFuture, at: harness.time.now, in: harness.database)
        let end = try await audit.verify(harness.database)
        try await harness.database.write { _ = try $0.execute("DELETE FROM audit_event WHERE kind <> 'audit.pruned'") }
        #expect(try await audit.verify(harness.database) == end, "only the event that says so is left")
        await harness.close()
    }

    /// A way to cut the log off at its beginning.
    struct Cut: Sendable, CustomTestStringConvertible {
        let statements: [SQL]
        var testDescription: String { "\(statements.map(\.description).joined(separator: "; "))" }

        static let all = [
            Cut(statements: ["DELETE FROM audit_event WHERE seq <= 3"]),
            Cut(statements: [
                "INSERT INTO audit_pruned (id, seq, hash) SELECT 1, seq, hash FROM audit_event WHERE seq = 3",
                "DELETE FROM audit_event WHERE seq <= 3",
            ]),
        ]
    }

    @Test("a beginning that is missing without the log's saying so is noticed", arguments: Cut.all)
    func cut(_ cut: Cut) async throws {
        let harness = try await DomainHarness()
        for _ in 0..<6 { try await note(harness) }
        try await AuditLog.seal(harness.database)
        try await harness.database.write { for statement in cut.statements { _ = try $0.execute(statement) } }
        await #expect(throws: AuditError(.missing)) { try await harness.domain.platform.audit.verify(harness.database) }
        await harness.close()
    }

    @Test("an export verifies by itself, and joins what is left")
    func exported() async throws {
        let harness = try await DomainHarness()
        for _ in 0..<4 { try await note(harness) }
        harness.time.advance(by: 86_400)
        let boundary = harness.time.now
        try await note(harness)
        let lines = try await export(harness, before: boundary)
        let end = try read(lines)
        #expect(try await harness.domain.platform.audit.prune(before: boundary, at: harness.time.now, in: harness.database).through == end)
        let rest = try await export(harness, before: nil)
        #expect(try AuditExport(firstLine: rest[0]).start == end)
        #expect(try read(rest) == (try await harness.domain.platform.audit.checkpoint(of: harness.database)))
        await harness.close()
    }

    @Test("an export that was changed is noticed", arguments: 0..<5)
    func changed(_ way: Int) async throws {
        let harness = try await DomainHarness()
        for _ in 0..<4 { try await note(harness) }
        var lines = try await export(harness, before: nil)
        switch way {
        case 0: lines[2] = lines[2].replacing("user.changed", with: "user.removed").replacing("realm.changed", with: "realm.x")
        case 1: lines.remove(at: 2)
        case 2: lines.removeLast()
        case 3: lines.remove(at: lines.count - 2)
        default: lines.swapAt(2, 3)
        }
        #expect(throws: AuditError.self) { try read(lines) }
        await harness.close()
    }

    @Test(
        "a realm says what its log has of persons; hashes of the same are the same, and no others", arguments: AuditPersonalFields.allCases)
    func personal(_ fields: AuditPersonalFields) async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[EnvironmentSettings.self].auditPersonalFields = fields
        try await harness.domain.directory.realms.update(realm)
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
            let realm = realm
            try await harness.database.write { transaction in
                var event = AuditEvent(.loginFailed, .failure, at: harness.time.now, realm: realm.path.description)
                event.personal = ["address": .string(address), "username": "192.0.2.1"]
                try harness.domain.platform.audit.append(event, in: transaction)
            }
        }
        let written = try await harness.domain.platform.audit.latest(3, of: harness.database).map { $0["personal"] }
        switch fields {
        case .kept: #expect(written.map { $0?["address"] } == ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
        case .hashed:
            let hashes = written.compactMap { $0?["address"]?.string }
            #expect(hashes.count == 3 && hashes[0] == hashes[1] && hashes[0] != hashes[2])
            #expect(hashes.allSatisfy { $0.hasPrefix("hmac:") && !$0.contains("192") })
            #expect(written.first??["username"]?.string != hashes[0], "a name that looks like an address is another hash")
        case .omitted: #expect(written == [.null, .null, .null])
        }
        _ = try await harness.domain.platform.audit.verify(harness.database)
        await harness.close()
    }

    // MARK: -

    /// An event of the log.
    private func note(_ harness: DomainHarness) async throws {
        try await harness.domain.directory.users.setStatus(.active, of: harness.user.id, in: harness.realm.id)
    }

    private func refuse(_ harness: DomainHarness, _ count: Int, from address: String) async throws {
        for _ in 0..<count {
            try await harness.database.write { transaction in
                let event = AuditEvent(.clientRefused, .failure, at: harness.time.now, realm: harness.realm.path.description)
                try harness.domain.platform.audit.append(event, sampledBy: .address(address), most: 5, in: transaction)
            }
        }
    }

    private func refusals(_ harness: DomainHarness) async throws -> [JSONObject] {
        try await harness.domain.platform.audit.latest(10_000, of: harness.database).filter { $0["kind"] == "client.refused" }
    }

    private func export(_ harness: DomainHarness, before end: Date?) async throws -> [String] {
        var lines: [String] = []
        let head = try await harness.domain.platform.audit.export(harness.database, before: end) { start, page in
            if page.isEmpty { lines.append(JSONValue.object(AuditExport.line(start)).text) }
            lines += page.map { JSONValue.object($0).text }
        }
        return lines + [JSONValue.object(AuditExport.line(head)).text]
    }

    private func read(_ lines: [String]) throws -> AuditCheckpoint {
        var export = try AuditExport(firstLine: lines[0])
        for line in lines.dropFirst() { try export.read(line) }
        try export.finish()
        return export.head
    }
}
