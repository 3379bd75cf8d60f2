import DialectTesting
import Foundation
@testable import HTTPBase
import Primitives
import Testing
import WebAuthn

import Services
import DeviceRegistry
import Directory

/// Every way to use a passkey, and every way to register one, against everything that must not help (`docs/security/rules.md` 2, rows 7, 9,
/// 13).
@Suite("Policy: every route of a passkey")
struct PasskeyMatrixTests {
    /// What is wrong with an assertion.
    enum Wrong: String, CaseIterable, Sendable {
        case unverified, flagAddedLater, nobodyThere, empty, malformed
        case othersPasskey, othersPasskeyInTheUsersName, otherRealmsPasskey, inAnotherRealm, forAnotherParty, fromAnotherOrigin
        case twice, concurrent, expired

        var isRightOnce: Bool { [.twice, .concurrent, .expired].contains(self) }
    }

    @Test("a passkey that is right signs in, on every route", arguments: PasskeyRoute.allCases)
    func control(_ route: PasskeyRoute) async throws {
        let (stage, passkey) = try await stage()
        let (options, place) = try #require(try await stage.ask(route))
        #expect(try await stage.signsIn(sign(options, passkey, for: stage.user), at: place))
    }

    @Test("what is wrong signs nobody in, on any route", arguments: PasskeyRoute.allCases)
    func denied(_ route: PasskeyRoute) async throws {
        var (stage, passkey) = try await stage()
        for wrong in Wrong.allCases {
            // The platform locks a device after some wrong answers; the others are shown a clean slate where an answer was right.
            if route == .platform || wrong.isRightOnce { (stage, passkey) = try await self.stage() }
            try await deny(wrong, route, passkey, stage)
        }
    }

    private func deny(_ wrong: Wrong, _ route: PasskeyRoute, _ passkey: TestPasskey, _ stage: PasskeyStage) async throws {
        let realm = wrong == .inAnotherRealm ? stage.beta : nil
        // Who has no passkey in the other realm isn't asked for one, and the platform's token is for one realm.
        guard let (options, place) = try await stage.ask(route, in: realm) else {
            #expect(realm != nil, "\(wrong)")
            return
        }
        switch wrong {
        case .empty: #expect(try await !stage.accepts("", "", at: place))
        case .malformed: #expect(try await !stage.accepts("{\"type\":\"webauthn.get\"}::1::2::AAAA", "{\"id\":7}", at: place))
        case .twice:
            let right = try sign(options, passkey, for: stage.user)
            #expect(try await stage.signsIn(right, at: place), "the control")
            // For some seconds the same answer of the same client is told the same.
            stage.server.time.advance(by: 10)
            #expect(try await !stage.signsIn(right, at: place), "twice")
            let (_, next) = try #require(try await stage.ask(route))
            #expect(try await !stage.signsIn(right, at: next), "in another run")
        case .concurrent: try await concurrently(stage, place, try sign(options, passkey, for: stage.user))
        case .expired:
            stage.server.time.advance(by: 1810)
            #expect(try await !stage.signsIn(sign(options, passkey, for: stage.user), at: place), "expired")
        default: #expect(try await !stage.signsIn(try await forged(wrong, options, passkey, stage), at: place), "\(wrong)")
        }
    }

    @Test("a registration that is right keeps one passkey, on every route", arguments: PasskeyRegistrationRoute.allCases)
    func registration(_ route: PasskeyRegistrationRoute) async throws {
        let stage = try await PasskeyStage()
        let (options, place) = try #require(try await stage.ask(route))
        let passkey = try TestPasskey()
        try await stage.register(create(options, passkey), at: place)
        #expect(try await stage.kept() == 1)
        try await stage.register(create(options, passkey), at: place)
        try await stage.register(create(options, TestPasskey(seed: 9)), at: place)
        #expect(try await stage.kept() == 1, "an answer counts once")
    }

    @Test(
        "what is wrong registers nothing, on any route", arguments: PasskeyRegistrationRoute.allCases,
        ["unverified", "nobodyThere", "empty", "malformed", "expired", "taken", "taken elsewhere", "another challenge"])
    func unregistered(_ route: PasskeyRegistrationRoute, _ wrong: String) async throws {
        let stage = try await PasskeyStage()
        let passkey = try TestPasskey()
        if wrong == "taken" { try await stage.keep(passkey, for: stage.other, in: stage.realm) }
        let (options, place) = try #require(try await stage.ask(route))
        switch wrong {
        case "empty": _ = try await stage.accepts("", "", at: place)
        case "malformed": _ = try await stage.accepts("{\"type\":\"webauthn.create\"}::1::AAAA", "{\"id\":7}", at: place)
        case "expired":
            // The platform waits a day for an activation.
            stage.server.time.advance(by: route == .platform ? 86_401 : 1810)
            try await stage.register(create(options, passkey), at: place)
        case "taken": try await stage.register(create(options, passkey), at: place)
        case "taken elsewhere":
            // Another realm's passkey is nobody's here; this is the control for the row above.
            try await stage.keep(passkey, for: stage.stranger, in: stage.beta)
            try await stage.register(create(options, passkey), at: place)
            #expect(try await stage.kept() == 1)
            return
        case "another challenge":
            var other = options
            other.challenge = [UInt8](repeating: 7, count: 32)
            try await stage.register(create(other, passkey), at: place)
        default:
            var response = try create(options, passkey, verified: false)
            try edit(&response.attestationObject, wrong)
            try await stage.register(response, at: place)
        }
        #expect(try await stage.kept() == 0)
    }

