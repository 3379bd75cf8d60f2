import Store
import Testing

@Suite("Database contract: reading")
struct ReadingContract {
    @Test("a read sees the writes acknowledged before it", arguments: Engine.all)
    func ownWrites(_ engine: Engine) async throws {
        try await engine.run { database in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for id in 1...300 {
                    group.addTask {
                        try await database.insert(id)
                        return try await database.read { try $0.row("SELECT id FROM thing WHERE id = ?1", id) != nil }
                    }
                }
                for try await isSeen in group { #expect(isSeen) }
            }
        }
    }

    @Test("a look-up sees the writes acknowledged before it, however many there are at once", arguments: Engine.all)
    func lookUps(_ engine: Engine) async throws {
        try await engine.run { database in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for id in 1...300 {
                    group.addTask {
                        try await database.insert(id)
                        return try await database.lookUp { try $0.row("SELECT id FROM thing WHERE id = ?1", id) != nil }
                    }
                }
                for try await isSeen in group { #expect(isSeen) }
            }
        }
    }

    @Test("a look-up that throws leaves the next one alone", arguments: Engine.all)
    func failedLookUp(_ engine: Engine) async throws {
        struct Failure: Error {}
        try await engine.run { database in
            for _ in 1...10 {
                await #expect(throws: Failure.self) { try await database.lookUp { _ -> Void in throw Failure() } }
                let found = try await database.lookUp { try $0.rows("SELECT id FROM thing").count }
                #expect(found == 0)
            }
        }
    }

    @Test("a read sees one state, whatever is written meanwhile", arguments: Engine.all)
    func snapshot(_ engine: Engine) async throws {
        try await engine.run { database in
            try await database.insert(1)
            let gate = Gate()
            async let counts = database.read { transaction in
                let before = try transaction.rows("SELECT id FROM thing").count
                gate.hold()
                return (before, try transaction.rows("SELECT id FROM thing").count)
            }
            await gate.waitForBody()
            try await database.insert(2)
            gate.open()
            #expect(try await counts == (1, 1))
            try await database.expect(ids: [1, 2])
        }
    }

    @Test("a long read holds up neither reads nor writes", arguments: Engine.all)
    func longRead(_ engine: Engine) async throws {
        try await engine.run { database in
            let gate = Gate()
            async let held: Void = database.read { _ in gate.hold() }
            await gate.waitForBody()
            for id in 1...20 {
                try await database.insert(id)
                #expect(try await database.ids().count == id)
            }
            gate.open()
            try await held
        }
    }

    @Test("nothing of a write is seen before it is whole", arguments: Engine.all)
    func isolation(_ engine: Engine) async throws {
        try await engine.run { database in
            let gate = Gate()
            async let held: Void = database.write { transaction in
                try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                gate.hold()
                try transaction.execute("INSERT INTO thing (id) VALUES (2)")
            }
            await gate.waitForBody()
            try await database.expect(ids: [])
            gate.open()
            try await held
            try await database.expect(ids: [1, 2])
        }
    }

    @Test("a read can't write", arguments: Engine.all)
    func readOnly(_ engine: Engine) async throws {
        try await engine.run { database in
            await #expect(throws: DatabaseError(.readOnly)) {
                _ = try await database.read { try $0.rows("INSERT INTO thing (id) VALUES (1) RETURNING id") }
            }
            try await database.expect(ids: [])
        }
    }

    @Test("a body's error reaches its caller alone", arguments: Engine.all)
    func errors(_ engine: Engine) async throws {
        try await engine.run { database in
            await #expect(throws: DatabaseError(.other)) { _ = try await database.read { try $0.rows("SELEKT 1") } }
            try await database.expect(ids: [])
        }
    }
}
