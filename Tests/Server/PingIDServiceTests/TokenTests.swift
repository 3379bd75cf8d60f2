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
import Synchronization
import Testing

@Suite("Authentication tokens of QR codes")
struct TokenTests {
    /// A phone that is the first device of some users.
    private func phone(_ users: [String], push: PushAddress? = .builtIn, seed: UInt64 = 5) async throws -> Phone {
        let phone = try await Phone(try await PingIDServer(users: users, seed: seed), seed: 11, push: push)
        for user in users { try await phone.pair(user) }
        return phone
    }

    private func make(_ phone: Phone, _ body: JSONObject = [:]) async throws -> (id: String, token: String) {
        let answer = try await phone.customer.call(.post, "/authenticationtokens", .object(body))
        #expect(answer.status == 201 && answer["status"] == "NOT_CLAIMED")
        return (try #require(answer["id"]), try #require(answer["token"]))
    }

    private func read(_ phone: Phone, _ id: String) async throws -> PingIDServer.ServerResponse {
        try await phone.customer.call(.get, "/authenticationtokens/\(id)")
    }

    @Test("a phone with one user claims a token at once")
    func claimed() async throws {
        let phone = try await phone(["tom"])
        let (id, token) = try await make(phone, ["clientContext": "shop"])
        let report = try await phone.device.validate(token: token)
        #expect(report.status == .claimed && report.clientContext == "shop")
        #expect(try await read(phone, id)["username"] == "tom")
    }

    @Test("where approval is wanted, the user approves or denies", arguments: [DeviceAction.approve, .deny])
    func approval(action: DeviceAction) async throws {
        let phone = try await phone(["tom"])
        let (id, token) = try await make(phone, ["userApproval": true])
        #expect(try await phone.device.validate(token: token).status == .pendingUserApproval)
        #expect(try await read(phone, id)["username"] == nil)
        #expect(try await phone.device.selectForToken(UserSelection(action: action)).status == (action == .approve ? .claimed : .denied))
        #expect(try await read(phone, id)["status"] == (action == .approve ? "CLAIMED" : "DENIED"))
    }

    @Test("of two users one is chosen on the phone", arguments: [false, true])
    func mobileSelection(needsApproval: Bool) async throws {
        let phone = try await phone(["tom", "eva"])
        let (id, token) = try await make(phone, ["userApproval": .bool(needsApproval)])
        let report = try await phone.device.validate(token: token)
        #expect(report.status == (needsApproval ? .mobileUserSelectionAndApproval : .mobileUserSelection))
        #expect(Set(report.users.map(\.username)) == ["tom", "eva"] && report.users.first { $0.username == "tom" }?.firstName == "Tom")
        #expect(
            await phone.error { _ = try await phone.device.selectForToken(UserSelection(action: .approve, username: "zoe")) }
                == .userNotPaired)
        if needsApproval {
            #expect(
                await phone.error { _ = try await phone.device.selectForToken(UserSelection(trust: .trusted, username: "eva")) }
                    == .selectionMissing)
        }
        #expect(try await phone.device.selectForToken(UserSelection(action: .approve, username: "eva")).status == .claimed)
        #expect(try await read(phone, id)["username"] == "eva")
    }

    @Test("of two users one is chosen in the browser, while the phone waits")
    func webSelection() async throws {
        let phone = try await phone(["tom", "eva"])
        let (id, token) = try await make(phone, ["userSelection": "WEB"])
        phone.pauses.add { () async throws in
            #expect(try await read(phone, id).json["users"]?.array?.count == 2)
            #expect(try await phone.customer.call(.patch, "/authenticationtokens/\(id)", ["username": "zoe"]).status == 400)
        }
        phone.pauses.add { () async throws in
            #expect(try await phone.customer.call(.patch, "/authenticationtokens/\(id)", ["username": "eva"])["status"] == "CLAIMED")
        }
        #expect(try await phone.device.validate(token: token).status == .claimed)
        #expect(phone.events.tokens.first == .webUserSelection)
        #expect(try await read(phone, id)["username"] == "eva")
    }

    @Test("a silent push shows that the phone is the one that is registered")
    func pushed() async throws {
        let phone = try await phone(["tom"])
        let (id, token) = try await make(phone, ["pushVerification": true])
        let other = try await Phone(phone.server, seed: 12)
        _ = try await other.signOn()
        phone.pauses.add { () async throws in
            #expect(try await read(phone, id)["username"] == nil)
            let push = try #require(try await phone.server.pushes(to: try await phone.id()).last)
            #expect(await other.error { _ = try await other.device.process(push) } == .signature)
            #expect(try await phone.device.process(push) == .done)
        }
        #expect(try await phone.device.validate(token: token).status == .claimed)
        #expect(try await read(phone, id)["username"] == "tom")
        #expect(phone.events.tokens.first == .pendingPushVerification)
    }

    @Test("a push that isn't answered, and a phone that takes none, are told apart")
    func unpushed() async throws {
        let phone = try await phone(["tom"])
        let (id, token) = try await make(phone, ["pushVerification": true])
        let kept = Mutex<RemoteNotificationBody?>(nil)
        phone.pauses.add { () async throws in
            let push = try await phone.server.pushes(to: try await phone.id()).last
            kept.withLock { $0 = push }
        }
        #expect(try await phone.device.validate(token: token).status == .claimedAndPushFailed)
        #expect(try await read(phone, id)["username"] == "tom")
        let late = try #require(kept.withLock { $0 })
        #expect(await phone.error { _ = try await phone.device.process(late) } == .pushTimeout)
        let silent = try await self.phone(["tom"], push: nil)
        let (_, other) = try await make(silent, ["pushVerification": true])
        #expect(try await silent.device.validate(token: other).status == .claimedAndPushless)
    }

    @Test("a token that is taken back, or not decided in time, is over")
    func cancelled() async throws {
        let phone = try await phone(["tom"])
        let (id, token) = try await make(phone, ["userApproval": true])
        _ = try await phone.device.validate(token: token)
        #expect(try await phone.customer.call(.delete, "/authenticationtokens/\(id)")["status"] == "CANCELED")
        #expect(try await phone.device.resumeToken()?.status == .canceled)
        let (_, second) = try await make(phone, ["userApproval": true])
        _ = try await phone.device.validate(token: second)
        phone.server.time.advance(by: 121)
        #expect(await phone.error { _ = try await phone.device.selectForToken(UserSelection(action: .approve)) } == .tokenUsed)
        #expect(await phone.error { _ = try await phone.device.validate(token: second) } == .token)
    }

    @Test("of several phones that claim at once, one wins; it may ask again")
    func parallel() async throws {
        let phone = try await phone(["tom"])
        var phones = [phone]
        for seed in 12...15 {
            let other = try await Phone(phone.server, seed: UInt64(seed))
            let answer = try await other.customer.register(
                "tom", payload: try await other.device.payload(), ["ignoreValidation": true])
            _ = try await other.device.accept(serverPayload: try #require(answer["payload"]))
            try await other.device.select(UserSelection(trust: .trusted))
            phones.append(other)
        }
        let (_, token) = try await make(phone)
        let results = await phones.concurrently { phone in
            await phone.error { _ = try await phone.device.validate(token: token) }
        }
        #expect(results.filter { $0 == nil }.count == 1)
        #expect(results.compactMap(\.self).allSatisfy { $0 == .tokenUsed })
        let winner = try #require(zip(phones, results).first { $0.1 == nil }?.0)
        #expect(try await winner.device.validate(token: token).status == .claimed)
    }

    @Test("wrong tokens, another application's, and phones without a user, or whose user is suspended, are refused")
    func refused() async throws {
        let phone = try await phone(["tom"])
        #expect(await phone.error { _ = try await phone.device.validate(token: "nonsense") } == .token)
        var elsewhere = phone.customer
        elsewhere.application = "app-2"
        let other = try #require(try await elsewhere.call(.post, "/authenticationtokens")["token"])
        #expect(await phone.error { _ = try await phone.device.validate(token: other) } == .tokenApplication)
        let (_, token) = try await make(phone)
        let stranger = try await Phone(phone.server, seed: 12)
        #expect(await stranger.error { _ = try await stranger.device.validate(token: token) } == .userNotPaired)
        #expect(try await phone.customer.call(.patch, "/users/tom", ["status": "SUSPENDED"])["status"] == "SUSPENDED")
        #expect(await phone.error { _ = try await phone.device.validate(token: token) } == .userSuspended)
        _ = try await phone.customer.call(.patch, "/users/tom", ["status": "ACTIVE"])
        #expect(try await phone.device.validate(token: token).status == .claimed)
    }

    @Test("another account's token is told as such")
    func otherAccount() async throws {
        let (phone, other) = (try await phone(["tom"]), try await self.phone(["tom"], seed: 6))
        let (_, token) = try await make(other)
        #expect(await phone.error { _ = try await phone.device.validate(token: token) } == .tokenAccount)
        #expect(await phone.error { _ = try await phone.device.validate(token: "x" + token) } == .token)
    }

    @Test("a claim whose user is chosen in the browser is over when it is taken back, or when its time ends", arguments: [true, false])
    func abandoned(isTakenBack: Bool) async throws {
        let phone = try await phone(["tom", "eva"])
        let (id, token) = try await make(phone, ["userSelection": "WEB"])
        if isTakenBack {
            phone.pauses.add { () async throws in _ = try await phone.customer.call(.delete, "/authenticationtokens/\(id)") }
        }
        #expect(try await phone.device.validate(token: token).status == .canceled)
        #expect(try await read(phone, id)["status"] == "CANCELED")
        #expect(try await phone.customer.call(.patch, "/authenticationtokens/\(id)", ["username": "eva"]).status == 409)
    }

    @Test("every status of a token is one that a test here has reached")
    func allStatuses() async throws {
        let (one, two) = (try await phone(["tom"]), try await phone(["tom", "eva"]))
        let silent = try await phone(["tom"], push: nil)
        var reached: Set<TokenStatus> = []
        func claim(_ phone: Phone, _ body: JSONObject) async throws {
            let (id, token) = try await make(phone, body)
            var report = try await phone.device.validate(token: token)
            reached.formUnion(phone.events.tokens)
            if report.status == .mobileUserSelection {
                report = try await phone.device.selectForToken(UserSelection(trust: .trusted, username: "eva"))
            } else if report.status == .pendingUserApproval {
                report = try await phone.device.selectForToken(UserSelection(action: .deny))
            } else if report.status == .mobileUserSelectionAndApproval {
                _ = try await phone.customer.call(.delete, "/authenticationtokens/\(id)")
                report = try #require(try await phone.device.resumeToken())
            }
            reached.insert(report.status)
            #expect(try await read(phone, id)["status"] == (report.status == .webUserSelection ? "CANCELED" : report.status.rawValue))
        }
        try await claim(one, [:])
        try await claim(one, ["userApproval": true])
        try await claim(one, ["pushVerification": true])
        try await claim(silent, ["pushVerification": true])
        for body in [[:], ["userApproval": true], ["userSelection": "WEB"]] as [JSONObject] { try await claim(two, body) }
        #expect(reached == Set(TokenStatus.allCases), "\(Set(TokenStatus.allCases).subtracting(reached))")
    }

    @Test("a phone that turns out rooted between its claim and the push that verifies it signs no user on")
    func rootedMeanwhile() async throws {
        var rules = PingIDRules()
        rules.requiresRootDetection = true
        let findings = Findings()
        let server = try await PingIDServer(rules: rules)
        let phone = try await Phone(server, seed: 11) { $0.tampering = TamperDetection([findings]) }
        try await phone.device.setRootDetection(true)
        try await phone.pair()
        let (id, token) = try await make(phone, ["pushVerification": true])
        phone.pauses.add { () async throws in
            let push = try #require(try await server.pushes(to: try await phone.id()).last)
            findings.set(1)
            #expect(await phone.error { try await phone.device.setRootDetection(true) } == .rooted)
            #expect(await phone.error { _ = try await phone.device.process(push) } == .rooted)
        }
        #expect(try await phone.device.validate(token: token).status == .denied)
        let read = try await read(phone, id)
        #expect(read["status"] == "DENIED" && read["username"] == nil, "\(read.json)")
    }
}
