import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Store
import Testing

import DeviceRegistry
import Directory
import MultiFactor
import DevicePolicies
import Services

/// The ways in which a user is removed. A journey that undoes what it made, and a script, do as the command line does.
enum UserRemoval: String, CaseIterable, CustomTestStringConvertible {
    case managed, platform, command

    var testDescription: String { rawValue }

    func remove(_ user: User, at server: DeviceServer) async throws {
        guard self != .command else { return try await server.domain.directory.users.delete(user.id, in: server.realm.id) }
        let worker = "remover"
        try await PlatformHarness.makeWorker(
            worker, AdministratorRole.allCases, scopes: ["fr:idm:*"], in: server.realm, server.domain)
        let token = try await PlatformHarness.token(of: worker, in: server.realm, server.server)
        let path =
            self == .managed
            ? "/openidm/managed/alpha_user/\(user.id.text)" : "/v1/environments/\(server.realm.id.text)/users/\(user.id.text)"
        let answer = try await server.server.send(.delete, path, headers: [.authorization: "Bearer \(token)"])
        #expect([.ok, .noContent].contains(answer.status), "\(answer.text)")
    }
}

@Suite("A user who is removed takes all devices along")
struct UserRemovalTests {
    @Test("whichever way", arguments: UserRemoval.allCases)
    func removed(_ removal: UserRemoval) async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        var enrolment = Devices.Enrolment(.email)
        (enrolment.contact, enrolment.isActive) = ("demo@example.org", true)
        _ = try await server.domain.deviceRegistry.devices.enrol(enrolment, for: server.user.id, in: server.realm)
        let started = try await server.start { $0.selected = UUID(uuidString: phone.pairing) }
        let push = try await phone.push()
        let token = try await server.server.sessionToken()
        #expect(try await server.server.session("getSessionInfo", token: token).status == .ok)

        try await removal.remove(server.user, at: server)

        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).isEmpty)
        #expect(try await phone.call(.get, "/installation").status == .gone)
        #expect(try await phone.call(.get, "/challenges/\(push.challenge)").status == .gone)
        await #expect(throws: SecondFactorError(.unknown, "")) { try await server.state(started) }
        #expect(try await server.domain.deviceRegistry.installations.installation(phone.id, in: server.realm.id) == nil)
        #expect(try await server.server.session("getSessionInfo", token: token).status != .ok)
    }

    @Test("a phone that is another user's too stays that user's")
    func shared() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let other = try await server.addUser("kim")
        try await phone.pair(with: try await server.pairingKey(for: other))
        try await server.domain.directory.users.delete(server.user.id, in: server.realm.id)
        let report = try await phone.call(.get, "/installation")
        #expect(report.status == .ok && report.json["pairings"]?.array?.count == 1, "\(report.text)")
    }
}
