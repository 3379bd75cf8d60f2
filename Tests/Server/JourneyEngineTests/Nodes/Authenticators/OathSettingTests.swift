import Foundation
import JourneyMessages
import OneTimePassword
import Primitives
import Store
import Testing

@testable import JourneyEngine
import Services
import Directory
import MultiFactor

/// A setting of the nodes that register an account, and what of it the app reads in the code.
struct AccountSetting: Sendable, CustomTestStringConvertible {
    let name: String
    let value: JSONValue
    /// Whether only kinds with one-time passwords have it.
    var isAboutPasswords = true
    let look: @Sendable (AuthenticatorURI) -> Bool

    static let all = card + password

    private static let card = [
        AccountSetting(name: "issuer", value: "Example", isAboutPasswords: false) { $0.issuer == "Example" },
        AccountSetting(name: "accountName", value: "EMAIL_ADDRESS", isAboutPasswords: false) { $0.account == "demo@example.com" },
        AccountSetting(name: "bgColor", value: "ff0000", isAboutPasswords: false) { $0.backgroundColor == "ff0000" },
        AccountSetting(name: "imgUrl", value: "https://example.com/logo.png", isAboutPasswords: false) {
            $0.image == "https://example.com/logo.png"
        },
    ]

    private static let password = [
        AccountSetting(name: "passwordLength", value: "EIGHT_DIGITS") { $0.password?.digits == 8 },
        AccountSetting(name: "minSharedSecretLength", value: 80) { $0.password?.secret.withBytes { $0.count } == 40 },
        AccountSetting(name: "algorithm", value: "HOTP") { $0.password?.kind == .hotp(counter: 0) },
        AccountSetting(name: "totpTimeInterval", value: 60) { $0.password?.kind == .totp(period: 60) },
        AccountSetting(name: "totpHashAlgorithm", value: "HMAC_SHA256") { $0.password?.algorithm == .sha256 },
    ]

    var testDescription: String { name }
}

@Suite("One-time passwords of authenticator apps: settings")
struct OathSettingTests {
    @Test(
        "what a registration is set to stands in the code that the app reads", arguments: AccountSetting.all,
        ["oathRegistration", "pushRegistration", "combinedRegistration"])
    func account(_ setting: AccountSetting, _ kind: String) async throws {
        guard kind != "pushRegistration" || !setting.isAboutPasswords else { return }
        let trial = try await NodeTrial()
        try await trial.setProfile([:])
        let plain = try StrictApp(scanning: try await trial.step(kind)).account
        let set = try StrictApp(scanning: try await trial.step(kind, [setting.name: setting.value])).account
        #expect(!setting.look(plain) && setting.look(set))
    }

    @Test("recovery codes are made where they are wanted", arguments: ["oathRegistration", "oathDeviceStorage"], [true, false])
    func recoveryCodes(_ kind: String, _ isWanted: Bool) async throws {
        let wanted = "{ generateRecoveryCodes: \(isWanted) }"
        let nodes =
            kind == "oathRegistration"
            ? "  second: { oathRegistration: \(wanted), successOutcome: codes, failureOutcome: failure }\n"
            : "  second: { oathRegistration: { postponeDeviceProfileStorage: true }, successOutcome: store, failureOutcome: failure }\n"
                + "  store: { oathDeviceStorage: \(wanted), successOutcome: codes, failureOutcome: failure }\n"
        let harness = try await JourneyHarness.withSecondFactor(nodes + "  codes: { recoveryCodeDisplay: {}, next: success }\n")
        let reply = try await harness.send(harness.login("Second").step, nil, nil, nil, 0)
        #expect((try? reply.step.types) == (isWanted ? [.textOutput, .textOutput, .confirmation] : nil))
        #expect(((try? reply.success.session) != nil) == !isWanted)
    }

    // MARK: - The verifier

    /// A user with an app that counts, or goes by the clock.
    private func harness(_ verifier: String, period: Int?) async throws -> JourneyHarness {
        let harness = try await JourneyHarness.withSecondFactor(
            """
              second: { oathTokenVerifier: { \(verifier) }, successOutcome: success, failureOutcome: failure, notRegisteredOutcome: failure }
            """
        ) { $0[BoundsSettings.self].lockoutThreshold = 100 }
        var account = OneTimePasswordAccount(secret: Self.secret)
        account.period = period
        let (authenticators, user, realm) = (harness.domain.multiFactor.authenticators, harness.user.id, harness.realm)
        _ = try await harness.database.write { [account] in try authenticators.add(account, of: user, in: realm, $0) }
        return harness
    }

    private static let secret = Secret("a seed of 20 bytes or more")

    private func lets(in harness: JourneyHarness, with code: String) async throws -> Bool {
        let step = try await harness.login("Second").step
        return (try? await harness.send(step, .string(code), 0).success) != nil
    }

    private func code(_ time: Date) throws -> String { try TOTP(Self.secret, period: 30).code(at: time) }

    @Test("hotpWindowSize: codes so far ahead are taken, and no farther ones", arguments: [(3, true), (2, false)])
    func window(_ window: Int, _ isTaken: Bool) async throws {
        let harness = try await harness("hotpWindowSize: \(window)", period: nil)
        let code = try HOTP(Self.secret).code(at: 3)
        #expect(try await lets(in: harness, with: code) == isTaken)
    }

    @Test("totpTimeSteps: a code by the clock may be so many steps off", arguments: [(1, true), (0, false)])
    func steps(_ steps: Int, _ isTaken: Bool) async throws {
        let harness = try await harness("totpTimeSteps: \(steps)", period: 30)
        #expect(try await lets(in: harness, with: code(harness.time.now + 30)) == isTaken)
    }

    @Test("maximumAllowedClockDrift: a clock that goes wrong is followed so far", arguments: [(5, true), (1, false)])
    func drift(_ drift: Int, _ isFollowed: Bool) async throws {
        let harness = try await harness("totpTimeSteps: 2, maximumAllowedClockDrift: \(drift)", period: 30)
        #expect(try await lets(in: harness, with: code(harness.time.now + 60)))
        harness.time.advance(by: 90)
        #expect(try await lets(in: harness, with: code(harness.time.now + 120)) == isFollowed)
    }
}
