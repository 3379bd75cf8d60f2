import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import PingIDClient
import PingIDMessages
import PingIDTesting
import Primitives
import Testing

@Suite("Payloads and trust")
struct PairingTests {
    private let phone: Phone
    private var server: PretendPingID { phone.server }

    init() throws { phone = try Phone() }

    private func error(_ body: () async throws -> Void) async -> PingIDError.Code? {
        do { try await body() } catch { return (error as? PingIDError)?.code }
        return nil
    }

    @Test("a first device becomes the primary one by the user's choice")
    func first() async throws {
        let device = try await phone.open()
        #expect(try await !device.isTrusted)
        let answer = try server.signOn("tom", payload: try await device.payload())
        let outcome = try await device.accept(serverPayload: answer.serverPayload)
        #expect(outcome.state == .trustLevels && outcome.trustLevels == [.primary, .ignored])
        try await device.select(UserSelection(trust: .primary))
        #expect(try await device.isTrusted)
        #expect(try await device.users == [TrustedUser(username: "tom", level: .primary)])
        #expect(try await phone.open().isTrusted, "it is stored")
        let again = try server.signOn("tom", payload: try await device.payload())
        #expect(again.status == "APPROVED")
        #expect(try await device.accept(serverPayload: again.serverPayload).state == .deviceIsTrusted)
    }

    @Test("a second device is confirmed, denied or blocked by the first", arguments: DeviceAction.allCases)
    func second(_ action: DeviceAction) async throws {
        let (first, id) = try await phone.paired()
        let other = try Phone(server, time: phone.time, seed: 12)
        let second = try await other.open()
        let answer = try server.signOn("tom", payload: try await second.payload())
        #expect(answer.status == "IN_PROGRESS")
        #expect(try await second.accept(serverPayload: answer.serverPayload).state == .done)
        let session = try #require(server.waiting(for: id))
        guard case .authentication(let details) = try await first.process(server.push(.authentication, session: session)) else {
            Issue.record("nothing is asked"); return
        }
        #expect(details.username == "tom" && details.device?.name == "Tom's phone" && details.timeout == 30)
        try await first.select(UserSelection(action: action, trust: action == .approve ? .trusted : nil))
        let next = try server.signOn("tom", payload: try await second.payload())
        #expect(next.status == (action == .approve ? "APPROVED" : "IN_PROGRESS"))
        #expect(try await second.isTrusted == false, "it learns of it with the answer")
        _ = try await second.accept(serverPayload: next.serverPayload)
        #expect(try await second.isTrusted == (action == .approve))
        #expect(server.primaries(of: "tom") == 1)
    }

    @Test("another device as primary makes the former one trusted")
    func onePrimary() async throws {
        let (first, _) = try await phone.paired()
        _ = try await Phone(server, time: phone.time, seed: 12).paired()
        #expect(server.primaries(of: "tom") == 1)
        _ = try await first.sendLogs()
        #expect(try await first.users.map(\.level) == [.trusted])
    }

    @Test("an ignored device is ignored until its interval ends")
    func ignored() async throws {
        _ = try await phone.paired()
        let other = try Phone(server, time: phone.time, seed: 12)
        let device = try await other.open()
        let answer = try server.signOn("tom", payload: try await device.payload(), offline: true)
        #expect(try await device.accept(serverPayload: answer.serverPayload).state == .oneTimePasscode)
        try await device.select(UserSelection(trust: .ignored, ignoring: IgnoreInterval(.days, count: 2)))
        #expect(try await !device.isTrusted)
        #expect(try server.signOn("tom", payload: try await device.payload()).status == "IGNORED")
        phone.time.advance(by: 2 * 86_400)
        #expect(try server.signOn("tom", payload: try await device.payload(), offline: true).status == "OTP")
    }

    @Test("a payload carries a choice that was made already, and the session that it belongs to")
    func updated() async throws {
        let device = try await phone.open()
        let answer = try server.signOn("tom", payload: try await device.payload())
        _ = try await device.accept(serverPayload: answer.serverPayload)
        let selection = try UserSelection(trust: .primary, username: "tom")
        let payload = try server.opened(try await device.payload(with: selection))
        #expect(payload.selection == selection)
        #expect(payload.session == server.now.sessions.keys.first)
        #expect(payload.application == "app-1" && payload.app.id == "com.example.bank")
    }

    @Test("the same payload of the server gives the same outcome, and counts once")
    func twice() async throws {
        let device = try await phone.open()
        let answer = try server.signOn("tom", payload: try await device.payload())
        let outcome = try await device.accept(serverPayload: answer.serverPayload)
        #expect(try await phone.open().accept(serverPayload: answer.serverPayload) == outcome)
        try await device.select(UserSelection(trust: .primary))
        #expect(await error { try await device.select(UserSelection(trust: .primary)) } == .pairing, "there is nothing more to choose")
    }

