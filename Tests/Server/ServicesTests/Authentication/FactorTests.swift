import Foundation
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("What can be guessed, and how often")
struct FactorTests {
    private func attempt(
        _ harness: DomainHarness, _ password: String, from address: String = "192.0.2.1", isSignOn: Bool = false
    ) async throws -> Bool {
        let verdict = try await harness.domain.credentials.passwords.verify(
            Secret(password), of: "demo", in: harness.realm, from: address, isSignOn: isSignOn)
        return verdict != .refused
    }

    @Test("a right password that is a part of a sign-on ends no series; one that is the whole does")
    func parts() async throws {
        let harness = try await DomainHarness()
        for _ in 0..<3 { #expect(try await !attempt(harness, "wrong")) }
        #expect(try await attempt(harness, DomainHarness.password))
        #expect(try await harness.failures(.password).inARow == 3)
        #expect(try await attempt(harness, DomainHarness.password, isSignOn: true))
        #expect(try await harness.failures(.password) == FactorFailures())
        await harness.close()
    }

    @Test("a hundred wrong passwords in a row lock for good, whatever locks end in between (NIST SP 800-63B-4 §3.2.2)")
    func hundred() async throws {
        let harness = try await DomainHarness()
        for failure in 1...FactorFailures.most {
            #expect(try await !attempt(harness, "wrong"))
            #expect(try await harness.failures(.password).inARow == failure)
            if failure < FactorFailures.most, failure.isMultiple(of: harness.realm.settings[BoundsSettings.self].lockoutThreshold) {
                harness.time.advance(by: TimeInterval(harness.realm.settings[BoundsSettings.self].lockoutDuration))
            }
        }
        harness.time.advance(by: 365 * 86_400)
        #expect(try await !attempt(harness, DomainHarness.password))
        #expect(try await harness.failures(.password).inARow == FactorFailures.most, "what isn't looked at isn't counted")
        await harness.close()
    }

    @Test("the hundredth attempt may be the right one")
    func last() async throws {
        let harness = try await DomainHarness()
        try await pretend(99, harness)
        #expect(try await attempt(harness, DomainHarness.password))
        #expect(try await harness.failures(.password).inARow == 99)
        #expect(try await attempt(harness, DomainHarness.password, isSignOn: true))
        await harness.close()
    }

    /// What ends a lock for good.
    enum Rescue: String, CaseIterable { case administrator, newPassword }

    @Test("a lock for good is ended by an administrator, and by a new password", arguments: Rescue.allCases)
    func rescued(_ rescue: Rescue) async throws {
        let harness = try await DomainHarness()
        try await pretend(99, harness)
        #expect(try await !attempt(harness, "wrong"))
        #expect(try await !attempt(harness, DomainHarness.password))
        let (domain, user, realm) = (harness.domain, harness.user, harness.realm)
        let new = "a password of some length"
        switch rescue {
        case .administrator: try await domain.directory.users.setLock(until: nil, of: user.id, in: realm.id)
        case .newPassword: try await domain.directory.accounts.setPassword(Secret(new), of: user, in: realm)
        }
        #expect(try await attempt(harness, rescue == .newPassword ? new : DomainHarness.password))
        await harness.close()
    }

    @Test("what a sign-on ends: itself, or all when it can't be guessed", arguments: Factor.allCases)
    func clears(_ factor: Factor) {
        let all = Set(Factor.allCases.filter(\.isGuessable))
        switch factor {
        case .passkey, .boundKey, .push, .scannedCode: #expect(factor.clears == all)
        case .recoveryCode: #expect(factor.clears == [.recoveryCode, .oneTimePassword])
        case .password, .sentCode, .oneTimePassword, .securityQuestions: #expect(factor.clears == [factor])
        default: #expect(factor.clears.isEmpty)
        }
    }

    @Test("an attempt of an address that has had its share is refused before anything is hashed")
    func beforeHashing() async throws {
        let harness = try await DomainHarness()
        for guess in 0..<harness.realm.settings[BoundsSettings.self].failuresPerAddressAndMinute {
            _ = try await harness.domain.credentials.passwords.verify(
                Secret("x"), of: "user\(guess)", in: harness.realm, from: "2001:db8::\(guess)")
        }
        // From here on each hash is an error.
        await harness.domain.directory.hasher.close()
        for name in ["demo", "nobody"] {
            await #expect(throws: PasswordError(.throttled)) {
                try await harness.domain.credentials.passwords.verify(Secret("x"), of: name, in: harness.realm, from: "2001:db8::ffff")
            }
        }
        await #expect(throws: PasswordError(.closed)) {
            try await harness.domain.credentials.passwords.verify(Secret("x"), of: "demo", in: harness.realm, from: "2001:db8:0:1::")
        }
        #expect(try await harness.failures(.password) == FactorFailures(), "a hash that failed was no attempt")
        await harness.close()
    }

    @Test("a refused attempt spends nothing")
    func unspent() async throws {
        let harness = try await DomainHarness()
        for guess in 0..<harness.realm.settings[BoundsSettings.self].failuresPerAddressAndMinute {
            _ = try await harness.domain.credentials.passwords.verify(Secret("x"), of: "user\(guess)", in: harness.realm, from: "192.0.2.1")
        }
        await #expect(throws: PasswordError(.throttled)) {
            try await harness.domain.credentials.passwords.verify(Secret("x"), of: "demo", in: harness.realm, from: "192.0.2.1") { _ in
                Issue.record("it is spent")
            }
        }
        await harness.close()
    }

    @Test("that a factor is locked stands in the audit log, with the user, the address and the factor")
    func audited() async throws {
        let harness = try await DomainHarness()
        for _ in 0..<harness.realm.settings[BoundsSettings.self].lockoutThreshold + 2 { #expect(try await !attempt(harness, "wrong")) }
        let events = try await harness.domain.platform.audit.latest(100, of: harness.database).filter { $0["kind"] == "account.locked" }
        #expect(events.count == 1)
        #expect(events.first?["user"]?.string == harness.user.id.uuidString.lowercased())
        #expect(events.first?["details"]?["factor"] == "password")
        #expect(events.first?["personal"]?["address"] == "192.0.2.1")
        await harness.close()
    }

    private func pretend(_ failures: Int, _ harness: DomainHarness) async throws {
        _ = try await attempt(harness, "wrong")
        try await harness.database.write { _ = try $0.execute("UPDATE factor_failures SET count = 1, in_a_row = ?1", failures) }
    }
}
