import DeviceFoundation
import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import JOSE
import Messaging
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@Suite("What payloads and devices may not do")
struct PayloadPolicyTests {
    @Test(
        "payloads that were there before, are late, altered, or another realm's are refused, and change nothing",
        arguments: ["authentications", "registrationtokens"])
    func payloads(resource: String) async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        func send(_ payload: String) async throws -> PingIDServer.ServerResponse {
            // A registration that vouches for its user would have the greatest effect.
            let vouching: JSONObject = resource == "registrationtokens" ? ["ignoreValidation": true] : [:]
            var body = vouching
            body["payload"] = .string(payload)
            return try await phone.customer.call(.post, "/users/tom/\(resource)", .object(body))
        }
        let other = try await PingIDServer(seed: 6)
        let foreign = try await Phone(other, seed: 13).device.payload()
        let spent = try await phone.device.payload()
        #expect(try await send(spent).status == 201)
        let good = try await phone.device.payload()
        var parts = good.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        parts[3] = (parts[3].first == "A" ? "B" : "A") + parts[3].dropFirst()
        for text in [spent, foreign, parts.joined(separator: "."), "nonsense", ""] {
            let answer = try await send(text)
            #expect(answer.status == 400, "\(answer.json)")
        }
        let late = try await phone.device.payload()
        server.time.advance(by: 151)
        let answer = try await send(late)
        #expect(answer.status == 400 && answer.json["details"]?.array?.first?["code"]?.string == "EXPIRED")
        let seen = try await server.pingID.seenDevices(of: "tom", application: PingIDServer.application, in: server.realm)
        #expect(seen.count == 1 && seen.first?.device == nil)
    }

    @Test("of the same payload in several requests at once, one counts")
    func concurrent() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        let payload = try await phone.device.payload()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { try await phone.customer.signOn("tom", payload: payload).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [201, 400, 400, 400, 400, 400])
    }

    @Test("a payload with another key than the installation's is refused")
    func otherKey() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        let (random, own) = (SeededRandom(seed: 99), try await phone.id())
        let (signing, agreement) = (try JWK.generate(.p256, random: random), try JWK.generate(.p256, random: random))
        let realm = try RealmPayloadKeys(
            json: try await server.domain.directory.keys.keys(of: server.realm.id).deviceDocument(at: server.time.now))
        for installation in [own, signing.thumbprintText] {
            let payload = DevicePayload(
                installation: installation, key: try #require(signing.publicKey), agreement: try #require(agreement.publicKey),
                audience: server.issuer.description, application: PingIDServer.application, issuedAt: server.time.now,
                id: "x\(installation)",
                app: AppDescription(id: "com.example.bank"), device: DeviceDescription(platform: "iOS"),
                selection: try UserSelection(trust: .primary))
            let text = try payload.sealed(
                signature: try RawSigner(signing).sign(payload.signingInput), for: realm.sealing, random: random)
            let answer = try await phone.customer.signOn("tom", payload: text)
            if installation == own {
                #expect(answer.status == 400)
            } else {
                #expect(answer["status"] == "IN_PROGRESS", "a new installation asks, whatever it chose")
            }
        }
        #expect(try await server.primaries(of: "tom") == 1)
    }

    @Test("a device doesn't raise its own trust: what wasn't offered is refused")
    func ownTrust() async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11, push: nil).pair()
        let second = try await Phone(server, seed: 12)
        _ = try await second.signOn()
        #expect(await second.error { try await second.device.select(UserSelection(trust: .primary)) } == .permission)
        _ = try await second.signOn()
        try await second.device.select(UserSelection(trust: .trusted))
        #expect(try await second.signOn().answer["status"] == "OTP", "a choice alone is no trust")
        #expect(try await !second.device.isTrusted)
        _ = try await first.signOn()
        #expect(try await first.device.users.map(\.level) == [.primary])
    }

    @Test("of two first devices that choose at once, one becomes primary, and the other has to ask it")
    func twoFirst() async throws {
        let server = try await PingIDServer()
        let (first, second) = (try await Phone(server, seed: 11), try await Phone(server, seed: 12))
        _ = try await first.signOn()
        _ = try await second.signOn()
        let results = await [first, second].concurrently { phone in
            await phone.error { try await phone.device.select(UserSelection(trust: .primary)) }
        }
        #expect(results.filter { $0 == nil }.count == 1 && results.compactMap(\.self) == [.permission])
        #expect(try await server.primaries(of: "tom") == 1)
    }

    @Test("a device that lost its trust, is blocked or is ignored approves nothing", arguments: ["untrusted", "blocked", "suspended"])
    func approver(state: String) async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        let (answer, _) = try await second.signOn()
        let push = try #require(try await server.pushes(to: try await first.id()).last)
        _ = try await first.device.process(push)
        let devices = try await server.pingID.devices(of: "tom", application: PingIDServer.application, in: server.realm)
        let device = try #require(devices.first?.device)
        switch state {
        case "untrusted":
            try await server.pingID.removeDevice(device.id, of: "tom", application: PingIDServer.application, in: server.realm)
        case "blocked": _ = try await server.domain.deviceRegistry.devices.setBlocked(true, device.id, of: device.user, in: server.realm)
        default: _ = try await server.pingID.users.setSuspended(true, "tom", of: PingIDServer.application, in: server.realm)
        }
        let error = await first.error { try await first.device.select(UserSelection(action: .approve, trust: .primary)) }
        #expect(error == (state == "suspended" ? .userSuspended : .permission))
        // Nor is it told who signs on where.
        if state != "suspended" { #expect(await first.error { _ = try await first.device.process(push) } == .permission) }
        #expect(try await first.customer.status(of: answer) == "IN_PROGRESS")
        if state == "suspended" { #expect(try await second.signOnStatus() == "FORBIDDEN") }
    }

    @Test("another device than the one that is asked decides nothing, nor does the nonce of another push")
    func foreignSession() async throws {
        let server = try await PingIDServer(users: ["tom", "eva"])
        let first = try await Phone(server, seed: 11).pair()
        let stranger = try await Phone(server, seed: 14).pair("eva")
        let (answer, _) = try await Phone(server, seed: 12).signOn()
        let push = try #require(try await server.pushes(to: try await first.id()).last)
        #expect(await stranger.error { _ = try await stranger.device.process(push) } == .signature)
        let session = try #require(answer["id"])
        let (asked, other) = (try await first.id(), try await stranger.id("eva"))
        for by in [other, asked] {
            let refusal = try await Direct(server).choose(session, nonce: "x", by: by)
            #expect(refusal?.code == (by == asked ? .replayed : .deviceMismatch))
        }
    }

    @Test("no more devices are trusted than the application allows")
    func most() async throws {
        var rules = PingIDRules()
        rules.mostDevices = 2
        let server = try await PingIDServer(rules: rules)
        try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        let answer = try await second.customer.register(
            "tom", payload: try await second.device.payload(), ["ignoreValidation": true])
        _ = try await second.device.accept(serverPayload: try #require(answer["payload"]))
        try await second.device.select(UserSelection(trust: .trusted))
        let third = try await Phone(server, seed: 15)
        let refused = try await third.customer.register("tom", payload: try await third.device.payload(), ["ignoreValidation": true])
        #expect(refused["status"] == "invalidated")
        #expect(
            await third.error { _ = try await third.device.accept(serverPayload: refused["payload"] ?? "") } == .permission)
    }

    @Test("an app of another application, one that is switched off, and one that has no address for its pushes are told so")
    func applications() async throws {
        let server = try await PingIDServer()
        let other = try await Phone(server, seed: 11, application: "app-2")
        let answer = try await other.customer.signOn("tom", payload: try await other.device.payload())
        #expect(answer["status"] == "FORBIDDEN")
        #expect(await other.error { _ = try await other.device.accept(serverPayload: answer["payload"] ?? "") } == .application)
        let unknown = try await Phone(server, seed: 12, application: "none")
        #expect(await unknown.error { try await unknown.device.setRootDetection(true) } == .application)
        try await server.change { $0.isEnabled = false }
        let phone = try await Phone(server, seed: 13)
        #expect(await phone.error { try await phone.device.setRootDetection(true) } == .applicationDisabled)
        #expect(try await phone.signOnStatus() == nil)
    }

    @Test("where root detection is wanted, a device signs on after its verdict, and not when it is rooted")
    func root() async throws {
        var rules = PingIDRules()
        rules.requiresRootDetection = true
        let server = try await PingIDServer(rules: rules)
        let findings = Findings()
        let phone = try await Phone(server, seed: 11) { $0.tampering = TamperDetection([findings]) }
        let first = try await phone.customer.signOn("tom", payload: try await phone.device.payload())
        #expect(first["status"] == "FORBIDDEN")
        #expect(await phone.error { _ = try await phone.device.accept(serverPayload: first["payload"] ?? "") } == .permission)
        try await phone.device.setRootDetection(true)
        try await phone.pair()
        #expect(try await phone.device.nextPasscode() == "")
        #expect(await phone.device.nextRestrictivePasscode().code.count == 6)
        findings.set(1)
        #expect(await phone.error { try await phone.device.setRootDetection(true) } == .rooted)
        #expect(try await phone.signOnStatus() == "FORBIDDEN")
        let answer = try await phone.customer.signOn("tom", payload: nil)
        _ = try await phone.takePush()
        #expect(await phone.error { try await phone.device.select(UserSelection(action: .approve)) } == .rooted)
        #expect(try await phone.customer.status(of: answer) == "IN_PROGRESS")
    }

    @Test("a rooted device claims no token")
    func rootAndTokens() async throws {
        var rules = PingIDRules()
        rules.requiresRootDetection = true
        let findings = Findings()
        let phone = try await Phone(try await PingIDServer(rules: rules), seed: 11) { $0.tampering = TamperDetection([findings]) }
        try await phone.device.setRootDetection(true)
        try await phone.pair()
        let made = try await phone.customer.call(.post, "/authenticationtokens", [:])
        let (id, token): (String, String) = (try #require(made["id"]), try #require(made["token"]))
        findings.set(1)
        #expect(await phone.error { try await phone.device.setRootDetection(true) } == .rooted)
        #expect(await phone.error { _ = try await phone.device.validate(token: token) } == .rooted)
        #expect(try await phone.customer.call(.get, "/authenticationtokens/\(id)")["status"] == "NOT_CLAIMED")
        findings.set(0)
        try await phone.device.setRootDetection(true)
        #expect(try await phone.device.validate(token: token).status == .claimed)
    }

    @Test("a payload brings the passcodes of a device that showed many offline in step again, too", arguments: [true, false])
    func payloadCounter(_ isSent: Bool) async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        for _ in 0..<30 { _ = try await phone.device.nextPasscode() }
        if isSent { _ = try await phone.customer.signOn("tom", payload: try await phone.device.payload()) }
        let answer = try await phone.customer.signOn("tom", payload: nil)
        let code = try #require(try await phone.device.nextPasscode())
        #expect(try await phone.customer.type(code, for: answer)["status"] == (isSent ? "APPROVED" : "OTP"))
    }

    @Test("the passcodes of a device that showed many offline are in step again after an exchange, and those before are given up")
    func counters() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        let early = try #require(try await phone.device.nextPasscode())
        for _ in 0..<30 { _ = try await phone.device.nextPasscode() }
        let far = try #require(try await phone.device.nextPasscode())
        let answer = try await phone.customer.signOn("tom", payload: nil)
        #expect(try await phone.customer.type(far, for: answer)["status"] == "OTP", "more than ten ahead")
        _ = try await phone.device.sendLogs()
        let code = try #require(phone.events.passcode)
        #expect(try await phone.customer.type(early, for: answer)["status"] == "OTP", "given up")
        #expect(try await phone.customer.type(code, for: answer)["status"] == "APPROVED")
    }
}
