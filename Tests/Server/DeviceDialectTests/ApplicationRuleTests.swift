import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import DevicePolicies
import Services

@Suite("What a device policy and an application say of its phones has its effect")
struct ApplicationRuleTests {
    @Test("push.enabled: without pushes the phone is asked for its passcode", arguments: [true, false])
    func push(_ isOn: Bool) async throws {
        let server = try await DeviceServer(rules: { rules in
            rules.push = .init()
            rules.push?.isEnabled = isOn
        })
        _ = try await server.pairedPhone()
        #expect(try await server.start().status == (isOn ? .pushRequired : .passcodeRequired))
    }

    @Test("pushTimeout: a push waits so long for its answer")
    func timeout() async throws {
        let server = try await DeviceServer(rules: { $0.pushTimeout = TimeSpan(60, .seconds) })
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        #expect(try await phone.push().timeout == 60)
        server.time.advance(by: 59)
        #expect(try await server.state(started).status == .pushRequired)
        server.time.advance(by: 2)
        #expect(try await server.state(started).status == .pushTimedOut)
    }

    @Test("pushLimit: so many without an answer within the period lock the phone's pushes for the duration", arguments: [true, false])
    func limit(_ areClose: Bool) async throws {
        let server = try await DeviceServer(rules: { rules in
            var limit = MobileApplicationRules.PushLimit()
            (limit.count, limit.timePeriod, limit.lockDuration) = (2, TimeSpan(5, .minutes), TimeSpan(2, .minutes))
            rules.pushLimit = limit
        })
        _ = try await server.pairedPhone()
        for _ in 0..<2 {
            #expect(try await server.start().status == .pushRequired)
            server.time.advance(by: areClose ? 41 : 301)
        }
        #expect(try await server.start().status == (areClose ? .failed : .pushRequired))
        server.time.advance(by: 121)
        #expect(try await server.start().status == .pushRequired)
    }

    @Test("otp.enabled: a phone without passcodes gets no seed, and isn't asked for one", arguments: [true, false])
    func passcodes(_ areOn: Bool) async throws {
        let server = try await DeviceServer(rules: { $0.otp = .init(areOn) })
        let phone = try TestPhone(server, seed: 1)
        #expect(try await phone.begin(with: try await server.pairingKey(), push: nil).status == .created)
        #expect((phone.seed != nil) == areOn)
        #expect(try await phone.confirm(passcode: areOn ? try phone.passcode() : nil).status == .ok)
        #expect(try await server.start().status == (areOn ? .passcodeRequired : .failed))
    }

