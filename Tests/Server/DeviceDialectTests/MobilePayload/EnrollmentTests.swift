import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import DeviceRegistry
import Directory
import DevicePolicies

@Suite("Automatic enrolment")
struct EnrollmentTests {
    @Test(
        "the ID token of a sign-in with a payload lets the device be paired, once", arguments: SignOnServer.Way.allCases,
        SignOnServer.Family.allCases)
    func enrols(_ way: SignOnServer.Way, _ family: SignOnServer.Family) async throws {
        let server = try await SignOnServer()
        let phone = try TestPhone(server.devices, seed: 1)
        let claims = try #require(try await server.signIn(payload: try phone.payload(), way, family))
        #expect(claims["acr"] == "Phone")
        let offer = try #require(server.offer(claims))
        #expect(offer.expires == server.devices.time.now.addingTimeInterval(300))
        #expect(try await phone.begin(ticket: offer.ticket).status == .created)
        #expect(try await phone.confirm().status == .ok)
        #expect(
            try await server.domain.deviceRegistry.devices.devices(of: server.devices.user.id, in: server.realm.id).map(\.installation) == [
                phone.id
            ])
        // What was used is worth nothing to another phone.
        let other = try TestPhone(server.devices, seed: 2)
        #expect(try await other.begin(ticket: offer.ticket).status == .notFound)
    }

    @Test("another factor passes the MFA step; doing nothing about the offer changes nothing")
    func byAnotherFactor() async throws {
        let server = try await SignOnServer()
        let other = try await server.devices.pairedPhone(2)
        let phone = try TestPhone(server.devices, seed: 1)
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        #expect(try await server.enterPassword(browser).status == .ok)
        let push = try await other.push()
        let number = try #require(browser.page?.text.firstMatch(of: /number (\d\d) there/)?.1)
        _ = try await other.decide(try await other.decision(.approve, push, number: Int(number)), push.challenge)
        let claims = try #require(try await server.claims(try await server.wait(browser)))
        #expect(server.offer(claims) != nil)
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.devices.user.id, in: server.realm.id).count == 1)
    }

    @Test("where the factor is denied, nobody signs in and nothing is offered")
    func denied() async throws {
        let server = try await SignOnServer()
        let other = try await server.devices.pairedPhone(2)
        let phone = try TestPhone(server.devices, seed: 1)
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        try await server.enterPassword(browser)
        let push = try await other.push()
        _ = try await other.decide(try await other.decision(.deny, push), push.challenge)
        #expect(try await server.claims(try await server.wait(browser)) == nil)
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    /// What keeps a device from being enrolled, though its user signs in.
    enum Obstacle: CaseIterable { case tooMany, off, pairingDisabled, noMobile, alreadyPaired, mfaOff }

    @Test("signing in succeeds, and nothing is offered, where the device may not be paired", arguments: Obstacle.allCases)
    func obstacles(_ obstacle: Obstacle) async throws {
        let server = try await SignOnServer { rule in
            if obstacle == .off { rule.autoEnrollment = nil }
            if obstacle == .pairingDisabled { rule.isPairingDisabled = true }
            rule.deviceAuthorization = nil
        }
        let phone = try TestPhone(server.devices, seed: 1)
        let other = try TestPhone(server.devices, seed: 2)
        let domain = server.domain
        switch obstacle {
        case .tooMany:
            var settings = try await domain.directory.mfaSettings.settings(in: server.realm)
            settings.pairing.maximumDevices = 1
            try await domain.directory.mfaSettings.set(settings, in: server.realm)
            try await other.pair(with: try await server.devices.pairingKey())
        case .noMobile: try await server.devices.change { $0.mobile.isEnabled = false }
        case .alreadyPaired: try await phone.pair(with: try await server.devices.pairingKey())
        case .mfaOff: try await domain.directory.users.setMFAEnabled(false, of: server.devices.user.id, in: server.realm.id)
        case .off, .pairingDisabled: break
        }
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        var answer = try await server.enterPassword(browser)
        if let asked = [.alreadyPaired: phone, .tooMany: other][obstacle] {
            let push = try await asked.push()
            let number = try #require(browser.page?.text.firstMatch(of: /number (\d\d) there/)?.1)
            _ = try await asked.decide(try await asked.decision(.approve, push, number: Int(number)), push.challenge)
            answer = try await server.wait(browser)
        }
        let claims = try #require(try await server.claims(answer))
        #expect(server.offer(claims) == nil)
    }

    @Test("a session that is there already signs in without an offer")
    func session() async throws {
        let server = try await SignOnServer()
        let phone = try TestPhone(server.devices, seed: 1)
        let browser = Browser(server.server)
        try await server.begin(browser)
        _ = try await server.enterPassword(browser)
        let claims = try #require(try await server.claims(try await server.begin(browser, payload: try phone.payload())))
        #expect(server.offer(claims) == nil)
    }
}
