import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import PlatformTesting
import Primitives
import ServerTesting
import Testing
import WebPush
import Services
import DevicePolicies
import MultiFactor

@Suite("The device half against a server", .timeLimit(.minutes(10)))
struct DeviceTests {
    @Test("pairs by the address of a QR code, is rung, and approves with the number that is shown")
    func approves() async throws {
        try await PlatformServer.run { server in
            let phone = try await server.phone()
            let outcome = try await phone.pair(with: try await server.pairingAddress())
            #expect(outcome.pairing.user.username == "demo")
            #expect(outcome.failures == [.push: nil, .passcode: nil])
            var requests = phone.notifications.makeAsyncIterator()
            let started = try await server.authenticate { $0.context.clientContext = "{\"sum\":\"100\"}" }
            let request = try #require(try await requests.next())
            #expect(request.clientContext == "{\"sum\":\"100\"}" && request.number == .entered)
            await #expect(throws: MFA.MFAError(.policy, "")) { try await request.approve(method: .face) }
            try await request.approve(number: try #require(started.numberToShow), method: .face)
            #expect(try await server.state(of: started).status == .completed)
            #expect(try await server.state(of: started).methods == ["mfa", "face"])
        }
    }

    @Test("the stream of pushes outlives the time after which a silent connection is closed")
    func longStream() async throws {
        try await PlatformServer.run(settings: ["idle-timeout": "1"]) { server in
            let phone = try await server.phone()
            _ = try await phone.pair(with: try await server.pairingAddress())
            var events = phone.events.makeAsyncIterator()
            guard case .connected = try await events.next() else {
                Issue.record("no stream")
                return
            }
            try await Task.sleep(for: .seconds(2))
            _ = try await server.authenticate()
            // Next comes the request, not that the connection was lost.
            guard case .request = try await events.next() else {
                Issue.record("the stream was closed")
                return
            }
        }
    }

    @Test("a wrong number ends the request, and a second one comes")
    func wrongNumber() async throws {
        try await PlatformServer.run { server in
            let phone = try await server.phone()
            _ = try await phone.pair(with: try await server.pairingAddress())
            var requests = phone.notifications.makeAsyncIterator()
            let started = try await server.authenticate()
            let wrong = (try #require(started.numberToShow) + 1) % 100
            let first = try #require(try await requests.next())
            await #expect(throws: MFA.MFAError(.wrongNumber, "")) { try await first.approve(number: wrong) }
            let second = try #require(try await requests.next())
            #expect(second.id != first.id)
            try await second.approve(number: try #require(try await server.state(of: started).numberToShow))
            #expect(try await server.state(of: started).status == .completed)
        }
    }

    @Test("a passcode made offline is accepted once")
    func passcode() async throws {
        let time = ManualTime()
        try await PlatformServer.run(time: time) { server in
            let phone = try await server.phone()
            _ = try await phone.pair(with: try await server.pairingAddress())
            // The pairing has used up the passcode of its own time step.
            time.advance(by: 30)
            let started = try await server.authenticate()
            let code = Secret(try await phone.passcode().code)
            let deviceAuthentications = server.server.domain.multiFactor.deviceAuthentications
            let done = try await deviceAuthentications.check(
                code, of: started.id, from: "192.0.2.1", in: server.realm, issuer: server.issuer
            ).authentication
            #expect(done.status == .completed)
            let again = try await server.authenticate()
            await #expect(throws: (any Error).self) {
                try await deviceAuthentications.check(code, of: again.id, from: "192.0.2.1", in: server.realm, issuer: server.issuer)
                    .authentication
            }
        }
    }

    @Test("two users on one phone; a code is approved by one of them")
    func codes() async throws {
        try await PlatformServer.run { server in
            let phone = try await server.phone()
            let other = try await server.addUser("kim")
            _ = try await phone.pair(with: try await server.pairingAddress())
            _ = try await phone.pair(with: try await server.pairingAddress(for: other))
            #expect(try await phone.info().compactMap { try? $0.report.get() }.flatMap(\.pairings).count == 2)
            let code = try await server.server.domain.multiFactor.authenticationCodes.create(
                .init(application: PlatformServer.application), in: server.realm)
            let request = try await phone.authenticate(code: code.code)
            #expect(request.claim.status == .claimed && Set(request.claim.users.map(\.username)) == ["demo", "kim"])
            let kim = try #require(request.claim.users.first { $0.username == "kim" })
            #expect(try await request.approve(user: kim.id) == .completed)
            await #expect(throws: MFA.MFAError(.authenticationCode, "")) { try await phone.authenticate(code: "AAAAAAAA") }
        }
    }

    @Test("a mobile payload lets the paired device stand for its user; with extra verification it answers a silent push")
    func payload() async throws {
        for extra in [MobileApplicationRules.Enforcement?.none, .restrictive] {
            try await PlatformServer.run(rules: { rules in
                rules.deviceAuthorization = .init()
                rules.deviceAuthorization?.isEnabled = true
                rules.deviceAuthorization?.extraVerification = extra
            }) { server in
                let phone = try await server.phone()
                _ = try await phone.pair(with: try await server.pairingAddress())
                let listening = Task { for try await _ in phone.events {} }
                defer { listening.cancel() }
                let text = try await phone.mobilePayload()
                let started = try await server.authenticate { order in
                    order.mobilePayload = text
                    order.application = PlatformServer.application
                }
                while try await server.state(of: started).status == .pushRequired { try await Task.sleep(for: .milliseconds(20)) }
                #expect(try await server.state(of: started).status == .completed)
            }
        }
    }

    @Test("keys are rotated, logs sent, a test push comes, and unpairing ends it on both sides")
    func life() async throws {
        try await PlatformServer.run { server in
            let store = InMemoryStore()
            let phone = try await server.phone(store)
            let pairing = try await phone.pair(with: try await server.pairingAddress()).pairing
            try await phone.rotateKeys()
            #expect(try await server.phone(store).info().compactMap { try? $0.report.get() }.count == 1)
            #expect(try await !phone.sendLogs().isEmpty)
            var events = phone.events.makeAsyncIterator()
            guard case .connected = try await events.next() else {
                Issue.record("not connected")
                return
            }
            try await phone.testPush()
            guard case .test = try await events.next() else {
                Issue.record("no test push")
                return
            }
            try await phone.allowPush(false)
            #expect(try await phone.info().first?.report.get().isPushAllowed == false)
            try await phone.unpair(pairing.id)
            #expect(try await !phone.isPaired)
            await #expect(throws: MFA.MFAError(.notPaired, "")) { try await phone.info() }
            // The same phone may be paired again, with keys of its own.
            #expect(try await phone.pair(with: try await server.pairingAddress()).pairing.user.username == "demo")
        }
    }

    @Test("others send to a subscription: the phone reads it, also what came while it was away, and nobody after it is taken back")
    func messages() async throws {
        try await PlatformServer.run { server in
            let phone = try await server.phone()
            _ = try await phone.pair(with: try await server.pairingAddress())
            let subscription = try await phone.subscribe()
            let keys = try WebPushKeys(p256dh: subscription.p256dh, auth: subscription.auth)
            func send(_ text: String) async throws -> Int {
                let sealed = try WebPush.seal(Array(text.utf8), for: keys, random: SystemRandom())
                let url = try #require(URL(string: subscription.endpoint))
                let headers: HTTPHeaders = ["TTL": "60", "Content-Encoding": "aes128gcm"]
                return try await AsyncHTTPTransport().send(HTTPRequest(.post, url, headers: headers, body: sealed)).status
            }
            #expect(try await send("while away") == 201)
            var events = phone.events.makeAsyncIterator()
            for expected in ["while away", "while here"] {
                if expected == "while here" { #expect(try await send(expected) == 201) }
                while let event = try await events.next() {
                    guard case .message(let id, let content) = event else { continue }
                    #expect(id == subscription.id && String(decoding: content, as: UTF8.self) == expected)
                    break
                }
            }
            try await phone.unsubscribe(subscription.id)
            #expect(try await send("too late") == 404)
        }
    }

    @Test("a key is good for one phone, of the right app, and once")
    func refused() async throws {
        try await PlatformServer.run { server in
            let (phone, other) = (try await server.phone(), try await server.phone())
            let address = try await server.pairingAddress()
            _ = try await phone.pair(with: address)
            await #expect(throws: MFA.MFAError(.pairingKey, "")) { try await other.pair(with: address) }
            await #expect(throws: MFA.MFAError(.pairingKey, "")) { try await other.pair(with: "01234567890123") }
            let foreign = try await server.phone { $0.app = AppDescription(id: "org.example.other") }
            let second = try await server.pairingAddress()
            await #expect(throws: MFA.MFAError(.application, "")) { try await foreign.pair(with: second) }
        }
    }
}
