import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import JOSE
import MFA
import OneTimePassword
import Primitives
import Testing

@Suite("Keys, settings and the end of pairings", .timeLimit(.minutes(5)))
struct LifeTests {
    private var phone: Phone
    private let device: MFADevice
    private let pairing: MFAPairing
    private var server: PretendServer { phone.server }

    init() async throws {
        phone = try Phone()
        (device, pairing) = try await phone.paired()
    }

    @Test("passcodes are the server's, offline, for their period")
    func passcode() async throws {
        server.change { $0.isDown = true }
        let passcode = try await device.passcode()
        let seed = try #require(server.now.installations.values.first?.seed)
        #expect(try TOTP(seed.secret, algorithm: .sha256).code(at: phone.time.now) == passcode.code)
        #expect(passcode.period == 30 && passcode.until.timeIntervalSince(passcode.from) == 30)
        await #expect(throws: MFAError(.notPaired, "")) { try await Phone().open().passcode() }
    }

    @Test("keys are rotated: the new ones sign, the old ones are gone")
    func rotates() async throws {
        let before = try #require(server.now.installations.values.first?.keys)
        try await device.rotateKeys()
        let after = try #require(server.now.installations.values.first?.keys)
        #expect(before != after)
        #expect(server.now.installations.values.first?.successor == nil)
        #expect(try await phone.store.keys(in: "keys").count == 2)
        _ = try await device.pair(with: server.pairingKey(for: PretendServer.bob))
        #expect(try await phone.open().info().count == 1)
    }

