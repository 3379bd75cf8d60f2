import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import JOSE
import MFA
import Primitives
import Testing

@Suite("Pairing", .timeLimit(.minutes(5)))
struct PairingTests {
    private var phone: Phone
    private var server: PretendServer { phone.server }

    init() throws { phone = try Phone() }

    @Test("by a key: the grant is confirmed, with a passcode that the server accepts")
    func pairs() async throws {
        let device = try await phone.open()
        let outcome = try await device.pair(with: server.pairingKey())
        #expect(outcome.pairing.user == PretendServer.alice)
        #expect(outcome.failures == [.push: nil, .passcode: nil])
        #expect(try await device.pairings == [outcome.pairing])
        #expect(server.now.pairings[outcome.pairing.id]?.isConfirmed == true)
        #expect(server.now.push == .builtIn)
    }

    @Test("what was paired is still so when the app is started again")
    func keeps() async throws {
        let (_, pairing) = try await phone.paired()
        let again = try await phone.open()
        #expect(try await again.pairings == [pairing])
        #expect(try await again.info().count == 1)
    }

    @Test("several users on one device have one installation")
    func severalUsers() async throws {
        let (device, first) = try await phone.paired()
        let second = try await device.pair(with: server.pairingKey(for: PretendServer.bob))
        #expect(try await device.pairings.map(\.user.username) == ["alice", "bob"])
        #expect(server.now.installations.count == 1)
        #expect(first.id != second.pairing.id)
    }

    @Test("a user who is paired again has one pairing")
    func sameUser() async throws {
        let (device, _) = try await phone.paired()
        let again = try await device.pair(with: server.pairingKey())
        #expect(try await device.pairings == [again.pairing])
    }

    @Test("in two realms with different keys, so that nobody can link the user across them")
    func realms() async throws {
        let other = try PretendServer(time: phone.time, realm: "aaaaaaaa-5a6d-4c8e-9f21-3b4c5d6e7f80")
        var phone = phone
        phone.configuration.issuers.append(other.issuer)
        let first = server
        phone.transport = ScriptedTransport { request throws(TransportError) in
            try await (request.url.path().contains(other.issuer.realm) ? other : first).send(request)
        }
        let device = try await phone.open()
        _ = try await device.pair(with: server.pairingKey())
        let text = PairingKeyText(key: Secret(other.pairingKey()), base: other.issuer.base, realm: other.issuer.realm).text
        _ = try await device.pair(with: text)
        #expect(try await device.pairings.count == 2)
        #expect(Set(server.now.installations.keys).isDisjoint(with: other.now.installations.keys))
        #expect(try await device.info().count == 2)
        phone.configuration.allowsSeveralRealms = false
        let strict = try await phone.open()
        await #expect(throws: MFAError(.otherServer, "")) { try await strict.pair(with: server.pairingKey()) }
    }

    @Test("a key of a server that is not configured is refused before anything is sent")
    func foreignServer() async throws {
        let device = try await phone.open()
        let text = PairingKeyText(key: Secret(server.pairingKey()), base: "https://evil.example", realm: server.issuer.realm).text
        await #expect(throws: MFAError(.otherServer, "")) { try await device.pair(with: text) }
        #expect(server.requests.isEmpty)
    }

    @Test("what is no key, an unknown one and a used one are refused", arguments: ["", "hello", "01234567890123"])
    func wrongKeys(_ key: String) async throws {
        let device = try await phone.open()
        await #expect(throws: MFAError(.pairingKey, "")) { try await device.pair(with: key) }
        let good = server.pairingKey()
        _ = try await device.pair(with: good)
        await #expect(throws: MFAError(.pairingKey, "")) { try await device.pair(with: good) }
        #expect(try await device.pairings.count == 1)
    }

    @Test("a grant for another realm is not believed")
    func wrongRealm() async throws {
        let device = try await phone.open()
        server.on("/pairings") { [server] _ in
            .json(
                PairingGrant(
                    pairing: "p", device: "d", user: PretendServer.alice, realm: "other", keys: server.issuer.keys, passcode: nil,
                    serverTime: Date(), nonce: "n"
                ).json)
        }
        await #expect(throws: MFAError(.untrusted, "")) { try await device.pair(with: server.pairingKey()) }
        #expect(try await device.pairings.isEmpty)
    }

