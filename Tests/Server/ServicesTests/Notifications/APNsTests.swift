import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
@testable import Messaging
@testable import Services
@testable import Foundations
@testable import Directory

@Suite("Push to Apple's devices")
struct APNsTests {
    private static let address = PushAddress.apns(token: PushHarness.appleToken, isSandbox: false)

    private static func verified(_ request: OutboundRequest) throws -> JWS.Verified {
        let text = try #require(request.header("authorization"))
        let key = try #require(JWK(privateKeyPEM: Secret(PushFixtures.p8)).publicKey)
        return try JWS.verify(String(text.dropFirst("bearer ".count)), with: VerificationKey(key), allowing: [.es256])
    }

    @Test("an alert: where it goes, its headers and payload")
    func alert() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        try await harness.add(PushFixtures.apns)
        let message = harness.message(isTimeSensitive: true)
        try await harness.notifications(provider).send(message, to: harness.recipient(Self.address))
        let request = try #require(provider.requests.first)
        #expect(request.url == "https://api.push.apple.com/3/device/\(PushHarness.appleToken)" && request.method == "POST")
        #expect(request.reach == .anywhere)
        let expected = [
            "apns-topic": "com.example.app", "apns-push-type": "alert", "apns-priority": "10",
            "apns-expiration": String(Int(message.expires.timeIntervalSince1970)), "apns-collapse-id": message.collapseID,
        ]
        for (name, value) in expected { #expect(request.header(name) == value) }
        #expect(
            request.json == [
                "aps": [
                    "alert": ["title-loc-key": "notification.title", "loc-key": "notification.message"], "sound": "default",
                    "category": "BANNER_BUTTONS", "interruption-level": "time-sensitive",
                ], "gh": "a.b.c",
            ])
        let token = try Self.verified(request)
        #expect(token.header.keyID == "ABC123DEFG" && token.header.members.names == ["alg", "kid"])
        let claims = try JSONValue(parsing: token.payload)
        #expect(claims == ["iss": "DEF123GHIJ", "iat": .integer(Int64(harness.time.now.timeIntervalSince1970))])
        await harness.close()
    }

    @Test("what isn't shown is sent in the background", arguments: [PushStatement.Kind.silent, .cancel])
    func background(_ kind: PushStatement.Kind) async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        try await harness.add(PushFixtures.apns)
        try await harness.notifications(provider).send(harness.message(kind), to: harness.recipient(Self.address))
        let request = try #require(provider.requests.first)
        #expect(request.header("apns-push-type") == "background" && request.header("apns-priority") == "5")
        #expect(request.json == ["aps": ["content-available": 1], "gh": "a.b.c"])
        await harness.close()
    }

    @Test("the sandbox, a long id, no bundle id")
    func variants() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        try await harness.add(PushFixtures.apns)
        let (notifications, sandbox) = (harness.notifications(provider), PushAddress.apns(token: PushHarness.appleToken, isSandbox: true))
        try await notifications.send(harness.message(id: String(repeating: "x", count: 65)), to: harness.recipient(sandbox))
        let request = try #require(provider.requests.first)
        #expect(request.url.hasPrefix("https://api.sandbox.push.apple.com/3/device/"))
        #expect(request.header("apns-collapse-id").map { $0.utf8.count <= 64 && !$0.contains("x") } == true)
        let error = try await harness.refusal(notifications, harness.message(), harness.recipient(sandbox, bundleID: nil))
        #expect(error?.code == .refused && error?.name == "MissingTopic" && provider.requests.count == 1)
        await harness.close()
    }

    @Test("a provider token is used for a while, and made anew for another key")
    func tokens() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        let credential = try await harness.add(PushFixtures.apns)
        let notifications = harness.notifications(provider)
        var tokens: [String] = []
        for seconds in [0, 1800, 1200] as [TimeInterval] {
            harness.time.advance(by: seconds)
            try await notifications.send(harness.message(), to: harness.recipient(Self.address))
            tokens.append(try #require(provider.requests.last?.header("authorization")))
        }
        #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
        harness.time.advance(by: 1)
        var other = PushFixtures.apns
        other["teamId"] = "OTHERTEAM1"
        _ = try await harness.domain.messaging.pushCredentials.replace(
            credential.id, by: PushCredential.Content(json: other), of: "app", in: harness.realm.id)
        try await notifications.send(harness.message(), to: harness.recipient(Self.address))
        let claims = try JSONValue(parsing: Self.verified(try #require(provider.requests.last)).payload)
        #expect(claims["iss"] == "OTHERTEAM1")
        await harness.close()
    }

    @Test("a token that Apple finds too old is made anew once, and not within twenty minutes")
    func expiredToken() async throws {
        let harness = try await PushHarness()
        let old = OutboundAnswer(status: 403, body: #"{"reason":"ExpiredProviderToken"}"#)
        let good = OutboundAnswer(status: 200, body: "")
        let provider = ScriptedProvider([good, old, good, old])
        try await harness.add(PushFixtures.apns)
        let notifications = harness.notifications(provider)
        try await notifications.send(harness.message(), to: harness.recipient(Self.address))
        harness.time.advance(by: 1300)
        try await notifications.send(harness.message(), to: harness.recipient(Self.address))
        #expect(provider.requests.count == 3)
        #expect(provider.requests[1].header("authorization") != provider.requests[2].header("authorization"))
        let error = try await harness.refusal(notifications, harness.message(), harness.recipient(Self.address))
        #expect(error?.name == "ExpiredProviderToken" && provider.requests.count == 4)
        await harness.close()
    }

    @Test(
        "what each documented reason means",
        arguments: [
            (400, "BadCollapseId", PushOutcome.refused("BadCollapseId")), (400, "BadDeviceToken", .unregistered("BadDeviceToken")),
            (400, "BadExpirationDate", .refused("BadExpirationDate")), (400, "BadMessageId", .refused("BadMessageId")),
            (400, "BadPriority", .refused("BadPriority")), (400, "BadTopic", .unauthorized("BadTopic")),
            (400, "DeviceTokenNotForTopic", .refused("DeviceTokenNotForTopic")), (400, "DuplicateHeaders", .refused("DuplicateHeaders")),
            (400, "IdleTimeout", .unavailable("IdleTimeout")), (400, "InvalidPushType", .refused("InvalidPushType")),
            (400, "MissingDeviceToken", .refused("MissingDeviceToken")), (400, "MissingTopic", .refused("MissingTopic")),
            (400, "PayloadEmpty", .refused("PayloadEmpty")), (400, "TopicDisallowed", .unauthorized("TopicDisallowed")),
            (403, "BadCertificate", .unauthorized("BadCertificate")),
            (403, "BadCertificateEnvironment", .unauthorized("BadCertificateEnvironment")),
            (403, "ExpiredProviderToken", .unauthorized("ExpiredProviderToken")), (403, "Forbidden", .unauthorized("Forbidden")),
            (403, "InvalidProviderToken", .unauthorized("InvalidProviderToken")),
            (403, "MissingProviderToken", .unauthorized("MissingProviderToken")),
            (403, "UnrelatedKeyIdInToken", .unauthorized("UnrelatedKeyIdInToken")),
            (403, "BadEnvironmentKeyIdInToken", .unauthorized("BadEnvironmentKeyIdInToken")),
            (404, "BadPath", .refused("BadPath")), (405, "MethodNotAllowed", .refused("MethodNotAllowed")),
            (410, "ExpiredToken", .unregistered("ExpiredToken")), (410, "Unregistered", .unregistered("Unregistered")),
            (413, "PayloadTooLarge", .refused("PayloadTooLarge")),
            (429, "TooManyProviderTokenUpdates", .unavailable("TooManyProviderTokenUpdates")),
            (429, "TooManyRequests", .unavailable("TooManyRequests")), (500, "InternalServerError", .unavailable("InternalServerError")),
            (503, "ServiceUnavailable", .unavailable("ServiceUnavailable")), (503, "Shutdown", .unavailable("Shutdown")),
        ])
    func reasons(_ status: Int, _ reason: String, _ outcome: PushOutcome) {
        #expect(APNsReason.outcome(of: OutboundAnswer(status: status, body: "{\"reason\":\"\(reason)\"}")) == outcome)
    }

    @Test(
        "words that aren't documented aren't told",
        arguments: [
            (400, PushOutcome.refused("BadRequest")), (403, .unauthorized("Forbidden")), (410, .unregistered("Unregistered")),
            (413, .refused("PayloadTooLarge")), (429, .unavailable("TooManyRequests")), (502, .unavailable("ServiceUnavailable")),
            (302, .unavailable("ServiceUnavailable")),
        ])
    func unknown(_ status: Int, _ outcome: PushOutcome) {
        for body in ["", "<html>", "[]", #"{"reason":"<script>"}"#, #"{"reason":7}"#] {
            #expect(APNsReason.outcome(of: OutboundAnswer(status: status, body: body)) == outcome)
        }
    }
}
