import Store
import Testing

@Suite("Database contract: cancelling and closing")
struct LifecycleContract {
    @Test("a write that's cancelled before its turn isn't made", arguments: Engine.all)
    func cancelledWrite(_ engine: Engine) async throws {
        try await engine.run { database in
            let gates = (0..<engine.writers).map { _ in Gate() }
            let held = gates.map { gate in Task { try await database.write { _ in gate.hold() } } }
            for gate in gates { await gate.waitForBody() }
            let waiting = Task { try await database.insert(1) }
            waiting.cancel()
            for gate in gates { gate.open() }
            await #expect(throws: CancellationError.self) { try await waiting.value }
            for task in held { try await task.value }
            try await database.expect(ids: [])
        }
    }

    @Test("a write that's cancelled after its turn has come is made", arguments: Engine.all)
    func cancelledLate(_ engine: Engine) async throws {
        try await engine.run { database in
            let gate = Gate()
            let writing = Task {
                try await database.write { transaction in
                    gate.hold()
                    return try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                }
            }
            await gate.waitForBody()
            writing.cancel()
            gate.open()
            let changes = try await writing.value
            #expect(changes == 1)
            try await database.expect(ids: [1])
        }
    }

    @Test("a read that's cancelled before it begins isn't made", arguments: Engine.all)
    func cancelledRead(_ engine: Engine) async throws {
        try await engine.run { database in
            let reading = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await database.ids()
            }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }

    @Test("closing waits for what was asked for before", arguments: Engine.all)
    func closing(_ engine: Engine) async throws {
        let database = try await engine.open([.things])
        let gate = Gate()
        let held = Task {
            try await database.write { transaction in
                gate.hold()
                return try transaction.execute("INSERT INTO thing (id) VALUES (1)")
            }
        }
        await gate.waitForBody()
        async let closed: Void = database.close()
        gate.open()
        #expect(try await held.value == 1)
        try await closed
    }

    @Test("a closed database refuses, and closing again is nothing", arguments: Engine.all)
    func closed(_ engine: Engine) async throws {
        let database = try await engine.open([.things])
        try await database.close()
        try await database.close()
        await #expect(throws: DatabaseError(.closed)) { try await database.insert(1) }
        await #expect(throws: DatabaseError(.closed)) { _ = try await database.ids() }
    }
}
