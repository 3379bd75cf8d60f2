import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import JOSE
import MFA
import Primitives
import Testing

@Suite("Requests for approval", .timeLimit(.minutes(5)))
struct RequestTests {
    private let phone: Phone
    private let device: MFADevice
    private let pairing: MFAPairing
    private var server: PretendServer { phone.server }

    init() async throws {
        phone = try Phone()
        (device, pairing) = try await phone.paired()
    }

    private func request(_ statement: String, on other: MFADevice? = nil) async throws -> MFARequest {
        let event = try await (other ?? device).process(remoteNotification: statement)
        guard case .request(let request) = event else { throw MFAError(.malformed, "no request but \(String(describing: event))") }
        return request
    }

    @Test("show what is asked, and are approved with what was shown")
    func approves() async throws {
        let asked = try server.ask(pairing.id, number: 42, context: "{\"amount\":\"100\"}")
        let request = try await request(asked.statement)
        #expect(request.user == PretendServer.alice)
        #expect(request.clientContext == "{\"amount\":\"100\"}")
        #expect(request.document.requester.address == "203.0.113.7")
        #expect(request.number == .entered)
        try await request.approve(number: 42, method: .face)
        let decision = try #require(server.now.challenges[asked.id]?.decision)
        #expect(decision.methods == ["face"] && decision.number == 42)
        #expect(try await device.waitingRequests().isEmpty)
    }

    @Test("what the server's own push service brought along is not fetched, and is what was approved")
    func brought() async throws {
        var events = device.events.makeAsyncIterator()
        guard case .connected = try await events.next() else { Issue.record("not connected"); return }
        let asked = try server.ask(pairing.id)
        let document = try #require(server.now.challenges[asked.id]).document
        server.deliver(asked.statement, document: String(decoding: document, as: UTF8.self))
        guard case .request(let request) = try await events.next() else { Issue.record("no request"); return }
        #expect(request.user == PretendServer.alice)
        try await request.approve()
        #expect(server.now.challenges[asked.id]?.decision?.shown == ChallengeDocument.hash(of: document))
        #expect(server.requests(to: "/challenges/\(asked.id)").isEmpty)
    }

    @Test("another request's document is not shown")
    func swapped() async throws {
        let (first, second) = (try server.ask(pairing.id), try server.ask(pairing.id))
        let document = String(decoding: try #require(server.now.challenges[second.id]).document, as: UTF8.self)
        await #expect(throws: MFAError(.untrusted, "")) {
            try await device.process(remoteNotification: first.statement, document: document)
        }
        await #expect(throws: MFAError(.server, "")) { try await device.process(remoteNotification: second.statement, document: "{") }
    }

    @Test("are denied with a reason", arguments: ChallengeDecision.Reason.allCases)
    func denies(_ reason: ChallengeDecision.Reason) async throws {
        let asked = try server.ask(pairing.id)
        try await request(asked.statement).deny(reason: reason)
        #expect(server.now.challenges[asked.id]?.decision?.reason == reason)
        #expect(server.now.challenges[asked.id]?.status == .denied)
    }

    @Test("a second approval of the same succeeds, a denial after it doesn't")
    func twice() async throws {
        let request = try await request(try server.ask(pairing.id).statement)
        try await request.approve()
        try await request.approve()
        await #expect(throws: MFAError(.cancelled, "")) { try await request.deny() }
    }

    @Test("a number that is needed is asked for before anything is sent; a wrong one is told")
    func numbers() async throws {
        let asked = try server.ask(pairing.id, number: 42)
        let request = try await request(asked.statement)
        await #expect(throws: MFAError(.policy, "")) { try await request.approve(method: .face) }
        #expect(server.now.challenges[asked.id]?.decision == nil)
        await #expect(throws: MFAError(.wrongNumber, "")) { try await request.approve(number: 43) }
        #expect(try await device.waitingRequests().isEmpty)
    }

    @Test("the user is verified when the app doesn't say how it did that")
    func verified() async throws {
        var phone = phone
        phone.configuration.verification = SimulatedVerification(.fingerprint)
        let asked = try server.ask(pairing.id)
        try await request(asked.statement, on: try await phone.open()).approve()
        #expect(server.now.challenges[asked.id]?.decision?.methods == ["fpt"])
        phone.configuration.verification = SimulatedVerification(nil)
        let other = try server.ask(pairing.id)
        let refused = try await request(other.statement, on: try await phone.open())
        await #expect(throws: MFAError(.userVerification, "")) { try await refused.approve() }
        #expect(server.now.challenges[other.id]?.status == .pending)
    }

