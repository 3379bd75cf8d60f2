import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import MailTesting
import Primitives
import Testing

import DeviceRegistry
import Directory
import MultiFactor
import DevicePolicies
import Services

@Suite("A code that is sent")
struct MessagedCodeTests {
    private func started() async throws -> (DeviceServer, DeviceAuthentication, String) {
        let server = try await DeviceServer()
        var enrolment = Devices.Enrolment(.email)
        (enrolment.contact, enrolment.isActive) = ("demo@example.com", true)
        _ = try await server.domain.deviceRegistry.devices.enrol(enrolment, for: server.user.id, in: server.realm)
        let started = try await server.start()
        return (server, started, try #require(server.server.mail.last(to: "demo@example.com")?.passcode))
    }

    private func check(_ code: String, _ server: DeviceServer, _ started: DeviceAuthentication) async throws -> DeviceAuthentication {
        try await server.domain.multiFactor.deviceAuthentications.check(
            Secret(code), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer
        ).authentication
    }

    @Test("completes the authentication, once")
    func right() async throws {
        let (server, started, code) = try await started()
        #expect(started.status == .passcodeRequired)
        #expect(try await check(code, server, started).status == .completed)
        await #expect(throws: SecondFactorError(.wrongState, "")) { _ = try await check(code, server, started) }
    }

    @Test("is void after three wrong ones, and a new one is good")
    func guessed() async throws {
        let (server, started, code) = try await started()
        let wrong = code == "000000" ? "111111" : "000000"
        for _ in 0..<2 { await #expect(throws: SecondFactorError(.wrongPasscode, "")) { _ = try await check(wrong, server, started) } }
        await #expect(throws: SecondFactorError(.locked, "")) { _ = try await check(wrong, server, started) }
        await #expect(throws: SecondFactorError(.wrongPasscode, "")) { _ = try await check(code, server, started) }
        let device = try #require(started.selected)
        _ = try await server.domain.multiFactor.deviceAuthentications.select(
            device, in: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer)
        let next = try #require(server.server.mail.last(to: "demo@example.com")?.passcode)
        #expect(try await check(next, server, started).status == .completed)
    }

    @Test("is void when its time is over")
    func late() async throws {
        let (server, started, code) = try await started()
        server.time.advance(by: 601)
        await #expect(throws: SecondFactorError(.wrongPasscode, "")) { _ = try await check(code, server, started) }
    }

    @Test("guesses at codes to addresses that are used once are counted for the user, whatever authentication they are in")
    func usedOnce() async throws {
        let server = try await DeviceServer()
        let threshold = server.realm.settings[BoundsSettings.self].lockoutThreshold
        func begin() async throws -> (DeviceAuthentication, String) {
            server.time.advance(by: 31)
            let started = try await server.start { $0.context.oneTime = .init(.email, "once@example.com") }
            return (started, try #require(server.server.mail.last(to: "once@example.com")?.passcode))
        }
        for _ in 0..<threshold {
            let (started, code) = try await begin()
            await #expect(throws: SecondFactorError(.wrongPasscode, "")) {
                _ = try await check(code == "000000" ? "1" : "000000", server, started)
            }
        }
        let (started, code) = try await begin()
        await #expect(throws: SecondFactorError(.locked, "")) { _ = try await check(code, server, started) }
        server.time.advance(by: 899)
        let (later, right) = try await begin()
        #expect(try await check(right, server, later).status == .completed)
        #expect(try await server.domain.directory.users.failures(of: server.user.id, in: server.realm.id).isEmpty)
    }
}
