import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OneTimePassword
import Primitives
import Testing

import Services
import DeviceRegistry
import Directory
import DevicePolicies

@Suite("Pairing by key")
struct PairingTests {
    private func error(_ answer: ServerResponse) -> DeviceError.Code? { DeviceError(json: answer.json)?.code }

    @Test("makes a device once it is confirmed, and gives a passcode that works")
    func pairs() async throws {
        let server = try await DeviceServer()
        let phone = try TestPhone(server, seed: 1)
        #expect(try await phone.begin(with: server.pairingKey()).status == .created)
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).isEmpty)
        let result = try PairingResult(json: try await phone.confirm(passcode: try phone.passcode()).json)
        #expect(result.failures == [.push: nil, .passcode: nil])
        let devices = try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id)
        #expect(devices.map(\.kind) == [.mobile] && devices.first?.id.uuidString.lowercased() == phone.pairing)
        let report = try InstallationReport(json: try await phone.call(.get, "/installation").json)
        #expect(report.pairings.map(\.user.username) == ["demo"] && report.pushKind == "BUILT_IN" && report.isPushAllowed)
    }

    @Test("said again gives the same, before and after its confirmation")
    func repeats() async throws {
        let server = try await DeviceServer()
        let (phone, key) = (try TestPhone(server, seed: 1), try await server.pairingKey())
        try await phone.begin(with: key)
        let first = try #require(phone.grant)
        phone.isKnown = false
        try await phone.begin(with: key)
        #expect(phone.grant?.pairing == first.pairing && phone.grant?.nonce == first.nonce)
        let code = try phone.passcode()
        let confirmed = try await phone.confirm(passcode: code)
        #expect(try await phone.confirm(passcode: code).json == confirmed.json)
        #expect(try await phone.begin(with: key).status == .created)
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).count == 1)
    }

    @Test("of two installations one gets a key", arguments: [false, true])
    func once(afterConfirmation: Bool) async throws {
        let server = try await DeviceServer()
        let (first, second) = (try TestPhone(server, seed: 1), try TestPhone(server, seed: 2))
        let key = try await server.pairingKey()
        try await first.begin(with: key)
        if afterConfirmation { _ = try await first.confirm() }
        #expect(error(try await second.begin(with: key)) == .pairingKey)
    }

    @Test("an unknown, a spent, a deleted and an expired key give one answer")
    func unknown() async throws {
        let server = try await DeviceServer()
        let phone = try TestPhone(server, seed: 1)
        let expired = try await server.pairingKey()
        let deleted = try await server.domain.pairing.pairingKeys.create(for: server.user.id, in: server.realm)
        #expect(try await server.domain.pairing.pairingKeys.delete(deleted.id, of: server.user.id, in: server.realm))
        server.time.advance(by: 601)
        var answers: [ServerResponse] = []
        for key in [Secret("00000000000000"), Secret("none"), expired, try deleted.code.unwrapped()] {
            answers.append(try await phone.begin(with: key))
        }
        #expect(answers.allSatisfy { $0.status == .notFound && $0.text == answers[0].text })
        #expect(DeviceError(json: answers[0].json)?.documentedNumber == 10_005)
    }

    @Test("a key for one application isn't good for another's app")
    func application() async throws {
        let server = try await DeviceServer()
        let answer = try await TestPhone(server, seed: 1).begin(
            with: try await server.pairingKey(), app: AppDescription(id: "org.example.other"))
        #expect(DeviceError(json: answer.json)?.documentedNumber == 10_006)
    }

    @Test("a user's devices are limited, and an application may take no new ones")
    func limits() async throws {
        let server = try await DeviceServer()
        for seed in 1...5 { _ = try await server.pairedPhone(UInt64(seed)) }
        #expect(error(try await TestPhone(server, seed: 6).begin(with: try await server.pairingKey())) == .policy)
        let closed = try await DeviceServer { _ in
        } rules: {
            $0.isPairingDisabled = true
        }
        #expect(error(try await TestPhone(closed, seed: 1).begin(with: try await closed.pairingKey())) == .policy)
    }

    @Test("one installation is paired with several users, by one seed")
    func users() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let seed = phone.seed
        let other = try await server.addUser("other")
        try await phone.begin(with: try await server.pairingKey(for: other))
        #expect(phone.seed == seed)
        server.time.advance(by: 60)
        _ = try await phone.confirm(passcode: try phone.passcode())
        let report = try InstallationReport(json: try await phone.call(.get, "/installation").json)
        #expect(report.pairings.map(\.user.username).sorted() == ["demo", "other"])
    }

    // MARK: - What came of the methods

    @Test("a wrong passcode may be tried three times in fifteen minutes")
    func wrongPasscodes() async throws {
        let server = try await DeviceServer()
        let phone = try TestPhone(server, seed: 1)
        try await phone.begin(with: try await server.pairingKey())
        func passcode(_ code: String) async throws -> PairingResult.Failure?? {
            try PairingResult(json: try await phone.confirm(passcode: code).json).failures[.passcode]
        }
        let wrong = String(repeating: try phone.passcode().first == "1" ? "2" : "1", count: 6)
        #expect(try await passcode(wrong) == .some(.invalidPasscode))
        #expect(try await passcode(wrong) == .some(.invalidPasscode))
        #expect(try await passcode(wrong) == .some(.passcodeRetriesExceeded))
        #expect(try await passcode(try phone.passcode()) == .some(.passcodeRetriesExceeded))
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).count == 1)
    }

    @Test("the right passcode at the last of three tries pairs")
    func lastTry() async throws {
        let server = try await DeviceServer()
        let phone = try TestPhone(server, seed: 1)
        try await phone.begin(with: try await server.pairingKey())
        let wrong = String(repeating: try phone.passcode().first == "1" ? "2" : "1", count: 6)
        for _ in 0..<2 { _ = try await phone.confirm(passcode: wrong) }
        let result = try PairingResult(json: try await phone.confirm(passcode: try phone.passcode()).json)
        #expect(result.failures[.passcode] == .some(nil), "asked, and right")
    }

    @Test("a passcode of a wrong clock says so, and one that comes too late has expired")
    func clocks() async throws {
        let server = try await DeviceServer()
        let phone = try TestPhone(server, seed: 1)
        try await phone.begin(with: try await server.pairingKey())
        let ahead = try PairingResult(json: try await phone.confirm(passcode: try phone.passcode(at: server.time.now + 240)).json)
        #expect(ahead.failures[.passcode] == .some(.unsynchronizedClock))
        server.time.advance(by: 901)
        let late = try PairingResult(json: try await phone.confirm(passcode: try phone.passcode()).json)
        #expect(late.failures[.passcode] == .some(.passcodeExpired))
    }

    @Test("pushes have a status of their own")
    func push() async throws {
        func status(
            _ address: PushAddress?, rules: (inout MobileApplicationRules) -> Void = { _ in }
        ) async throws -> PairingResult.Failure?? {
            let server = try await DeviceServer(rules: rules)
            let phone = try TestPhone(server, seed: 1)
            try await phone.begin(with: try await server.pairingKey(), push: address)
            return try PairingResult(json: try await phone.confirm().json).failures[.push]
        }
        let apple = PushAddress.apns(token: String(repeating: "a", count: 64), isSandbox: false)
        #expect(try await status(nil) == .some(.missingDeviceToken))
        #expect(try await status(apple) == .some(.missingPushCredentials))
        #expect(
            try await status(.builtIn) {
                $0.push = .init()
                $0.push?.isEnabled = false
            } == .some(.pushDisabled))
    }
}
