import Services
import HTTPTypes
import CommandChannel
import Crypto
import DeviceMessages
import Directory
import Foundation
import Foundations
import Messaging
@testable import Orchestration
import OrchestrationSDK
@testable import OrchestrationService
import OrchestrationTesting
import Primitives
import Synchronization
import Testing

/// Apple's service, which takes pushes until it is told that the address is dead.
private final class Apple: OutboundHTTP {
    private let state = Mutex<(sent: [OutboundRequest], status: Int)>(([], 200))
    let pushes: AsyncStream<OutboundRequest>
    private let taken: AsyncStream<OutboundRequest>.Continuation

    init() { (pushes, taken) = AsyncStream.makeStream() }

    var count: Int { state.withLock { $0.sent.count } }
    func answers(_ status: Int) { state.withLock { $0.status = status } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        let status = state.withLock { state in
            state.sent.append(request)
            return state.status
        }
        taken.yield(request)
        return OutboundAnswer(status: status, body: status == 410 ? "{\"reason\":\"Unregistered\"}" : "")
    }

    func next() async throws -> (request: OutboundRequest, payload: JSONValue) {
        for await push in pushes { return (push, try JSONValue(parsing: push.body ?? "")) }
        throw CancellationError()
    }
}

@Suite("Notifications of requests", .timeLimit(.minutes(3)))
struct PushTests {
    private static let token = String(repeating: "a1", count: 32)

    private static func stage() async throws -> (server: OrchestrationServer, apple: Apple, phone: LivePhone) {
        let apple = Apple()
        let server = try await OrchestrationServer(http: apple)
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let content = try PushCredential.Content(
            json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
        _ = try await server.domain.messaging.pushCredentials.create(content, of: OrchestrationServer.application, in: server.realm.id)
        let phone = LivePhone(server)
        let device = try await phone.activated()
        try await device.registerNotifications("tom", identifier: token, through: phone.relay)
        return (server, apple, phone)
    }

    private static func ask(
        _ server: OrchestrationServer, _ delivery: [JSONValue] = ["pushNotification"], title: String = "Pay ACME?"
    )
        async throws -> JSONValue
    {
        try await server.call(
            .post, "users/tom/login",
            ["orchestrationDelivery": .array(delivery), "loginMessage": ["title": ["text": .string(title)]]]
        ).json
    }

    @Test("a request rings the device, which finds the command in what it is handed; providers see no word of it")
    func rings() async throws {
        let (server, apple, phone) = try await Self.stage()
        let asked = try await Self.ask(server)
        #expect(asked["sessionStatus"] == "pending" && asked["requestMessage"] == nil)
        let (request, payload) = try await apple.next()
        #expect(request.url.hasSuffix("/3/device/\(Self.token)"))
        #expect(request.headers.contains { $0.name == "apns-topic" && $0.value == "com.example.bank" })
        #expect(payload["aps"]?["alert"]?["title"] == "Authentication Request" && !payload.text.contains("ACME"))
        let handed = Dictionary(
            uniqueKeysWithValues: (payload.object?.members ?? []).map { (AnyHashable($0.name), $0.value.string as Any) })
        #expect(OrchestrationNotification.isOrchestrationNotification(handed))
        let command = try #require(OrchestrationNotification.command(in: handed))
        #expect(try await phone.answer(command) == .accepted)
        #expect(phone.user.now.shown.map(\.display.text) == ["Pay ACME?"])
        #expect(try await server.status(asked["requestID"]?.string ?? "") == "accepted")
    }

    @Test("a notification of another service, or with no command in it, is told as such")
    func others() {
        #expect(!OrchestrationNotification.isOrchestrationNotification(["aps": ["alert": "Hello"]]))
        #expect(!OrchestrationNotification.isOrchestrationNotification(["orchestration": 1]))
        #expect(OrchestrationNotification.isOrchestrationNotification(["orchestration": "1"]))
        #expect(OrchestrationNotification.command(in: ["orchestration": "1"]) == nil)
        #expect(OrchestrationNotification.command(in: ["orchestrationCommand": "4f"]) == nil)
    }

    @Test("a request too long for a notification only rings; the device asks what waits")
    func long() async throws {
        let (server, apple, phone) = try await Self.stage()
        let fields = (0..<12).map { _ -> JSONValue in
            ["key": ["text": "Line"], "value": ["text": .string(String(repeating: "x", count: 200))]]
        }
        _ = try await server.call(
            .post, "users/tom/transactions/validate",
            ["data": ["transactionMessage": ["dataFields": .array(fields)]], "orchestrationDelivery": ["pushNotification"]])
        let payload = try await apple.next().payload
        #expect(payload["aps"]?["alert"]?["title"] == "Transaction Request")
        #expect(payload[CommandNotification.mark.name] == "1" && payload[CommandNotification.member] == nil)
        let waiting = try #require(try await phone.open().pendingRequests("tom", through: phone.relay).first)
        #expect(try await phone.answer(waiting) == .accepted)
    }

    @Test("an address that is dead is forgotten, and the request waits for the device all the same")
    func dead() async throws {
        let (server, apple, phone) = try await Self.stage()
        apple.answers(410)
        let asked = try await Self.ask(server)
        _ = try await apple.next()
        for _ in 0..<1_000 where try await server.authenticators().first?.notification != nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try await server.authenticators().first?.notification == nil)
        #expect(try await server.status(asked["requestID"]?.string ?? "") == "pending")
        // The device registers anew at its next start.
        apple.answers(200)
        try await phone.open().registerNotifications("tom", identifier: Self.token, through: phone.relay)
        _ = try await Self.ask(server)
        _ = try await apple.next()
        #expect(apple.count == 2)
    }