    @Test("the mark of a pairing that runs goes on every path: after failure, refusal and success")
    func released() async throws {
        let device = try await phone.open()
        server.change { $0.isDown = true }
        await #expect(throws: MFAError(.connectivity, "")) { try await device.pair(with: server.pairingKey()) }
        server.change { $0.isDown = false }
        await #expect(throws: MFAError(.pairingKey, "")) { try await device.pair(with: "01234567890123") }
        _ = try await device.pair(with: server.pairingKey())
        let pairing = try #require(try await device.pairings.first)
        try await device.unpair(pairing.id)
        _ = try await device.pair(with: server.pairingKey())
    }

    @Test("two at a time: one runs, the other is told so")
    func concurrent() async throws {
        let device = try await phone.open()
        let keys = [server.pairingKey(), server.pairingKey(for: PretendServer.bob)]
        let results = await withTaskGroup(of: Result<PairingOutcome, MFAError>.self) { group in
            for key in keys {
                group.addTask {
                    do throws(MFAError) { return .success(try await device.pair(with: key)) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let failures = results.compactMap { result -> MFAError? in if case .failure(let error) = result { error } else { nil } }
        #expect(failures.allSatisfy { $0.code == .pairingRunning })
        #expect(try await device.pairings.count == 2 - failures.count)
    }

    @Test("a wrong clock is put right by the server, and for that server alone", arguments: [-4000.0, 4000])
    func clock(_ offset: TimeInterval) async throws {
        var phone = phone
        let wrong = ManualTime(phone.time.now.addingTimeInterval(offset))
        phone.clock = wrong
        let device = try await phone.open()
        let outcome = try await device.pair(with: server.pairingKey())
        #expect(outcome.failures[.passcode] == .some(nil))
        #expect(server.requests(to: "/pairings").count == 2)
        let passcode = try await device.passcode()
        #expect(passcode.from <= wrong.now && wrong.now < passcode.until)
    }

    @Test("a server's time beyond all bounds isn't believed, and spoils no later call", arguments: [1e300, -1e300, 253_402_300_800])
    func impossibleTime(_ seconds: Double) async throws {
        server.on("/pairings") { _ in
            .json(DeviceError(.clockSkew, "off", details: ["serverTime": .number(seconds)]).json, status: 400)
        }
        let key = server.pairingKey()
        await #expect(throws: MFAError.self) { try await phone.open().pair(with: key) }
        server.change { $0.overrides = [:] }
        let outcome = try await phone.open().pair(with: key)
        #expect(outcome.failures[.passcode] == .some(nil))
    }

    @Test("ends at any moment: repeating finishes it, and nothing is doubled", arguments: 1...16, [false, true])
    func killed(_ moment: Int, _ after: Bool) async throws {
        var phone = phone
        let key = server.pairingKey()
        let (store, reaper) = (phone.store, Reaper(at: moment, after: after))
        phone.store = MortalStore(store, reaper)
        phone.transport = MortalTransport(inner: server, reaper: reaper)
        do throws(MFAError) { _ = try await phone.open().pair(with: key) } catch { #expect(reaper.isDead, "\(error)") }
        (phone.store, phone.transport) = (store, server)
        let device = try await phone.open()
        let isComplete = try await device.isPaired
        do throws(MFAError) { _ = try await device.pair(with: key) } catch {
            // It was complete, and the key is spent.
            #expect(isComplete && error.code == .pairingKey, "\(error)")
        }
        #expect(try await device.pairings.map(\.user) == [PretendServer.alice])
        #expect(server.now.pairings.count == 1 && server.now.installations.count == 1)
        #expect(server.now.pairings.values.allSatisfy { $0.isConfirmed })
        #expect(try await device.info().count == 1)
        phone.time.advance(by: 7200)
        _ = try await phone.open()
        #expect(try await store.keys(in: "keys").count == 2, "what the crash left over is swept")
    }

    @Test("a pairing that was cut off is finished by the next call that asks the server")
    func finishedLater() async throws {
        var phone = phone
        let store = phone.store
        // The fifth access is the confirmation: keys, record, request, grant come before.
        for moment in 4...8 {
            let reaper = Reaper(at: moment, after: true)
            phone.store = MortalStore(store, reaper)
            phone.transport = MortalTransport(inner: server, reaper: reaper)
            do throws(MFAError) { _ = try await phone.open().pair(with: server.pairingKey()) } catch { _ = error }
        }
        (phone.store, phone.transport) = (store, server)
        let device = try await phone.open()
        try await device.finishPairings()
        #expect(try await device.pairings.count == 1)
    }
}
