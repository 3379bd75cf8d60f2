import Store
import Synchronization
import Testing

@Suite("Database contract: wake-ups")
struct WakeupContract {
    private static let topic = Wakeup.Topic("things")

    @Test("are there when the write has returned, each once for a commit, and of their topic only", arguments: Engine.all)
    func committed(_ engine: Engine) async throws {
        try await engine.run { database in
            let heard = Heard()
            let subscription = database.wakeups.subscribe(to: Self.topic) { heard.note($0) }
            try await database.write { transaction in
                for key in ["a", "b", "a"] { transaction.wake(Self.topic, key) }
                transaction.wake(Wakeup.Topic("others"), "c")
                #expect(heard.keys.isEmpty, "before the commit")
            }
            #expect(heard.keys.sorted() == ["a", "b"])
            try await database.write { $0.wake(Self.topic, "a") }
            #expect(heard.keys.sorted() == ["a", "a", "b"])
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("tell nothing of a body that throws, and of its neighbours what they ask", arguments: Engine.all)
    func failed(_ engine: Engine) async throws {
        struct Refusal: Error {}
        try await engine.run { database in
            let heard = Heard()
            let subscription = database.wakeups.subscribe(to: Self.topic) { heard.note($0) }
            let gate = Gate()
            async let first: Void = database.write { _ in gate.hold() }
            await gate.waitForBody()
            async let before: Void = database.write { $0.wake(Self.topic, "before") }
            let failing = Task {
                try await database.write { transaction in
                    transaction.wake(Self.topic, "failed")
                    throw Refusal()
                }
            }
            async let after: Void = database.write { $0.wake(Self.topic, "after") }
            gate.open()
            _ = try await (first, before, after)
            await #expect(throws: Refusal.self) { try await failing.value }
            #expect(heard.keys.sorted() == ["after", "before"])
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("a receiver that reads finds the change", arguments: Engine.all)
    func readable(_ engine: Engine) async throws {
        try await engine.run { database in
            let wakeups = database.wakeups.stream(of: Self.topic)
            for id in 1...3 {
                try await database.write { transaction in
                    try transaction.execute("INSERT INTO thing (id) VALUES (?1)", id)
                    transaction.wake(Self.topic, "")
                }
            }
            // Three changes may be one wake-up: who works off all that there is needs no more.
            for await _ in wakeups { break }
            try await database.expect(ids: [1, 2, 3])
        }
    }

    @Test("end with the subscription", arguments: Engine.all)
    func ended(_ engine: Engine) async throws {
        try await engine.run { database in
            let heard = Heard()
            var subscription: WakeupSubscription? = database.wakeups.subscribe(to: Self.topic) { heard.note($0) }
            try await database.write { $0.wake(Self.topic, "heard") }
            withExtendedLifetime(subscription) {}
            subscription = nil
            try await database.write { $0.wake(Self.topic, "unheard") }
            #expect(heard.keys == ["heard"])
        }
    }

    private final class Heard: Sendable {
        private let state = Mutex<[String]>([])

        var keys: [String] { state.withLock { $0 } }

        func note(_ key: String) { state.withLock { $0.append(key) } }
    }
}
