import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import DeviceRegistry
import Directory
import MultiFactor
import DevicePolicies
import Services

@Suite("Device authorization")
struct DeviceAuthorizationTests {
    @Test(
        "the payload of a paired device passes the MFA step without a touch", arguments: SignOnServer.Way.allCases,
        SignOnServer.Family.allCases)
    func passes(_ way: SignOnServer.Way, _ family: SignOnServer.Family) async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let claims = try #require(try await server.signIn(payload: try phone.payload(), way, family))
        #expect(claims["sub"]?.string == server.devices.user.id.uuidString.lowercased())
        #expect(server.offer(claims) == nil)
    }

    @Test("without a payload the same device is asked")
    func asked() async throws {
        let server = try await SignOnServer()
        _ = try await server.devices.pairedPhone()
        #expect(try await server.signIn() == nil)
    }

    @Test("with extra verification the device answers a silent push", arguments: ["restrictive", "permissive"])
    func silent(_ name: String) async throws {
        let server = try await SignOnServer { $0.deviceAuthorization?.extraVerification = .init(rawValue: name) }
        let phone = try await server.devices.pairedPhone()
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        let page = try await server.enterPassword(browser)
        #expect(page.text.contains("being recognised") && !page.text.contains("passcode"))
        let push = try await phone.push()
        #expect(push.kind == .silent)
        let answer = ChallengeAcknowledgement(nonce: push.nonce, pairing: phone.pairing)
        #expect(try await phone.call(.post, "/challenges/\(push.challenge)/acknowledgement", answer.json).status == .ok)
        let claims = try #require(try await server.claims(try await server.wait(browser)))
        #expect(server.offer(claims) == nil)
    }

    @Test("a silent push that nobody answers", arguments: ["restrictive", "permissive"])
    func silence(_ name: String) async throws {
        let server = try await SignOnServer { $0.deviceAuthorization?.extraVerification = .init(rawValue: name) }
        let phone = try await server.devices.pairedPhone()
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        try await server.enterPassword(browser)
        let early = try await server.wait(browser)
        #expect(try await server.claims(early) == nil)
        server.devices.time.advance(by: 41)
        #expect(try await server.claims(try await server.wait(browser)) != nil || name == "restrictive")
        #expect((browser.cookies["iPlanetDirectoryPro"] == nil) == (name == "restrictive"))
    }

    @Test("a device that can't be reached for its extra verification", arguments: ["restrictive", "permissive"])
    func unreachable(_ name: String) async throws {
        let server = try await SignOnServer { $0.deviceAuthorization?.extraVerification = .init(rawValue: name) }
        let phone = try await server.devices.pairedPhone(push: nil)
        #expect((try await server.signIn(payload: try phone.payload()) == nil) == (name == "restrictive"))
    }

    /// The states of a paired device in which it stands for nobody.
    enum State: CaseIterable { case off, blocked, locked, removed, otherUser }

    @Test("a device that may not stand for its user doesn't", arguments: State.allCases)
    func states(_ state: State) async throws {
        let server = try await SignOnServer { rule in
            if case .off = state { rule.deviceAuthorization?.isEnabled = false }
        }
        let kim = try await server.addUser("kim")
        let phone = try await server.devices.pairedPhone()
        _ = try await server.devices.pairedPhone(5, with: kim)
        let domain = server.domain
        let device = try #require(try await domain.deviceRegistry.devices.devices(of: server.devices.user.id, in: server.realm.id).first)
        switch state {
        case .blocked: _ = try await domain.deviceRegistry.devices.setBlocked(true, device.id, of: device.user, in: server.realm)
        case .locked:
            for _ in 0..<5 { _ = try await server.devices.start { $0.selected = device.id }; server.devices.time.advance(by: 41) }
            _ = try await server.devices.start { $0.selected = device.id }
        case .removed: _ = try await domain.deviceRegistry.devices.remove(device.id, of: device.user, in: server.realm)
        default: break
        }
        let payload = try phone.payload()
        if case .otherUser = state {
            #expect(try await server.signIn(payload: payload, user: "kim") == nil)
        } else if case .removed = state {
            // The device is as one that was never there: its user has none, and the policy lets that pass with an offer.
            #expect(server.offer(try await server.signIn(payload: payload)) != nil)
        } else {
            #expect(try await server.signIn(payload: payload) == nil)
        }
    }
}