    @Test("mobile.otp.failure: so many wrong passcodes lock the phone for the cool-down")
    func failures() async throws {
        let server = try await DeviceServer()
        try await server.change { policy in
            policy.mobile.otp = .init()
            policy.mobile.otp?.failure = FailureLimit(count: 1, coolDown: TimeSpan(3, .minutes))
        }
        let phone = try await server.pairedPhone(push: nil)
        let wrong = try phone.passcode() == "000000" ? "111111" : "000000"
        let started = try await server.start()
        await #expect(throws: SecondFactorError(.locked, "")) {
            _ = try await server.domain.multiFactor.deviceAuthentications.check(
                Secret(wrong), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer)
        }
        server.time.advance(by: 179)
        #expect(try await server.start().status == .failed)
        server.time.advance(by: 2)
        #expect(try await server.start().status == .passcodeRequired)
    }

    @Test(
        "mobile.otp.failure: the right passcode at the last try is taken, and after one wrong one more it isn't", arguments: [1, 2, 5],
        [0, 1])
    func lastTry(_ limit: Int, _ more: Int) async throws {
        let server = try await DeviceServer()
        try await server.change { policy in
            policy.mobile.otp = .init()
            policy.mobile.otp?.failure = FailureLimit(count: limit, coolDown: TimeSpan(3, .minutes))
        }
        let phone = try await server.pairedPhone(push: nil)
        server.time.advance(by: 60)
        let started = try await server.start()
        func check(_ code: String) async throws -> DeviceAuthentication.Status {
            try await server.domain.multiFactor.deviceAuthentications.check(
                Secret(code), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer
            ).authentication.status
        }
        let wrong = try phone.passcode() == "000000" ? "111111" : "000000"
        for _ in 1..<limit + more { await #expect(throws: SecondFactorError.self) { _ = try await check(wrong) } }
        if more == 0 {
            #expect(try await check(try phone.passcode()) == .completed)
        } else {
            await #expect(throws: SecondFactorError(.locked, "")) { _ = try await check(try phone.passcode()) }
        }
    }

    @Test("mobile.otp.window.stepSize and passcodeRefreshDuration: how long a passcode stands; the application's counts first")
    func steps() async throws {
        for own in [nil, TimeSpan(45, .seconds)] {
            let server = try await DeviceServer(mobile: { $0.passcodeRefreshDuration = own })
            try await server.change { policy in
                policy.mobile.otp = .init()
                policy.mobile.otp?.window = .init()
                policy.mobile.otp?.window?.stepSize = TimeSpan(60, .seconds)
            }
            #expect(try await server.pairedPhone().seed?.period == (own == nil ? 60 : 45))
        }
    }

    @Test("passcodeGracePeriod: a passcode of so many windows before is good", arguments: [nil, 3])
    func grace(_ windows: Int?) async throws {
        let server = try await DeviceServer(mobile: { $0.passcodeGracePeriod = windows })
        let phone = try await server.pairedPhone(push: nil)
        server.time.advance(by: 600)
        let started = try await server.start()
        let old = Secret(try phone.passcode(at: server.time.now.addingTimeInterval(-90)))
        let done = try? await server.domain.multiFactor.deviceAuthentications.check(
            old, of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer)
        #expect((done?.authentication.status == .completed) == (windows == 3))
    }

    @Test("bundleId, packageName, huaweiPackageName: the apps that are the application")
    func apps() async throws {
        let members = [\MobileSettings.bundleID, \.packageName, \.huaweiPackageName]
        for member in members + [\.huaweiAppID] {
            let server = try await DeviceServer(mobile: { $0[keyPath: member] = "org.example.other" })
            let phone = try TestPhone(server, seed: 1)
            let answer = try await phone.begin(with: try await server.pairingKey(), app: AppDescription(id: "org.example.other"))
            #expect((answer.status == .created) == members.contains(member), "\(member)")
        }
    }

    // MARK: - Pairing keys

    @Test("pairingKeyLifetime: a key lives as long as the policy that it is made by says")
    func keys() async throws {
        let server = try await DeviceServer(rules: { $0.pairingKeyLifetime = TimeSpan(2, .minutes) })
        func lifetime(_ policy: UUID? = nil) async throws -> TimeInterval {
            let key = try await server.domain.pairing.pairingKeys.create(
                for: server.user.id, applications: [DeviceServer.application], policy: policy, in: server.realm)
            return key.expires.timeIntervalSince(server.time.now)
        }
        #expect(try await lifetime() == 120)
        var other = DeviceAuthenticationPolicy(id: UUID(), name: "Other")
        var rules = MobileApplicationRules(DeviceServer.application)
        rules.pairingKeyLifetime = TimeSpan(1, .hours)
        (other.mobile.isEnabled, other.mobile.applications) = (true, [rules])
        #expect(try await lifetime(try await server.domain.devicePolicies.mfaPolicies.create(other, in: server.realm).id) == 3600)
    }

    @Test("pairingKeyFormat: digits, or digits and letters", arguments: MFASettings.KeyFormat.allCases)
    func format(_ format: MFASettings.KeyFormat) async throws {
        let server = try await DeviceServer()
        var settings = MFASettings()
        settings.pairing.keyFormat = format
        try await server.domain.directory.mfaSettings.set(settings, in: server.realm)
        let code = try await server.pairingKey().reveal()
        #expect(code.count == (format == .numeric ? 14 : 18) && code.allSatisfy(\.isNumber) == (format == .numeric), "\(code)")
    }
}
