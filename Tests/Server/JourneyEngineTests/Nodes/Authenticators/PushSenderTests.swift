import AuthenticatorMessages
import Crypto
import Foundation
import Primitives
import Testing

@testable import JourneyEngine
import Messaging
import Foundations
import Directory
import MultiFactor
import Services

/// Apple's service: takes every push, and hands them to the test that waits for one.
private final class Apple: OutboundHTTP {
    private let pushes: AsyncStream<OutboundRequest>
    private let taken: AsyncStream<OutboundRequest>.Continuation

    init() { (pushes, taken) = AsyncStream.makeStream() }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        taken.yield(request)
        return OutboundAnswer(status: 200, body: "")
    }

    /// The first push that has come.
    func first() async throws -> OutboundRequest {
        for await push in pushes { return push }
        throw UnexpectedReply()
    }
}

@Suite("The application that wakes authenticator apps")
struct PushSenderTests {
    private static let application = "authenticator"

    /// A realm with an application that has Apple's credentials, and an app of the user's that Apple reaches.
    private func harness(_ apple: Apple) async throws -> JourneyHarness {
        let harness = try await JourneyHarness(http: apple)
        var settings = ApplicationSettings()
        (settings.kind, settings.mobile) = (.native, MobileSettings())
        settings.mobile?.bundleID = "org.example.authenticator"
        try await harness.domain.directory.applications.create(
            Application(id: Self.application, realm: harness.realm.id, settings: settings, secret: nil))
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let content = try PushCredential.Content(
            json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
        _ = try await harness.domain.messaging.pushCredentials.create(content, of: Self.application, in: harness.realm.id)
        let offer = try await harness.domain.multiFactor.authenticators.offerPush(to: harness.user.id, lifetime: 60, in: harness.realm)
        let device = PushDevice(token: String(repeating: "A1", count: 32), name: "Phone", type: "ios", carrier: .apns)
        try await StrictApp(offer: offer).register(harness, reached: device)
        return harness
    }

    @Test("is the one that the realm names: its credentials, its topic; without one Apple is asked nothing")
    func named() async throws {
        let apple = Apple()
        let harness = try await harness(apple)
        var realm = harness.realm
        _ = try await harness.domain.multiFactor.authenticators.ask(
            harness.user, .init(text: "before", by: .stranger(at: "192.0.2.1")), in: realm)
        realm.settings[AuthenticatorSettings.self].authenticatorApplication = Self.application
        let asked = try await harness.domain.multiFactor.authenticators.ask(
            harness.user, .init(text: "after", by: .stranger(at: "192.0.2.1")), in: realm)
        let push = try await apple.first()
        #expect(push.headers.first { $0.name.lowercased() == "apns-topic" }?.value == "org.example.authenticator")
        #expect(push.body?.contains(asked.message) == true)
    }
}