    @Test("nobody is asked to register who hasn't shown who they are", arguments: PasskeyRegistrationRoute.allCases)
    func unproven(_ route: PasskeyRegistrationRoute) async throws {
        #expect(try await PasskeyStage().ask(route, isProven: false) == nil)
    }

    @Test("an account page changes nobody else's passkeys")
    func account() async throws {
        let stage = try await PasskeyStage()
        try await stage.keep(TestPasskey(), for: stage.other, in: stage.realm)
        try await stage.keep(TestPasskey(seed: 2), for: stage.stranger, in: stage.beta)
        let (domain, browser) = (stage.platform.domain, Browser(stage.server))
        try await browser.open("/realms/alpha/account")
        try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password])
        let token = browser.page?.text.firstMatch(of: /name="csrf" value="([^"]*)"/).map { String($0.1) } ?? ""
        for (user, realm) in [(stage.other, stage.realm), (stage.stranger, stage.beta)] {
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: user.id, in: realm.id).first)
            for form in [["remove": "true"], ["name": "Mine"]] {
                let fields = form.merging(["csrf": token, "passkey": device.id.uuidString.lowercased()]) { first, _ in first }
                try await browser.post("/realms/alpha/account/passkeys", fields)
            }
            #expect(try await domain.deviceRegistry.devices.devices(of: user.id, in: realm.id).first?.nickname == device.nickname)
            #expect(try await domain.deviceRegistry.devices.keptPasskeys(of: user.id, in: realm.id).count == 1)
        }
    }

    // MARK: What is sent

    /// A realm whose user has a passkey.
    private func stage() async throws -> (PasskeyStage, TestPasskey) {
        let (stage, passkey) = (try await PasskeyStage(), try TestPasskey())
        try await stage.keep(passkey, for: stage.user, in: stage.realm)
        return (stage, passkey)
    }

    private func sign(
        _ options: RequestOptions, _ passkey: TestPasskey, for user: User, verified: Bool = true, origin: String = PasskeyStage.origin
    ) throws -> AuthenticationResponse {
        var options = options
        options.userVerification = .discouraged
        options.allowed = []
        return try passkey.model.sign(
            for: options, origin: origin, key: passkey.key, id: passkey.id, userHandle: RegisteredPasskey.handle(of: user.id),
            userVerified: verified)
    }

    private func forged(
        _ wrong: Wrong, _ options: RequestOptions, _ passkey: TestPasskey, _ stage: PasskeyStage
    ) async throws -> AuthenticationResponse {
        let foreign = try TestPasskey(seed: 5)
        switch wrong {
        case .unverified: return try sign(options, passkey, for: stage.user, verified: false)
        case .flagAddedLater:
            var response = try sign(options, passkey, for: stage.user, verified: false)
            response.authenticatorData[32] |= 4
            return response
        case .nobodyThere:
            var response = try sign(options, passkey, for: stage.user)
            response.authenticatorData[32] = 4
            return response
        case .othersPasskey:
            try await stage.keep(foreign, for: stage.other, in: stage.realm)
            // Without a name it would sign in its owner, rightly.
            return try sign(options, foreign, for: stage.user)
        case .othersPasskeyInTheUsersName:
            var claimed = foreign
            claimed.id = passkey.id
            return try sign(options, claimed, for: stage.user)
        case .otherRealmsPasskey:
            try await stage.keep(foreign, for: stage.stranger, in: stage.beta)
            return try sign(options, foreign, for: stage.stranger)
        case .inAnotherRealm: return try sign(options, passkey, for: stage.user)
        case .forAnotherParty:
            var other = options
            other.relyingPartyID = "example.org"
            return try sign(other, passkey, for: stage.user)
        default: return try sign(options, passkey, for: stage.user, origin: "https://example.com.evil.example")
        }
    }

    private func concurrently(_ stage: PasskeyStage, _ place: PasskeyStage.Place, _ response: AuthenticationResponse) async throws {
        let again: @Sendable () -> PasskeyStage.Place
        switch place {
        case .step(let step, let realm): again = { .step(step, realm: realm) }
        case .authentication(let begun): again = { .authentication(begun) }
        // A browser sends one form at a time.
        case .page, .device: return
        }
        let before = try await stage.sessions()
        let done = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 { group.addTask { try await stage.signsIn(response, at: again()) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        // To a step all are told what came of the one.
        if case .step = place {
            let made = try await stage.sessions() - before
            #expect(done == 6 && made == 1)
        } else {
            #expect(done == 1)
        }
    }

    private func create(_ options: CreationOptions, _ passkey: TestPasskey, verified: Bool = true) throws -> RegistrationResponse {
        var options = options
        options.userVerification = .discouraged
        return try passkey.model.create(
            for: options, origin: PasskeyStage.origin, key: passkey.key, id: passkey.id, userVerified: verified)
    }

    /// Nobody signs a registration without attestation: it can be told to claim less, or more, than was.
    private func edit(_ object: inout [UInt8], _ wrong: String) throws {
        guard wrong == "nobodyThere" else { return }
        let made = try AttestationObject(bytes: object)
        let data = AuthenticatorData(
            relyingPartyID: PasskeyStage.party, flags: [.userVerified], signCount: 0, credential: made.authenticatorData.credential)
        object = AttestationObject(format: made.format, statement: made.statement, authenticatorData: data).encoded
    }
}