    @Test("wait for a decision when the process ends, and are there again afterwards")
    func survives() async throws {
        let asked = try server.ask(pairing.id, number: 7)
        _ = try await request(asked.statement)
        let again = try await phone.open()
        let waiting = try await again.waitingRequests()
        #expect(waiting.map(\.id) == [asked.id])
        try await waiting[0].approve(number: 7)
        #expect(server.now.challenges[asked.id]?.status == .approved)
        #expect(try await again.waitingRequests().isEmpty)
    }

    @Test("end at any moment: repeating finishes it, and nothing is decided twice", arguments: 1...6, [false, true])
    func killed(_ moment: Int, _ after: Bool) async throws {
        var phone = phone
        let asked = try server.ask(pairing.id, number: 42)
        let (store, reaper) = (phone.store, Reaper(at: moment, after: after))
        phone.store = MortalStore(store, reaper)
        phone.transport = MortalTransport(inner: server, reaper: reaper)
        do {
            try await request(asked.statement, on: try await phone.open()).approve(number: 42)
        } catch { #expect(reaper.isDead, "\(error)") }
        (phone.store, phone.transport) = (store, server)
        let device = try await phone.open()
        // The carrier brings the push again, as it would after a lost connection.
        if server.now.challenges[asked.id]?.status == .pending {
            try await request(asked.statement, on: device).approve(number: 42)
        }
        #expect(server.now.challenges[asked.id]?.status == .approved)
        #expect(server.requests(to: "/challenges/\(asked.id)/decision").count <= 2)
        #expect(try await device.waitingRequests().isEmpty)
    }

    @Test("that are over when they are fetched are not shown")
    func over() async throws {
        let asked = try server.ask(pairing.id)
        server.change { $0.challenges[asked.id]?.status = .expired }
        #expect(try await device.process(remoteNotification: asked.statement) == nil)
        #expect(try await device.waitingRequests().isEmpty)
    }

    @Test("another document than the push's is not shown")
    func otherDocument() async throws {
        let (first, second) = (try server.ask(pairing.id), try server.ask(pairing.id))
        let other = try #require(server.now.challenges[second.id]?.document)
        server.change { $0.challenges[first.id]?.document = other }
        await #expect(throws: MFAError(.untrusted, "")) { try await device.process(remoteNotification: first.statement) }
    }

    @Test("of a pairing that the server has removed are refused, and the pairing goes")
    func removed() async throws {
        let asked = try server.ask(pairing.id)
        let request = try await request(asked.statement)
        server.on("/decision") { _ in .json(DeviceError(.notPaired, "gone").json, status: 410) }
        await #expect(throws: MFAError(.notPaired, "")) { try await request.approve() }
        #expect(try await device.pairings.isEmpty)
    }

    @Test("what the network loses can be repeated")
    func network() async throws {
        let asked = try server.ask(pairing.id)
        let request = try await request(asked.statement)
        server.change { $0.isDown = true }
        await #expect(throws: MFAError(.connectivity, "")) { try await request.approve() }
        #expect(try await phone.store.keys(in: "mfa.inbox").count == 1)
        server.change { $0.isDown = false }
        try await request.approve()
        #expect(server.now.challenges[asked.id]?.status == .approved)
    }
}

@Suite("Pushes", .timeLimit(.minutes(5)))
struct PushTests {
    private let phone: Phone
    private let device: MFADevice
    private let pairing: MFAPairing
    private var server: PretendServer { phone.server }

    init() async throws {
        phone = try Phone()
        (device, pairing) = try await phone.paired()
    }

    @Test("what isn't ours is told apart", arguments: ["", "hello", "a.b.c", "e30.e30.AAAA"])
    func foreign(_ text: String) async {
        await #expect(throws: MFAError(.unrecognizedPush, "")) { try await device.process(remoteNotification: text) }
    }