    @Test("rotation that ends at any moment leaves keys that work", arguments: 1...14, [false, true])
    func rotationKilled(_ moment: Int, _ after: Bool) async throws {
        var phone = phone
        let (store, reaper) = (phone.store, Reaper(at: moment, after: after))
        phone.store = MortalStore(store, reaper)
        phone.transport = MortalTransport(inner: server, reaper: reaper)
        do throws(MFAError) { try await phone.open().rotateKeys() } catch { #expect(reaper.isDead, "\(error)") }
        (phone.store, phone.transport) = (store, server)
        let device = try await phone.open()
        #expect(try await device.info().compactMap { try? $0.report.get() }.count == 1)
        try await device.rotateKeys()
        let asked = try server.ask(pairing.id)
        guard case .request(let request) = try await device.process(remoteNotification: asked.statement) else {
            Issue.record("no request")
            return
        }
        try await request.approve()
        #expect(server.now.challenges[asked.id]?.status == .approved)
    }

    @Test("a refused rotation changes nothing")
    func rotationRefused() async throws {
        server.on("/installation/keys") { _ in .json(DeviceError(.rateLimited, "later").json, status: 429) }
        await #expect(throws: MFAError(.rateLimited, "")) { try await device.rotateKeys() }
        #expect(try await phone.store.keys(in: "keys").count == 2)
        #expect(try await device.info().compactMap { try? $0.report.get() }.count == 1)
    }

    @Test("a push address is told to the server; a change that came between is read first")
    func pushAddress() async throws {
        server.change { $0.revision = 5 }
        let token = String(repeating: "ab", count: 32)
        try await device.setPushAddress(.apns(token: token, isSandbox: true))
        #expect(server.now.push == .apns(token: token, isSandbox: true))
        server.on("/installation") { [server] request in
            guard request.method == .patch else { return nil }
            server.change { state in
                state.revision += 1
                state.overrides = [:]
            }
            return nil
        }
        try await device.allowPush(false)
        #expect(server.now.isPushAllowed == false)
    }

    @Test("a push address that couldn't be told is told with the next report")
    func staleAddress() async throws {
        server.change { $0.isDown = true }
        await #expect(throws: MFAError(.connectivity, "")) { try await device.setPushAddress(.fcm(token: "t")) }
        server.change { $0.isDown = false }
        _ = try await device.info()
        #expect(server.now.push == .fcm(token: "t"))
    }

    @Test("a push address that was set before pairing goes with it")
    func earlyAddress() async throws {
        let phone = try Phone()
        let device = try await phone.open()
        try await device.setPushAddress(.fcm(token: "early"))
        _ = try await device.pair(with: phone.server.pairingKey())
        #expect(phone.server.now.push == .fcm(token: "early"))
    }

    @Test("logs and rotation that the server wants are given with the next report; logs hold no secret")
    func attends() async throws {
        server.change { state in
            state.areLogsWanted = true
            state.isRotationDue = true
        }
        let before = server.now.installations.values.first?.keys
        _ = try await device.info()
        #expect(server.now.installations.values.first?.keys != before)
        let log = try #require(server.now.logs.first)
        #expect(log.starts(with: [0x1F, 0x8B]))
        let text = String(decoding: log, as: UTF8.self)
        #expect(text.contains("paired"))
        for key in server.now.pairingKeys.keys { #expect(!text.contains(key)) }
        #expect(!text.contains(try await device.passcode().code))
        #expect(try await device.sendLogs() == "S-1")
    }

    @Test("unpairing removes it on both sides, and the keys with the last one")
    func unpairs() async throws {
        let second = try await device.pair(with: server.pairingKey(for: PretendServer.bob)).pairing
        try await device.unpair(pairing.id)
        #expect(try await device.pairings == [second])
        try await device.unpair(second.id)
        #expect(server.now.pairings.isEmpty)
        #expect(try await phone.records.filter { !["mfa.push", "mfa.choices"].contains($0.service) }.isEmpty)
        await #expect(throws: MFAError(.notPaired, "")) { try await device.unpair(second.id) }
        await #expect(throws: MFAError(.notPaired, "")) { try await device.info() }
    }

    @Test("what the server removed is gone here after the next report")
    func unpairedByServer() async throws {
        server.change { $0.pairings = [:] }
        await #expect(throws: MFAError(.notPaired, "")) { try await device.info() }
        #expect(try await device.pairings.isEmpty)
        _ = try await device.pair(with: server.pairingKey())
        #expect(try await device.info().count == 1)
    }

    @Test("local data is removed without telling the server")
    func removesLocally() async throws {
        let sent = server.requests.count
        try await device.removeLocalData()
        #expect(server.requests.count == sent)
        #expect(try await phone.records.isEmpty)
        #expect(server.now.pairings.count == 1)
    }

    @Test("after a reinstallation the device is paired only if it was to stay so", arguments: [true, false])
    func reinstalled(_ stays: Bool) async throws {
        var phone = phone
        phone.configuration.appData = InMemoryStore()
        let device = try await phone.open()
        #expect(try await !device.isPaired, "without the mark of its app data, what is kept is a removed app's")
        _ = try await device.pair(with: server.pairingKey())
        try await device.setStaysPairedAfterReinstall(stays)
        #expect(try await phone.open().isPaired)
        phone.configuration.appData = InMemoryStore()
        #expect(try await phone.open().isPaired == stays)
    }

    @Test("what a newer version stored is not touched")
    func newerVersion() async throws {
        let name = try #require(try await phone.store.keys(in: "mfa.installations").first)
        let stored = Secret("{\"version\":2,\"unknown\":true}")
        try await phone.store.set(stored, for: StoreKey("mfa.installations", name))
        await #expect(throws: MFAError(.storage, "")) { try await phone.open() }
        #expect(try await phone.store.get(StoreKey("mfa.installations", name)) == stored)
    }

    @Test("a lost key is said to be lost")
    func lostKey() async throws {
        for name in try await phone.store.keys(in: "keys") { try await phone.store.delete(StoreKey("keys", name)) }
        await #expect(throws: MFAError(.key, "")) { try await device.info() }
    }
}

@Suite("Sign-on, codes and migration", .timeLimit(.minutes(5)))
struct SignOnTests {
    private let phone: Phone
    private var server: PretendServer { phone.server }

    init() throws { phone = try Phone() }

    @Test("a payload is this installation's, for the app's client, and lives two minutes")
    func payload() async throws {
        let device = try await phone.open()
        let text = try await device.mobilePayload()
        let payload = try MobilePayload(verifying: text, audience: server.issuer.description, at: phone.time.now)
        #expect(payload.client == "shop" && payload.key.thumbprintText == payload.installation)
        #expect(try await device.mobilePayload() != text)
        #expect(server.requests.isEmpty)
    }

    @Test("an ID token with a ticket for a payload of ours offers a pairing, which its approval makes")
    func offer() async throws {
        let device = try await phone.open()
        let payload = try MobilePayload(
            verifying: try await device.mobilePayload(), audience: server.issuer.description, at: phone.time.now)
        server.change { $0.pairingKeys["the-ticket"] = PretendServer.alice }
        let claim = DevicePairingClaim(ticket: Secret("the-ticket"), expires: phone.time.now.addingTimeInterval(300), payload: payload.id)
        let token = try server.idToken { $0[DevicePairingClaim.name] = claim.json }
        let offer = try #require(try await device.process(idToken: token))
        #expect(offer.subject == PretendServer.alice.id)
        let outcome = try await offer.approve()
        #expect(outcome.pairing.user == PretendServer.alice)
        #expect(server.now.installations.keys.contains(payload.installation))
    }

    @Test("one without a ticket asks for nothing")
    func nothing() async throws {
        #expect(try await phone.open().process(idToken: server.idToken()) == nil)
    }

    @Test("tokens of others, for others, expired, and tickets for another payload are refused")
    func refused() async throws {
        let device = try await phone.open()
        let foreign = try PretendServer(time: phone.time, realm: "bbbbbbbb-5a6d-4c8e-9f21-3b4c5d6e7f80")
        let claim = DevicePairingClaim(ticket: Secret("t"), expires: phone.time.now, payload: "not ours")
        let tokens = [
            try foreign.idToken(), try server.idToken(client: "other"), try server.idToken { $0.issuer = "https://evil.example" },
            try server.idToken { $0.expires = Date(timeIntervalSince1970: 1) }, "nonsense",
            try server.idToken { $0[DevicePairingClaim.name] = claim.json },
        ]
        for token in tokens { await #expect(throws: MFAError(.untrusted, "")) { try await device.process(idToken: token) } }
    }

    @Test("a ticket that answers a payload of a quarter of an hour ago is too late")
    func latePayload() async throws {
        let device = try await phone.open()
        let payload = try MobilePayload(
            verifying: try await device.mobilePayload(), audience: server.issuer.description, at: phone.time.now)
        phone.time.advance(by: 901)
        let claim = DevicePairingClaim(ticket: Secret("t"), expires: phone.time.now.addingTimeInterval(300), payload: payload.id)
        let token = try server.idToken { $0[DevicePairingClaim.name] = claim.json }
        await #expect(throws: MFAError(.untrusted, "")) { try await device.process(idToken: token) }
    }

    @Test(
        "an authentication code is claimed, bare or in a URI, and decided",
        arguments: ["7F45HGF5", "https://myapp.com/pingonesdk?authentication_code=7F45HGF5", "pingonesdk?authentication_code=7f45hgf5"])
    func codes(_ text: String) async throws {
        let (device, _) = try await phone.paired()
        server.change {
            $0.codes["7F45HGF5"] = AuthenticationCodeClaim(
                .claimed, users: [PretendServer.alice, PretendServer.bob], needsApproval: true, clientContext: "c", nonce: "n")
        }
        let request = try await device.authenticate(code: text)
        #expect(request.claim.status == .claimed && request.claim.users.count == 2 && request.claim.needsApproval)
        #expect(try await request.approve(user: PretendServer.alice.id) == .completed)
        server.change { $0.codes["7F45HGF5"]?.status = .claimed }
        #expect(try await request.deny() == .denied)
    }

    @Test("what is no code, an unknown one, another app's, and an unpaired device are refused")
    func wrongCodes() async throws {
        var phone = phone
        phone.configuration.codePrefix = "https://myapp.com/"
        await #expect(throws: MFAError(.notPaired, "")) { try await phone.open().authenticate(code: "7F45HGF5") }
        let (device, _) = try await phone.paired()
        for code in ["", "nonsense-code", "AAAAAAAA", "https://other.com/pingonesdk?authentication_code=AAAAAAAA"] {
            await #expect(throws: MFAError(.authenticationCode, "")) { try await device.authenticate(code: code) }
        }
    }

    @Test("an installation of the older product moves over once; another time there is nothing to move")
    func migrates() async throws {
        let store = SoftwareKeyStore(phone.store)
        let point = try await store.create(OldInstallation.keyName, for: .signing)
        #expect(try await OldInstallation.stored(in: phone.store, keys: store) == nil, "nothing says which device it was")
        try await phone.store.set(Secret("old-1"), for: OldInstallation.record)
        let old = JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y)))
        server.change { $0.oldKeys["old-1"] = old }
        let device = try await phone.open()
        let installation = try #require(try await OldInstallation.stored(in: phone.store, keys: store))
        let outcomes = try await device.migrate(installation)
        #expect(outcomes.map(\.pairing.user) == [PretendServer.alice])
        #expect(try await device.isPaired)
        await #expect(throws: MFAError(.migrationNotNeeded, "")) { try await device.migrate(installation) }
        let fresh = try Phone()
        await #expect(throws: MFAError(.migrationNotNeeded, "")) { try await fresh.open().migrate(installation) }
    }
}
