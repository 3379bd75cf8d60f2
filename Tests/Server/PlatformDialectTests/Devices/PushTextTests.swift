import Crypto
import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Testing

import Messaging
import Foundations
import Directory
import MultiFactor
import DevicePolicies
import Services
@testable import PlatformDialect

/// Apple's service: takes every push, and hands them to whoever waits for one.
private final class Apple: OutboundHTTP {
    private let pushes: AsyncStream<JSONValue>
    private let taken: AsyncStream<JSONValue>.Continuation

    init() { (pushes, taken) = AsyncStream.makeStream() }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        taken.yield((try? JSONValue(parsing: request.body ?? "")) ?? .null)
        return OutboundAnswer(status: 200, body: "")
    }

    /// The next push that a person sees.
    func next() async throws -> JSONValue {
        for await push in pushes where push["aps"]?["alert"] != nil { return push }
        throw DomainError(.invalid, "no push came")
    }
}

@Suite("How a push is shown")
struct PushTextTests {
    private struct Stage {
        let server: DeviceServer
        let apple = Apple()
        let phone: TestPhone

        init() async throws {
            server = try await DeviceServer(http: apple)
            let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
            let content = try PushCredential.Content(
                json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
            _ = try await server.domain.messaging.pushCredentials.create(content, of: DeviceServer.application, in: server.realm.id)
            phone = try await server.pairedPhone(push: .apns(token: String(repeating: "a1", count: 32), isSandbox: false))
        }

        func content(_ json: JSONValue, of template: NotificationTemplate = .strongAuthentication) async throws {
            _ = try await server.domain.devicePolicies.notificationContents.create(
                try Form<NotificationContent>.object.renamed(.notificationContent).value(of: json), of: template, in: server.realm.id)
        }

        func statement(_ push: JSONValue) async throws -> PushStatement { try await phone.read(push["gh"]?.string ?? "") }
    }

    @Test("by the app's own texts, with buttons, where the realm has none")
    func standard() async throws {
        let stage = try await Stage()
        _ = try await stage.server.start()
        let push = try await stage.apple.next()["aps"]
        #expect(push?["alert"] == ["title-loc-key": "notification.title", "loc-key": "notification.message"])
        #expect(push?["category"] == "BANNER_BUTTONS")
    }

    @Test("by the realm's texts and category, in the first push and in the one after a wrong number", arguments: PushCategory.allCases)
    func own(_ category: PushCategory) async throws {
        let stage = try await Stage()
        try await stage.content([
            "locale": "en", "deliveryMethod": "Push", "title": "${application.name}", "body": "Pay ${sum} to ${user.username}?",
            "pushCategory": .string(category.rawValue),
        ])
        let started = try await stage.server.start { $0.context.notification.variables = ["sum": "10"] }
        let first = try await stage.apple.next()
        let shown: JSONValue = ["title": "Shop", "body": "Pay 10 to demo?"]
        #expect(first["aps"]?["alert"] == shown && first["aps"]?["category"]?.string == category.rawValue)
        let push = try await stage.statement(first)
        let wrong = try #require(started.numberToShow) == 10 ? 11 : 10
        let answer = try await stage.phone.decide(try await stage.phone.decision(.approve, push, number: wrong), push.challenge)
        #expect(answer.status == .forbidden, "\(answer.text)")
        let second = try await stage.apple.next()
        #expect(second["aps"]?["alert"] == shown && second["aps"]?["category"]?.string == category.rawValue)
        #expect(try await stage.statement(second).challenge != push.challenge)
    }

    @Test("no push is sent whose text lacks a value, and no authentication begins")
    func incomplete() async throws {
        let stage = try await Stage()
        try await stage.content(["locale": "en", "deliveryMethod": "Push", "body": "Pay ${sum}?"])
        await #expect(throws: SecondFactorError(.invalid, "")) { _ = try await stage.server.start() }
    }
}