    @Test("a request that the customer's server carries rings nothing, and neither does the seventh of a minute")
    func quiet() async throws {
        let (server, apple, phone) = try await Self.stage()
        #expect(try await Self.ask(server, ["requestMessage"])["requestMessage"] != nil)
        for number in 1...8 {
            _ = try await Self.ask(server, title: "\(number)")
            let waiting = try #require(try await phone.open().pendingRequests("tom", through: phone.relay).first)
            _ = try await phone.answer(waiting, .reject)
        }
        for _ in 0..<5 { _ = try await apple.next() }
        try await Task.sleep(for: .milliseconds(50))
        // The first was one of the minute's, too.
        #expect(apple.count == Orchestrations.mostPushes - 1)
        server.time.advance(by: 61)
        _ = try await Self.ask(server)
        _ = try await apple.next()
        #expect(apple.count == Orchestrations.mostPushes)
    }

    @Test(
        "a text that no provider gives out is refused, and nothing is kept of it",
        arguments: ["with a space", "ümlaut", "{\"kind\":\"BUILT_IN\"}", "{", "{\"kind\":\"WEB_PUSH\",\"endpoint\":\"http://x\"}"])
    func refused(_ identifier: String) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let error = await failure { () throws(Orchestration.OrchestrationError) in
            try await device.registerNotifications("tom", identifier: identifier, through: phone.relay)
        }
        #expect(error?.code == .notificationRegistration)
        #expect(try await server.authenticators().first?.notification == nil)
        #expect(try await device.information("tom").notificationIdentifier == nil)
    }

    @Test("Apple's tokens, Google's, and JSON of each kind are addresses")
    func addresses() {
        #expect(NotificationIdentifier.address(Self.token.uppercased()) == .apns(token: Self.token, isSandbox: false))
        #expect(NotificationIdentifier.address("fcm:APA91b") == .fcm(token: "fcm:APA91b"))
        let sandbox = "{\"kind\":\"APNS\",\"token\":\"\(Self.token)\",\"sandbox\":true}"
        #expect(NotificationIdentifier.address(sandbox) == .apns(token: Self.token, isSandbox: true))
        #expect(NotificationIdentifier.address(String(repeating: "x", count: 4_097)) == nil)
        #expect(NotificationIdentifier.address("") == nil)
    }

    @Test("the documented SDK registers, and answers what a notification brought, by its callbacks")
    func documented() async throws {
        let (server, apple, _) = try await Self.stage()
        let app = try LiveApp(server)
        let password = try await server.register("eva")
        app.enters(LivePhone.pin)
        try app.orchestrator.startActivation(
            OnlineActivationParameters(
                user: OrchestrationUser("eva"), activationPassword: password, delegate: app.delegate))
        await app.waits(for: "onActivationSuccess")
        try app.orchestrator.startNotificationRegistration(
            NotificationRegistrationParameters(
                user: OrchestrationUser("eva"), notificationIdentifier: Self.token, delegate: app.delegate))
        #expect(await app.waits(for: "onNotificationRegistrationSuccess") == ["eva \(Self.token)"])
        let asked = try await server.call(.post, "users/eva/login", ["orchestrationDelivery": ["pushNotification"]])
        let payload = try await apple.next().payload
        let handed = Dictionary(
            uniqueKeysWithValues: (payload.object?.members ?? []).map { (AnyHashable($0.name), $0.value.string as Any) })
        app.enters(LivePhone.pin)
        try app.orchestrator.execute(try #require(OrchestrationNotification.command(in: handed)))
        await app.waits(for: "onRemoteAuthenticationSuccess")
        #expect(try await server.status(asked["requestID"] ?? "") == "accepted")
        try app.orchestrator.startNotificationRegistration(
            NotificationRegistrationParameters(
                user: OrchestrationUser("eva"), notificationIdentifier: "not one", delegate: app.delegate))
        #expect(await app.waits(for: "onOrchestrationError") == ["-8004"])
    }
}
