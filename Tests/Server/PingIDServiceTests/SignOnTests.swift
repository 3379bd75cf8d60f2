import DeviceFoundation
import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import Messaging
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@Suite("A user signs on with devices that are trusted through the customer's server")
struct SignOnTests {
    @Test("the first device becomes primary, and signs on from then on")
    func first() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        let (answer, outcome) = try await phone.signOn()
        #expect(answer.status == 201 && answer["status"] == "SELECT_DEVICE")
        #expect(outcome.state == .trustLevels && outcome.trustLevels == [.primary, .ignored])
        try await phone.device.select(UserSelection(trust: .primary))
        #expect(try await phone.customer.status(of: answer) == "APPROVED")
        let read = try await phone.customer.call(.get, "/users/tom/authentications/\(answer["id"] ?? "")")
        #expect(read["approvedDeviceState"] == "Primary")
        #expect(try await phone.device.isTrusted)
        let next = try await phone.signOn()
        #expect(next.answer["status"] == "APPROVED" && next.outcome.state == .deviceIsTrusted)
        #expect(try await server.primaries(of: "tom") == 1)
        let user = try await phone.customer.call(.get, "/users/tom", query: "expand=devices")
        let device = try #require(user.json["devices"]?.array?.first)
        #expect(device["deviceRole"]?.string == "Primary" && device["deviceType"]?.string == "iPhone")
    }

    @Test("a second device is confirmed, denied or blocked by the first", arguments: DeviceAction.allCases)
    func second(action: DeviceAction) async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        let (answer, outcome) = try await second.signOn()
        #expect(answer["status"] == "IN_PROGRESS" && outcome.state == .done)
        guard case .authentication(let details) = try await first.takePush() else {
            Issue.record("nothing is asked"); return
        }
        #expect(details.username == "tom" && details.device?.name == "Phone 12" && details.timeout == 60)
        #expect(details.trustLevels == [.trusted, .primary, .ignored])
        try await first.device.select(UserSelection(action: action))
        #expect(try await first.customer.status(of: answer) == (action == .approve ? "APPROVED" : "REJECTED"))
        let next = try await second.signOn()
        #expect(next.answer["status"] == (action == .approve ? "APPROVED" : "IN_PROGRESS"))
        #expect(try await second.device.isTrusted == (action == .approve))
        #expect(try await server.primaries(of: "tom") == 1)
    }

    @Test("another device as primary makes the former one trusted, which hears of it")
    func onePrimary() async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        _ = try await second.signOn()
        _ = try await first.takePush()
        try await first.device.select(UserSelection(action: .approve, trust: .primary))
        #expect(try await server.primaries(of: "tom") == 1)
        #expect(try await first.device.users.map(\.level) == [.trusted])
        _ = try await second.signOn()
        #expect(try await second.device.users.map(\.level) == [.primary])
    }

    @Test("an ignored device is ignored until its interval ends")
    func ignored() async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11, push: nil).pair()
        let other = try await Phone(server, seed: 12)
        let (answer, outcome) = try await other.signOn()
        #expect(answer["status"] == "OTP" && outcome.state == .oneTimePasscode && outcome.trustLevels == [.trusted, .ignored])
        try await other.device.select(UserSelection(trust: .ignored, ignoring: IgnoreInterval(.days, count: 2)))
        #expect(try await other.customer.status(of: answer) == "IGNORED")
        #expect(try await other.signOn().answer["status"] == "IGNORED")
        #expect(try await !other.device.isTrusted)
        let seen = try await other.customer.call(.get, "/users/tom/seendevices").json["seenDevices"]?.array ?? []
        #expect(seen.map { $0["ignored"]?.bool } == [false, true])
        #expect(seen.last?["ignoreEndTime"]?.string == "2026-01-03T00:00:00Z")
        server.time.advance(by: 2 * 86_400 - 1)
        #expect(try await other.signOn().answer["status"] == "IGNORED")
        server.time.advance(by: 1)
        #expect(try await other.signOn().answer["status"] == "OTP")
    }

    @Test("a device that is always ignored may be forgotten by the customer's server, and is asked about again")
    func forgotten() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        _ = try await phone.signOn()
        try await phone.device.select(UserSelection(trust: .ignored, ignoring: .always))
        server.time.advance(by: 1000 * 86_400)
        #expect(try await phone.signOn().answer["status"] == "IGNORED")
        let seen = try await phone.customer.call(.get, "/users/tom/seendevices").json["seenDevices"]?.array ?? []
        let id = try #require(seen.first?["id"]?.string)
        #expect(try await phone.customer.call(.delete, "/users/tom/seendevices/\(id)").status == 204)
        #expect(try await phone.signOn().answer["status"] == "SELECT_DEVICE")
    }

    @Test("a passcode of the trusted device confirms where it can't be reached, whenever the level is chosen", arguments: [true, false])
    func passcode(choosesFirst: Bool) async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11, push: nil).pair()
        let second = try await Phone(server, seed: 12)
        let (answer, _) = try await second.signOn()
        if choosesFirst { try await second.device.select(UserSelection(trust: .trusted)) }
        #expect(try await !second.device.isTrusted, "nothing is right yet")
        let wrong = try await second.customer.type("000000", for: answer)
        #expect(wrong["status"] == "OTP")
        let code = try #require(try await first.device.nextPasscode())
        #expect(try await second.customer.type(code, for: answer)["status"] == "APPROVED")
        #expect(try await second.customer.type(code, for: answer).status == 409, "nothing more is awaited")
        if !choosesFirst { try await second.device.select(UserSelection(trust: .trusted)) }
        #expect(try await second.signOn().answer["status"] == "APPROVED")
        #expect(try await second.device.isTrusted)
        let named = try #require(try await id(of: first))
        let again = try await second.customer.signOn("tom", payload: nil, ["deviceId": .string(named)])
        #expect(again["status"] == "OTP")
        #expect(try await second.customer.type(code, for: again)["status"] == "OTP", "a passcode counts once")
    }

    private func id(of phone: Phone) async throws -> String? {
        let devices = try await phone.server.pingID.devices(of: "tom", application: PingIDServer.application, in: phone.server.realm)
        let installation = try await phone.id()
        return devices.first { $0.record.installation == installation }?.device?.id.uuidString.lowercased()
    }

    @Test("too many wrong passcodes rest the device, and a right one isn't taken then")
    func locked() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "OTP")
        #expect(try await phone.customer.type("000000", for: answer)["status"] == "OTP")
        #expect(try await phone.customer.type("000001", for: answer)["status"] == "OTP")
        #expect(try await phone.customer.type("000002", for: answer)["status"] == "LOCKED")
        #expect(try await phone.customer.signOn("tom", payload: nil)["status"] == "LOCKED")
        #expect(try await phone.signOnStatus() == "LOCKED")
        server.time.advance(by: 121)
        let later = try await phone.customer.signOn("tom", payload: nil)
        let code = try #require(try await phone.device.nextPasscode())
        #expect(try await phone.customer.type(code, for: later)["status"] == "APPROVED")
    }

    @Test("the right passcode at the last try confirms, and one wrong one more rests the device", arguments: [1, 2, 5], [0, 1])
    func lastTry(_ limit: Int, _ more: Int) async throws {
        let server = try await PingIDServer()
        try await server.change { $0.mostAttempts = limit }
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        for _ in 1..<limit + more { _ = try await phone.customer.type("000000", for: answer) }
        let code = try #require(try await phone.device.nextPasscode())
        let last = try await phone.customer.type(code, for: answer)
        #expect((last["status"] == "APPROVED") == (more == 0), "\(last.json)")
        #expect(try await phone.customer.status(of: answer) == (more == 0 ? "APPROVED" : "LOCKED"))
    }

    @Test("a push that isn't answered times out; a passcode is taken then only where the application says so", arguments: [true, false])
    func timeout(fallsBack: Bool) async throws {
        var rules = PingIDRules()
        rules.allowsFallback = fallsBack
        let server = try await PingIDServer(rules: rules)
        let phone = try await Phone(server, seed: 11).pair()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "IN_PROGRESS")
        server.time.advance(by: 61)
        #expect(try await phone.customer.status(of: answer) == "TIMEOUT")
        let code = try #require(try await phone.device.nextPasscode())
        #expect(try await phone.customer.type(code, for: answer)["status"] == (fallsBack ? "APPROVED" : nil))
    }

    @Test("an address of pushes that comes with a call is where the next one goes")
    func newAddress() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        #expect(try await phone.customer.signOn("tom", payload: nil)["status"] == "OTP")
        try await phone.device.setPushAddress(.builtIn)
        #expect(try await phone.customer.signOn("tom", payload: nil)["status"] == "IN_PROGRESS")
        guard case .authentication = try await phone.takePush() else { Issue.record("nothing is asked"); return }
    }

    @Test("a push is answered within the application's time, which the phone is told")
    func pushTime() async throws {
        for (seconds, status) in [(15, "TIMEOUT"), (60, "IN_PROGRESS")] {
            var rules = PingIDRules()
            rules.pushSeconds = seconds
            let phone = try await Phone(try await PingIDServer(rules: rules), seed: 11).pair()
            let answer = try await phone.customer.signOn("tom", payload: nil)
            guard case .authentication(let details) = try await phone.takePush() else { Issue.record("nothing is asked"); return }
            #expect(details.timeout == seconds)
            phone.server.time.advance(by: 16)
            #expect(try await phone.customer.status(of: answer) == status)
        }
    }

    @Test("a device rests for as long as the application says")
    func rest() async throws {
        for (seconds, isOver) in [(60, true), (120, false)] {
            var rules = PingIDRules()
            rules.restSeconds = seconds
            let server = try await PingIDServer(rules: rules)
            let phone = try await Phone(server, seed: 11, push: nil).pair()
            let answer = try await phone.customer.signOn("tom", payload: nil)
            for _ in 0..<3 { _ = try await phone.customer.type("000000", for: answer) }
            #expect(try await phone.customer.status(of: answer) == "LOCKED")
            server.time.advance(by: 61)
            #expect(try await phone.customer.signOn("tom", payload: nil)["status"] == (isOver ? "OTP" : "LOCKED"))
        }
    }

    @Test("an app that supports pushes only gives no passcode: not where no push can be sent, and not where none was answered")
    func pushOnly() async throws {
        var rules = PingIDRules()
        rules.allowsFallback = true
        let server = try await PingIDServer(rules: rules)
        let phone = try await Phone(server, seed: 11).pair()
        let waiting = try await phone.customer.signOn("tom", payload: nil)
        let code = try #require(try await phone.device.nextPasscode())
        // The same phone with another build of the app.
        let payload = try await phone.payload { $0.capability = .pushOnly }
        #expect(try await phone.customer.signOn("tom", payload: payload)["status"] == "APPROVED")
        let answer = try await phone.customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "IN_PROGRESS")
        server.time.advance(by: 61)
        for asked in [answer, waiting] {
            #expect(try await phone.customer.status(of: asked) == "TIMEOUT")
            #expect(try await phone.customer.type(code, for: asked).status == 409)
            #expect(try await phone.customer.status(of: asked) == "TIMEOUT")
        }
        // More pushes than a minute allows: none can be sent.
        var states: [String?] = []
        for _ in 0..<7 { states.append(try await phone.customer.signOn("tom", payload: nil)["status"]) }
        #expect(states == Array(repeating: "IN_PROGRESS", count: 6) + ["FORBIDDEN"])
        // Another device of the user's may still give one, and the named one may not.
        let named = try #require(try await id(of: phone))
        server.time.advance(by: 61)
        let second = try await Phone(server, seed: 12, push: nil)
        _ = try await second.signOn()
        _ = try await phone.takePush()
        try await phone.device.select(UserSelection(action: .approve))
        _ = try await second.signOn()
        states = []
        for _ in 0..<6 { states.append(try await phone.customer.signOn("tom", payload: nil, ["deviceId": .string(named)])["status"]) }
        #expect(states == Array(repeating: "IN_PROGRESS", count: 5) + ["FORBIDDEN"])
        let typed = try await phone.customer.signOn("tom", payload: nil)
        #expect(typed["status"] == "OTP")
        let other = try #require(try await second.device.nextPasscode())
        #expect(try await phone.customer.type(other, for: typed)["status"] == "APPROVED")
    }

    @Test("a passcode that was awaited isn't taken once the app has said that it has none")
    func pushOnlyMeanwhile() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11, push: nil).pair()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "OTP")
        let code = try #require(try await phone.device.nextPasscode())
        _ = try await phone.customer.signOn("tom", payload: try await phone.payload { $0.capability = .pushOnly })
        #expect(try await phone.customer.type(code, for: answer).status == 409)
    }

    @Test("a sign-on in a browser is approved or denied on the phone, and can be taken back")
    func browser() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        for (action, status) in [(DeviceAction.approve, "APPROVED"), (.deny, "REJECTED"), (.block, "REJECTED")] {
            let answer = try await phone.customer.signOn("tom", payload: nil, ["clientContext": "transfer"])
            guard case .authentication(let details) = try await phone.takePush() else { Issue.record("nothing is asked"); return }
            #expect(details.clientContext == "transfer" && details.trustLevels.isEmpty && details.device == nil)
            try await phone.device.select(UserSelection(action: action))
            #expect(try await phone.customer.status(of: answer) == status)
        }
        #expect(try await server.primaries(of: "tom") == 1)
        let answer = try await phone.customer.signOn("tom", payload: nil)
        _ = try await phone.takePush()
        let id = try #require(answer["id"])
        #expect(try await phone.customer.call(.delete, "/users/tom/authentications/\(id)")["status"] == "REJECTED")
        #expect(try await phone.takePush() == .cancelled(session: id))
        #expect(await phone.error { try await phone.device.select(UserSelection(action: .approve)) } == .pairing)
    }

    @Test("a choice decides the sign-on that the user was shown, whichever push has come since")
    func twoPushes() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        let first = try await phone.customer.signOn("tom", payload: nil, ["clientContext": "first"])
        guard case .authentication(let shown) = try await phone.takePush() else { return #expect(Bool(false), "nothing is asked") }
        let second = try await phone.customer.signOn("tom", payload: nil, ["clientContext": "second"])
        _ = try await phone.takePush()
        #expect(shown.clientContext == "first")
        try await phone.device.select(UserSelection(action: .approve), for: shown.session)
        #expect(try await phone.customer.status(of: first) == "APPROVED")
        #expect(try await phone.customer.status(of: second) == "IN_PROGRESS")
        #expect(await phone.error { try await phone.device.select(UserSelection(action: .approve), for: shown.session) } == .pairing)
        try await phone.device.select(UserSelection(action: .deny))
        #expect(try await phone.customer.status(of: second) == "REJECTED")
        #expect(await phone.error { try await phone.device.select(UserSelection(action: .approve)) } == .pairing)
        // One that another has overtaken is decided by its name alone, also after that other one's end.
        let third = try await phone.customer.signOn("tom", payload: nil)
        _ = try await phone.takePush()
        _ = try await phone.customer.signOn("tom", payload: nil)
        _ = try await phone.takePush()
        try await phone.device.select(UserSelection(action: .deny))
        #expect(await phone.error { try await phone.device.select(UserSelection(action: .approve)) } == .pairing)
        #expect(try await phone.customer.status(of: third) == "IN_PROGRESS")
        let overtaken: String = try #require(third["id"])
        try await phone.device.select(UserSelection(action: .approve), for: overtaken)
        #expect(try await phone.customer.status(of: third) == "APPROVED")
    }

    @Test("an authentication can be read for half an hour")
    func readable() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        server.time.advance(by: 1799)
        #expect(try await phone.customer.status(of: answer) == "TIMEOUT")
        server.time.advance(by: 1)
        let gone = try await phone.customer.call(.get, "/users/tom/authentications/\(answer["id"] ?? "")")
        #expect(gone.status == 404 && gone["code"] == "NOT_FOUND")
        try await server.domain.platform.forgetExpired()
        #expect(try await phone.signOn().answer["status"] == "APPROVED")
    }

    @Test("where the application has users choose, several devices are named and one is asked")
    func choice() async throws {
        var rules = PingIDRules()
        rules.choosesDevice = true
        let server = try await PingIDServer(rules: rules)
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        _ = try await second.signOn()
        _ = try await first.takePush()
        try await first.device.select(UserSelection(action: .approve, trust: .trusted))
        let answer = try await first.customer.signOn("tom", payload: nil)
        let ids = answer.json["devices"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(answer["status"] == "SELECT_DEVICE" && ids.count == 2)
        let asked = try await first.customer.signOn("tom", payload: nil, ["deviceId": .string(ids[1])])
        #expect(asked["status"] == "IN_PROGRESS" && asked["deviceId"] == ids[1])
        guard case .authentication = try await second.takePush() else { Issue.record("nothing is asked"); return }
    }

    @Test("a choice that a payload brings along counts as one that is sent")
    func payloadWithChoice() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        _ = try await phone.signOn()
        let payload = try await phone.device.payload(with: UserSelection(trust: .primary, username: "tom"))
        let answer = try await phone.customer.signOn("tom", payload: payload)
        #expect(answer["status"] == "APPROVED")
        #expect(try await phone.device.accept(serverPayload: try #require(answer["payload"])).state == .deviceIsTrusted)
        #expect(try await phone.device.isTrusted)
    }

    @Test("a sign-on by PingFederate is finished by the app, once")
    func federated() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        _ = try await phone.customer.signOn("tom", payload: try await phone.device.payload())
        #expect(try await phone.device.finishIdentityProviderStep().state == .trustLevels)
        #expect(await phone.error { _ = try await phone.device.finishIdentityProviderStep() } == .pairing)
        try await phone.device.select(UserSelection(trust: .primary))
        #expect(try await phone.device.isTrusted)
    }

    @Test("a device that the customer's server removes hears of it, and the longest trusted one becomes primary")
    func removed() async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        _ = try await second.signOn()
        _ = try await first.takePush()
        try await first.device.select(UserSelection(action: .approve, trust: .trusted))
        let id = try #require(try await id(of: first))
        #expect(try await first.customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
        #expect(try await server.primaries(of: "tom") == 1)
        first.events.clear()
        _ = try await first.device.users
        #expect(await first.error { _ = try await first.device.sendLogs() } == .pairing)
        #expect(first.events.all.contains(.untrusted))
        #expect(try await second.signOn().answer["status"] == "APPROVED")
        #expect(try await second.device.users.map(\.level) == [.primary])
    }

    @Test("a device that another API removed leaves no trust behind, and another becomes primary at the next sign-on")
    func removedElsewhere() async throws {
        let server = try await PingIDServer()
        let first = try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        _ = try await second.signOn()
        _ = try await first.takePush()
        try await first.device.select(UserSelection(action: .approve, trust: .trusted))
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        let name = try #require(try await id(of: first))
        let device = try #require(UUID(uuidString: name))
        _ = try await server.domain.deviceRegistry.devices.remove(device, of: user.id, in: server.realm)
        #expect(try await second.signOn().answer["status"] == "APPROVED")
        #expect(try await server.primaries(of: "tom") == 1)
    }

    @Test("logs are kept for the server's operators, and read back as they were sent")
    func logs() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        let support = try await phone.device.sendLogs()
        let entry = try #require(try await server.domain.deviceRegistry.deviceLogs.entry(support, in: server.realm.id))
        #expect(String(decoding: entry.body, as: UTF8.self).contains("a choice was sent"))
        let phones = try await server.pingID.seenDevices(of: "tom", application: PingIDServer.application, in: server.realm)
        #expect(phones.map(\.record.installation) == [entry.installation])
    }
}

extension Phone {
    /// The status of a sign-on whose refusal the app hears.
    func signOnStatus(_ username: String = "tom") async throws -> String? {
        try await customer.signOn(username, payload: try await device.payload())["status"]
    }
}
