@testable import Directory
import Primitives
import Testing

@Suite("Attempts at one user name, one after another", .timeLimit(.minutes(1)))
struct AttemptGateTests {
    @Test("an attempt whose turn doesn't come is refused, and keeps no later one from its turn")
    func patience() async throws {
        let harness = try await DomainHarness()
        let gate = AttemptGate(patience: .milliseconds(20))
        let attempt = Attempts.Attempt(factor: nil, username: "ada", realm: harness.realm, address: "192.0.2.1")
        let (held, release) = AsyncStream<Void>.makeStream()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        async let first: Void = gate.inTurn(attempt) {
            beginning.finish()
            for await _ in held {}
        }
        for await _ in begun {}
        await #expect(throws: PasswordError(.overloaded)) { try await gate.inTurn(attempt) {} }
        release.finish()
        try await first
        let later = try await gate.inTurn(attempt) { "done" }
        #expect(later == "done")
    }
}
