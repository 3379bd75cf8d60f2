import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Policy: lock-out of every factor, on every way to use it")
struct ProofPolicyTests {
    @Test(
        "locked by one way, locked by all ways to the same factor, and by none to another", arguments: ProofRoute.guessable,
        ProofRoute.allCases)
    func locked(by guessed: ProofRoute, tried: ProofRoute) async throws {
        try await Proofs.with { (proofs: Proofs) async throws in
            #expect(try await !tried.opens(proofs, isRight: false))
            for _ in 0..<3 { #expect(try await !guessed.opens(proofs, isRight: false)) }
            #expect(try await tried.opens(proofs, isRight: true) == (guessed.factor != tried.factor))
        }
    }

    @Test("a locked account is closed on all ways", arguments: ProofRoute.allCases)
    func account(_ route: ProofRoute) async throws {
        try await Proofs.with { (proofs: Proofs) async throws in
            let harness = proofs.harness
            try await harness.domain.directory.users.setLock(until: .distantFuture, of: harness.user.id, in: harness.realm.id)
            #expect(try await !route.opens(proofs, isRight: true))
        }
    }

    @Test("what is right opens a session, while nobody has guessed", arguments: ProofRoute.allCases)
    func right(_ route: ProofRoute) async throws {
        try await Proofs.with { (proofs: Proofs) async throws in #expect(try await route.opens(proofs, isRight: true)) }
    }

    @Test("parallel guesses don't race past the counter", arguments: ProofRoute.guessable)
    func parallel(_ route: ProofRoute) async throws {
        try await Proofs.with { (proofs: Proofs) async throws in
            await withTaskGroup { group in
                for _ in 0..<10 { group.addTask { _ = try? await route.opens(proofs, isRight: false) } }
            }
            #expect(try await !route.opens(proofs, isRight: true))
        }
    }
}