    @Test("payloads of the server for others, of others, late, altered and unasked are refused")
    func refused() async throws {
        let device = try await phone.open()
        let other = try Phone(server, time: phone.time, seed: 12)
        let foreign = try server.signOn("tom", payload: try await other.open().payload()).serverPayload
        let mine = try server.signOn("tom", payload: try await device.payload()).serverPayload
        let unasked = try server.signOn("tom", payload: try await device.payload()) { $0.answers = "another" }.serverPayload
        for text in ["", "nonsense", foreign, String(mine.dropLast(4)) + "AAAA", unasked] {
            #expect(await error { _ = try await device.accept(serverPayload: text) } == .serverPayload)
        }
        let impostor = try PretendPingID(time: phone.time, seed: 50)
        let payload = try await device.payload()
        let opened = try server.opened(payload)
        let forged = try ServerPayload(
            issuer: server.issuer.description, audience: opened.installation, issuedAt: phone.time.now, id: "x", answers: opened.id,
            flow: .done
        ).sealed(with: .init(impostor.statements), for: opened.agreement, random: server.random)
        #expect(await error { _ = try await device.accept(serverPayload: forged) } == .signature)
        phone.time.advance(by: 200)
        #expect(await error { _ = try await device.accept(serverPayload: mine) } == .serverPayload)
        #expect(try await device.users.isEmpty)
    }

    @Test("a payload is good for one sign-on")
    func spent() async throws {
        let payload = try await phone.open().payload()
        _ = try server.signOn("tom", payload: payload)
        #expect(throws: DeviceError(.payload, "")) { try server.signOn("tom", payload: payload) }
    }

    @Test("a server that takes the trust away is heard at the next exchange, once")
    func untrusted() async throws {
        let (device, id) = try await phone.paired()
        server.change { $0.installations[id]?.users = [] }
        phone.events.clear()
        _ = try await device.sendLogs()
        #expect(phone.events.all.contains(.untrusted))
        #expect(try await !device.isTrusted)
        phone.events.clear()
        _ = try await device.sendLogs()
        #expect(!phone.events.all.contains(.untrusted))
        try await phone.pair(device)
        let cursor = StoreKey("pingid", "cursor")
        try await phone.store.set(Secret("7"), for: cursor)
        _ = try await device.sendLogs()
        #expect(try await phone.store.get(cursor) != nil)
        server.change { $0.installations[id]?.users = [] }
        _ = try await device.sendLogs()
        #expect(try await phone.store.get(cursor) == nil, "the next mailbox counts from the beginning")
        try await phone.pair(device)
        server.change { $0.refusals[.logs] = DeviceError(.notPaired, "gone") }
        phone.events.clear()
        #expect(await error { _ = try await device.sendLogs() } == .pairing)
        #expect(phone.events.all == [.untrusted])
        #expect(try await !device.isTrusted)
    }

    @Test("a sign-on by PingFederate is finished once, with the payload that went there")
    func federated() async throws {
        let device = try await phone.open()
        #expect(await error { _ = try await device.finishIdentityProviderStep() } == .pairing)
        try server.federated("tom", payload: try await device.payload())
        let outcome = try await device.finishIdentityProviderStep(at: server.issuer)
        #expect(outcome.state == .trustLevels && outcome.trustLevels == [.primary])
        #expect(await error { _ = try await device.finishIdentityProviderStep() } == .pairing)
        try await device.select(UserSelection(trust: .primary))
        #expect(try await device.isTrusted)
    }

    @Test("an app that supports pushes only needs an address for them")
    func pushOnly() async throws {
        var phone = phone
        phone.configuration.capability = .pushOnly
        let device = try await phone.open()
        #expect(await error { _ = try await device.payload() } == .pushAddressMissing)
        #expect(await error { try await device.setPushAddress(.apns(token: "", isSandbox: false)) } == .pushAddressMissing)
        let address = PushAddress.apns(token: String(repeating: "0a", count: 32), isSandbox: true)
        try await device.setPushAddress(address)
        #expect(try server.opened(try await device.payload()).push == address)
        try await phone.pair(device)
        #expect(try await device.nextPasscode() == nil)
        let none = await device.nextRestrictivePasscode()
        #expect(none.code.isEmpty && none.status == .unsuccessful && none.error?.code == .permission)
        phone.configuration.capability = .passcodeOnly
        #expect(try server.opened(try await phone.open().payload()).push == nil)
    }

    @Test("another data centre is another installation, and only for a device that is paired nowhere")
    func dataCenters() async throws {
        var phone = phone
        let realm = "bbbbbbbb-5a6d-4c8e-9f21-3b4c5d6e7f80"
        phone.configuration.issuers.append(DeviceIssuer(base: "https://eu.example.com", realm: realm))
        let device = try await phone.open()
        let id = try server.opened(try await device.payload()).installation
        _ = try? await device.setRootDetection(true, at: phone.configuration.issuers[1])
        let asked = try #require(phone.server.requests.last)
        #expect(asked.url.host() == "eu.example.com")
        let moved = try UnverifiedDeviceProof(asked.headers["Device-Proof"] ?? "").claimed.installation
        #expect(moved != id)
        #expect(
            await error { try await device.setRootDetection(true, at: DeviceIssuer(base: "https://x.example", realm: realm)) }
                == .application)
        _ = try? await device.setRootDetection(false, at: server.issuer)
        try await phone.pair(device)
        #expect(await error { try await device.setRootDetection(true, at: phone.configuration.issuers[1]) } == .pairing)
    }

    @Test("without an app id or a server there is no device")
    func configured() async throws {
        var phone = phone
        phone.configuration.application = ""
        #expect(await error { _ = try await phone.open() } == .applicationMissing)
        phone.configuration.application = "app-1"
        phone.configuration.issuers = []
        #expect(await error { _ = try await phone.open() } == .application)
    }
}
