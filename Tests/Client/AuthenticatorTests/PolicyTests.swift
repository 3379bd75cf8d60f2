import Authenticator
import AuthenticatorTesting
import AuthenticatorMessages
import DeviceFoundation
import Foundation
import OneTimePassword
import Primitives
import Testing

@Suite("Policies and locks")
struct PolicyTests {
    private static let biometric = #"{"biometricAvailable":{}}"#
    private static let tampering = #"{"deviceTampering":{"score":0.8}}"#

    private func phone(_ policies: any AccountPolicy...) -> Phone {
        var phone = Phone()
        phone.configuration.policies = policies
        return phone
    }

    @Test(
        "the device's likelihood of having been tampered with is below the issuer's, or the account is refused",
        arguments: [(0.0, true), (0.79, true), (0.8, false), (1.0, false)])
    func tampering(score: Double, isTaken: Bool) async throws {
        let phone = phone(DeviceTamperingPolicy { score })
        let authenticator = try await phone.open()
        let code = try phone.server.code(policies: Self.tampering)
        if isTaken {
            _ = try await authenticator.add(code)
        } else {
            await #expect(throws: AuthenticatorError(.policy, "")) { try await authenticator.add(code) }
            #expect(try await authenticator.accounts.isEmpty && phone.server.requests.isEmpty)
        }
    }

    @Test("a documented policy that nobody evaluates is failed; a name that nobody knows is passed over")
    func unknown() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        for policies in [Self.biometric, Self.tampering] {
            await #expect(throws: AuthenticatorError(.policy, "")) { try await authenticator.add(phone.server.code(policies: policies)) }
        }
        _ = try await authenticator.add(phone.server.code(policies: #"{"somebodys":{"x":1}}"#))
    }

    @Test("a policy of the app's own counts once it is registered")
    func own() async throws {
        let isOn = ManualFlag(false)
        let phone = phone(SwitchedPolicy("somebodys", isOn))
        let authenticator = try await phone.open()
        let code = try phone.server.code(policies: #"{"somebodys":{"x":1}}"#)
        await #expect(throws: AuthenticatorError(.policy, "")) { try await authenticator.add(code) }
        isOn.value = true
        _ = try await authenticator.add(code)
    }

    @Test("an account is locked while the device fails its policy: no code, no answer; then it is as before")
    func locking() async throws {
        let isOn = ManualFlag(true)
        let phone = phone(SwitchedPolicy(DevicePolicies.Policy.biometricAvailable, isOn))
        let authenticator = try await phone.open()
        let account = try await authenticator.add(phone.server.code(withPassword: true, policies: Self.biometric))
        let delivered = try phone.server.push(at: phone.time.now)
        let notification = try #require(try await authenticator.receive(delivered))
        isOn.value = false
        await #expect(throws: AuthenticatorError(.locked, "")) { try await authenticator.code(of: account) }
        await #expect(throws: AuthenticatorError(.locked, "")) { try await authenticator.approve(notification.id) }
        await #expect(throws: AuthenticatorError(.locked, "")) { try await authenticator.deny(notification.id) }
        #expect(try await authenticator.accounts.first?.lock == Account.Lock(policy: "biometricAvailable"))
        #expect(try await authenticator.openList(as: .uris).isEmpty)
        isOn.value = true
        _ = try await authenticator.code(of: account)
        try await authenticator.approve(notification.id)
        #expect(try await phone.open().accounts.first?.isLocked == false)
    }

    @Test("what the app locked stays locked until the app unlocks it")
    func byApp() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(Phone.totp)
        try await authenticator.lock(account.id, for: "lost")
        await #expect(throws: AuthenticatorError(.locked, "")) { try await authenticator.lock(account.id, for: "again") }
        await #expect(throws: AuthenticatorError(.locked, "")) { try await phone.open().code(of: account) }
        try await authenticator.unlock(account.id)
        _ = try await authenticator.code(of: account)
    }
}
