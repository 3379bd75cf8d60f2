import Foundation
import Store
import Testing

@Suite("Database contract: writing")
struct WritingContract {
    struct Refusal: Error, Equatable {}

    @Test("a write tells how many rows it changed", arguments: Engine.all)
    func changes(_ engine: Engine) async throws {
        try await engine.run { database in
            for id in 1...3 { try await database.insert(id) }
            let some = try await database.write { try $0.execute("UPDATE thing SET count = 1 WHERE id > ?1", 1) }
            let none = try await database.write { try $0.execute("DELETE FROM thing WHERE id = ?1", 9) }
            #expect((some, none) == (2, 0))
        }
    }

    @Test("a body knows on whose request it writes, and not those of its neighbours", arguments: Engine.all)
    func requester(_ engine: Engine) async throws {
        try await engine.run { database in
            let known = try await withThrowingTaskGroup(of: (String, String?).self) { group in
                for number in 0..<20 {
                    let address = "192.0.2.\(number)"
                    group.addTask {
                        try await Requester.$address.withValue(address) {
                            (address, try await database.write { _ in Requester.address })
                        }
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(known.count == 20 && known.allSatisfy { $0 == $1 })
            #expect(try await database.write { _ in Requester.address } == nil)
        }
    }

    @Test(
        "what a body gives is prepared; an error of the body's leaves nothing, and one of the preparation everything", arguments: Engine.all
    )
    func preparing(_ engine: Engine) async throws {
        try await engine.run { database in
            let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
                for id in 1...60 {
                    group.addTask {
                        do {
                            return try await database.write { transaction in
                                try transaction.execute("INSERT INTO thing (id) VALUES (?1)", id)
                                if id.isMultiple(of: 3) { throw Refusal() }
                                return id
                            } preparing: { id in
                                if id.isMultiple(of: 5) { throw Refusal() }
                                return id
                            }
                        } catch is Refusal { return nil }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { if let id = $1 { $0.insert(id) } }
            }
            #expect(answers == Set((1...60).filter { !$0.isMultiple(of: 3) && !$0.isMultiple(of: 5) }))
            try await database.expect(ids: (1...60).filter { !$0.isMultiple(of: 3) })
        }
    }

    @Test("a write can give rows", arguments: Engine.all)
    func returning(_ engine: Engine) async throws {
        try await engine.run { database in
            let row = try await database.write {
                try $0.row("INSERT INTO thing (id, name) VALUES (?1, ?2) RETURNING name", 1, "one")
            }
            #expect(try row?.text("name") == "one")
            try await database.expect(ids: [1])
        }
    }

    @Test("a key that's taken is refused", arguments: Engine.all)
    func unique(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.insert(1, name: "a")
            await #expect(throws: DatabaseError(.unique)) { try await database.insert(1, name: "b") }
            await #expect(throws: DatabaseError(.unique)) { try await database.insert(2, name: "a") }
            try await database.expect(ids: [1])
        }
    }

    @Test("a reference to nothing and a missing value are refused", arguments: Engine.all)
    func constraints(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.write {
                try $0.execute("CREATE TABLE part (thing BIGINT NOT NULL REFERENCES thing (id))")
            }
            await #expect(throws: DatabaseError(.foreignKey)) {
                try await database.write { try $0.execute("INSERT INTO part (thing) VALUES (?1)", 1) }
            }
            await #expect(throws: DatabaseError(.constraint)) {
                try await database.write { try $0.execute("INSERT INTO part (thing) VALUES (?1)", nil) }
            }
        }
    }

    @Test("a body that throws leaves nothing", arguments: Engine.all)
    func rollback(_ engine: Engine) async throws {
        try await engine.run { database in
            await #expect(throws: Refusal()) {
                try await database.write { transaction in
                    try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                    throw Refusal()
                }
            }
            try await database.expect(ids: [])
        }
    }

    @Test("a body may go on after a statement that failed", arguments: Engine.all)
    func recovery(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.insert(1)
            try await database.write { transaction in
                // One insert that changes nothing, the form that leaves no transaction broken in any engine.
                try transaction.execute("INSERT INTO thing (id) VALUES (1) ON CONFLICT DO NOTHING")
                try transaction.execute("INSERT INTO thing (id) VALUES (2)")
            }
            try await database.expect(ids: [1, 2])
        }
    }

    @Test("of writes that wait together, those that throw are undone and the others stay", arguments: Engine.all)
    func neighbours(_ engine: Engine) async throws {
        try await engine.run { database in
            let gate = Gate()
            async let held: Void = database.write { _ in gate.hold() }
            await gate.waitForBody()
            let outcomes = Task { await Self.writeTogether(1...60, on: database) }
            try await Task.sleep(for: .milliseconds(50))
            gate.open()
            try await held
            let succeeded = await outcomes.value
            #expect(succeeded == (1...60).filter { $0 % 3 != 0 })
            try await database.expect(ids: succeeded.map(Int64.init))
        }
    }

    /// Writes the ids in parallel, every third in a body that then throws; gives those that succeeded, in order.
    private static func writeTogether(_ ids: ClosedRange<Int>, on database: any Database) async -> [Int] {
        await withTaskGroup(of: Int?.self) { group in
            for id in ids {
                group.addTask {
                    try? await database.write { transaction in
                        try transaction.execute("INSERT INTO thing (id) VALUES (?1)", id)
                        if id % 3 == 0 { throw Refusal() }
                        return id
                    }
                }
            }
            return await group.reduce(into: []) { if let id = $1 { $0.append(id) } }.sorted()
        }
    }

    @Test("of parallel compare-and-swaps exactly one wins", arguments: Engine.all)
    func compareAndSwap(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.insert(1, name: "pending")
            let changes = try await withThrowingTaskGroup(of: Int.self) { group in
                for winner in 1...100 {
                    group.addTask {
                        try await database.write {
                            try $0.execute(
                                "UPDATE thing SET name = 'claimed', count = ?1 WHERE id = 1 AND name = 'pending'", winner)
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(changes == 1)
        }
    }

    @Test("parallel increments of a number that is read and kept are all counted", arguments: Engine.all)
    func increments(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.write { try $0.execute("INSERT INTO thing (id, count) VALUES (1, 0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...200 {
                    group.addTask {
                        try await database.write { transaction in
                            let row = try transaction.row("SELECT count FROM thing WHERE id = 1", keeping: .changed)
                            try transaction.execute("UPDATE thing SET count = ?1 WHERE id = 1", (try row?.int("count") ?? 0) + 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count = try await database.read { try $0.row("SELECT count FROM thing")?.int("count") }
            #expect(count == 200)
        }
    }

    @Test("a thousand parallel writers all succeed", arguments: Engine.all)
    func thousand(_ engine: Engine) async throws {
        try await engine.run { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 1...1000 { group.addTask { try await database.insert(id) } }
                try await group.waitForAll()
            }
            try await database.expect(ids: Array(1...1000))
        }
    }
}