    @Test("of another key, issuer or device, and later ones, are not ours; old ones are too late")
    func falsified() async throws {
        let id = try #require(server.now.pairings[pairing.id]?.installation)
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 3))
        let wrong = [
            try server.push(.test, challenge: "c", nonce: "n", to: id, pairing: nil, with: other),
            try server.push(.test, challenge: "c", nonce: "n", to: id, pairing: nil, with: server.tokens),
            try server.push(.test, challenge: "c", nonce: "n", to: "another", pairing: nil),
            try server.push(.test, challenge: "c", nonce: "n", to: id, pairing: nil, issuer: "https://evil.example/device/v1/x"),
        ]
        for statement in wrong {
            await #expect(throws: MFAError(.unrecognizedPush, "")) { try await device.process(remoteNotification: statement) }
        }
        let good = try server.push(.test, challenge: "c", nonce: "n", to: id, pairing: nil)
        phone.time.advance(by: -3600)
        await #expect(throws: MFAError(.unrecognizedPush, "")) { try await device.process(remoteNotification: good) }
        phone.time.advance(by: 3600 + 120)
        await #expect(throws: MFAError(.expired, "")) { try await device.process(remoteNotification: good) }
    }

    @Test("forged ones make the device read the server's keys now and then, not each time")
    func forgedOften() async throws {
        let id = try #require(server.now.pairings[pairing.id]?.installation)
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 3))
        for number in 0..<20 {
            let statement = try server.push(.test, challenge: "c\(number)", nonce: "n", to: id, pairing: nil, with: other)
            await #expect(throws: MFAError(.unrecognizedPush, "")) { try await device.process(remoteNotification: statement) }
        }
        #expect(server.requests(to: "/jwks").count <= 2)
    }

    @Test("a silent one is answered with its nonce, by the device alone")
    func silent() async throws {
        let asked = try server.ask(pairing.id, kind: .silent)
        guard case .acknowledged(asked.id) = try await device.process(remoteNotification: asked.statement) else {
            Issue.record("not acknowledged")
            return
        }
        #expect(server.now.acknowledged == [asked.id])
    }

    @Test("whether a silent one wants evidence is read from the document that came along, and else from the server")
    func silentWithDocument() async throws {
        var phone = try Phone()
        phone.configuration.integrity = NoIntegrity()
        let (device, pairing) = try await phone.paired()
        let asked = [try phone.server.ask(pairing.id, kind: .silent), try phone.server.ask(pairing.id, kind: .silent)]
        let document = try #require(phone.server.now.challenges[asked[0].id]).document
        var events = device.events.makeAsyncIterator()
        phone.server.deliver(asked[0].statement, document: String(decoding: document, as: UTF8.self))
        phone.server.deliver(asked[1].statement)
        while phone.server.now.acknowledged.count < 2, try await events.next() != nil {}
        #expect(asked.map { phone.server.requests(to: "/challenges/\($0.id)").count } == [0, 1])
    }

    @Test("a cancellation takes the request away")
    func cancelled() async throws {
        let asked = try server.ask(pairing.id)
        _ = try await device.process(remoteNotification: asked.statement)
        let id = try #require(server.now.pairings[pairing.id]?.installation)
        let statement = try server.push(.cancel, challenge: asked.id, nonce: "x", to: id, pairing: pairing.id)
        guard case .cancelled(asked.id) = try await device.process(remoteNotification: statement) else {
            Issue.record("not cancelled")
            return
        }
        #expect(try await device.waitingRequests().isEmpty)
    }

    @Test("come over the stream, once each, and again from where the connection broke")
    func stream() async throws {
        var requests = device.notifications.makeAsyncIterator()
        let first = try server.ask(pairing.id)
        server.deliver(first.statement)
        #expect(try await requests.next()?.id == first.id)
        server.hangUp()
        let second = try server.ask(pairing.id)
        server.deliver(second.statement)
        server.deliver(first.statement)
        let request = try #require(try await requests.next())
        // The first waits still, and may be told again after a reconnection.
        let next = request.id == first.id ? try await requests.next() : request
        #expect(next?.id == second.id)
        try await next?.approve()
        #expect(server.now.challenges[second.id]?.status == .approved)
        #expect(server.requests(to: "/push").count >= 2)
    }

    @Test("the stream begins when the device is paired, and a test push arrives")
    func waitsForPairing() async throws {
        let phone = try Phone()
        let device = try await phone.open()
        var events = device.events.makeAsyncIterator()
        async let paired = device.pair(with: phone.server.pairingKey())
        guard case .connected = try await events.next() else {
            Issue.record("not connected")
            return
        }
        _ = try await paired
        try await device.testPush()
        guard case .test = try await events.next() else {
            Issue.record("no test push")
            return
        }
    }

    @Test("what couldn't be answered for the moment is sent again")
    func retried() async throws {
        let asked = try server.ask(pairing.id, kind: .silent)
        server.on("/acknowledgement") { [server] _ in
            server.change { $0.overrides = [:] }
            return HTTPResponse(status: 503)
        }
        var events = device.events.makeAsyncIterator()
        server.deliver(asked.statement)
        var isAcknowledged = false
        while !isAcknowledged, let event = try await events.next() {
            if case .acknowledged = event { isAcknowledged = true }
        }
        #expect(server.now.acknowledged == [asked.id])
    }
}

/// For a device that has means to prove its integrity and isn't asked to.
private struct NoIntegrity: IntegrityProvider {
    func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence { throw MFAError(.policy, "nobody asked for it") }
    func renew() async {}
}
