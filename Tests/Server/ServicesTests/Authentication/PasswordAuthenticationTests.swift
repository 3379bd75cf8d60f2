import Foundation
import Primitives
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("Password authentication and lock-out")
struct PasswordAuthenticationTests {
    private func attempt(
        _ harness: DomainHarness, _ password: String, user: String = "demo", from address: String = "192.0.2.1"
    ) async throws
        -> Bool
    {
        let verdict = try await harness.domain.credentials.passwords.verify(
            Secret(password), of: user, in: harness.realm, from: address, isSignOn: true)
        return verdict != .refused
    }

    @Test("the right password is accepted, whatever the case of the name")
    func right() async throws {
        let harness = try await DomainHarness()
        #expect(try await attempt(harness, DomainHarness.password, user: "DEMO"))
        await harness.close()
    }

    @Test("a wrong password, an unknown user, a user without password and an inactive one are refused")
    func refused() async throws {
        let harness = try await DomainHarness()
        _ = try await harness.domain.directory.users.create("bare", in: harness.realm.id)
        #expect(try await !attempt(harness, "wrong"))
        #expect(try await !attempt(harness, "any", user: "nobody"))
        #expect(try await !attempt(harness, "any", user: "bare"))
        try await harness.domain.directory.users.setStatus(.inactive, of: harness.user.id, in: harness.realm.id)
        #expect(try await !attempt(harness, DomainHarness.password))
        await harness.close()
    }

    @Test("after the threshold the right password is refused too, until the lock ends")
    func lockOut() async throws {
        let harness = try await DomainHarness()
        for _ in 0..<harness.realm.settings[BoundsSettings.self].lockoutThreshold { #expect(try await !attempt(harness, "wrong")) }
        #expect(try await !attempt(harness, DomainHarness.password))
        harness.time.advance(by: TimeInterval(harness.realm.settings[BoundsSettings.self].lockoutDuration))
        #expect(try await attempt(harness, DomainHarness.password))
        await harness.close()
    }

    @Test("a right password clears the count")
    func cleared() async throws {
        let harness = try await DomainHarness()
        for _ in 0..<3 {
            for _ in 0..<harness.realm.settings[BoundsSettings.self].lockoutThreshold - 1 { #expect(try await !attempt(harness, "wrong")) }
            #expect(try await attempt(harness, DomainHarness.password))
        }
        await harness.close()
    }

    @Test("parallel guesses can't race past the threshold (CVE-2024-4629)")
    func parallel() async throws {
        let harness = try await DomainHarness()
        await withTaskGroup { group in
            for _ in 0..<40 { group.addTask { _ = try? await attempt(harness, "wrong") } }
        }
        let failures = try await harness.failures(.password)
        #expect(failures.count == harness.realm.settings[BoundsSettings.self].lockoutThreshold)
        #expect(failures.isLocked(at: harness.time.now))
        await harness.close()
    }

    @Test("any number of right passwords at once are accepted, and lock nobody")
    func parallelRight() async throws {
        let harness = try await DomainHarness()
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 { group.addTask { try await attempt(harness, DomainHarness.password) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 40)
        #expect(try await harness.failures(.password) == FactorFailures())
        await harness.close()
    }

    @Test("a lock set by an administrator isn't undone by a right password")
    func administrator() async throws {
        let harness = try await DomainHarness()
        try await harness.domain.directory.users.setLock(until: .distantFuture, of: harness.user.id, in: harness.realm.id)
        #expect(try await !attempt(harness, DomainHarness.password))
        try await harness.domain.directory.users.setLock(until: nil, of: harness.user.id, in: harness.realm.id)
        #expect(try await attempt(harness, DomainHarness.password))
        await harness.close()
    }

    @Test("one address that guesses over many names is slowed down, others aren't")
    func address() async throws {
        let harness = try await DomainHarness()
        for guess in 0..<harness.realm.settings[BoundsSettings.self].failuresPerAddressAndMinute {
            _ = try await attempt(harness, "wrong", user: "user\(guess)")
        }
        await #expect(throws: PasswordError(.throttled)) { try await attempt(harness, DomainHarness.password) }
        #expect(try await attempt(harness, DomainHarness.password, from: "192.0.2.2"))
        harness.time.advance(by: 60)
        #expect(try await attempt(harness, DomainHarness.password))
        await harness.close()
    }

    @Test("a refused spending refuses the attempt, which then isn't counted")
    func spending() async throws {
        let harness = try await DomainHarness()
        let refusal = DomainError(.conflict, "spent")
        await #expect(throws: refusal) {
            try await harness.domain.credentials.passwords.verify(Secret("wrong"), of: "demo", in: harness.realm, from: "192.0.2.1") { _ in
                throw refusal
            }
        }
        #expect(try await harness.failures(.password) == FactorFailures())
        await harness.close()
    }
}
