import DeviceMessages
import Foundation
import JOSE
import OAuthMessages
import Primitives
import Testing
@testable import Messaging
@testable import Foundations

@Suite("Push to Android's devices")
struct FCMTests {
    private static let address = PushAddress.fcm(token: "device:APA91b")
    private static let granted = OutboundAnswer(status: 200, body: #"{"access_token":"ya29.a","expires_in":3599,"token_type":"Bearer"}"#)
    private static let taken = OutboundAnswer(status: 200, body: #"{"name":"projects/demo-1/messages/1"}"#)

    private static func refused(_ status: Int, _ code: String) -> OutboundAnswer {
        OutboundAnswer(
            status: status,
            body: """
                {"error":{"code":\(status),"message":"no","status":"X","details":[{"@type":"t","errorCode":"\(code)"}]}}
                """)
    }

    @Test("an access token is had for an assertion, then the message is sent")
    func message() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider([Self.granted, Self.taken])
        try await harness.add(PushFixtures.fcm)
        try await harness.notifications(provider).send(harness.message(), to: harness.recipient(Self.address))
        let (asked, sent) = (provider.requests[0], provider.requests[1])
        #expect(asked.url == "https://oauth2.googleapis.com/token" && asked.reach == .publicAddresses(orLoopback: false))
        let form = try FormBody(parsing: asked.body ?? "")
        #expect(try form.value("grant_type") == "urn:ietf:params:oauth:grant-type:jwt-bearer")
        let key = try #require(JWK(privateKeyPEM: Secret(PushFixtures.rsa)).publicKey)
        let assertion = try JWS.verify(try form.value("assertion") ?? "", with: VerificationKey(key), allowing: [.rs256])
        let now = Int64(harness.time.now.timeIntervalSince1970)
        #expect(assertion.header.keyID == "k1")
        #expect(
            try JSONValue(parsing: assertion.payload) == [
                "iss": "push@demo-1.iam.gserviceaccount.com", "aud": "https://oauth2.googleapis.com/token", "iat": .integer(now),
                "exp": .integer(now + 3600), "scope": "https://www.googleapis.com/auth/firebase.messaging",
            ])
        #expect(sent.url == "https://fcm.googleapis.com/v1/projects/demo-1/messages:send" && sent.method == "POST")
        #expect(sent.header("authorization") == "Bearer ya29.a")
        #expect(
            sent.json == [
                "message": [
                    "token": "device:APA91b", "data": ["gh": "a.b.c", "category": "BANNER_BUTTONS"],
                    "android": ["priority": "HIGH", "ttl": "40s", "collapse_key": "6f1ab4cb-0c9c-4ed7-9b9e-9a2c5cf1b0a1"],
                ]
            ])
        await harness.close()
    }

    @Test("an access token serves until it is about to expire; of many messages at once one asks")
    func access() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider([Self.granted, Self.taken])
        try await harness.add(PushFixtures.fcm)
        let (notifications, recipient) = (harness.notifications(provider), harness.recipient(Self.address))
        for seconds in [0, 3500] as [TimeInterval] {
            harness.time.advance(by: seconds)
            try await notifications.send(harness.message(.silent), to: recipient)
        }
        #expect(provider.requests.filter { $0.url.hasSuffix("/token") }.count == 1)
        #expect(provider.requests.last?.json?["message"]?["android"]?["priority"] == "NORMAL")
        harness.time.advance(by: 100)
        let error = try await harness.refusal(notifications, harness.message(lasting: 0.1), recipient)
        #expect(error?.code == .unavailable, "what the token endpoint answers now is no token")
        await harness.close()

        let many = try await PushHarness()
        let busy = ScriptedProvider([Self.granted, Self.taken])
        try await many.add(PushFixtures.fcm)
        let sender = many.notifications(busy)
        try await withThrowingTaskGroup { group in
            for index in 0..<20 {
                group.addTask { try await sender.send(many.message(id: "\(index)"), to: many.recipient(Self.address)) }
            }
            try await group.waitForAll()
        }
        #expect(busy.requests.count == 21)
        await many.close()
    }

    @Test("a token that was withdrawn is replaced once")
    func withdrawn() async throws {
        let harness = try await PushHarness()
        let unauthenticated = OutboundAnswer(status: 401, body: #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#)
        let provider = ScriptedProvider([Self.granted, unauthenticated, Self.granted, Self.taken])
        try await harness.add(PushFixtures.fcm)
        try await harness.notifications(provider).send(harness.message(), to: harness.recipient(Self.address))
        #expect(provider.requests.count == 4)
        let stubborn = ScriptedProvider([Self.granted, unauthenticated, Self.granted, unauthenticated])
        let error = try await harness.refusal(harness.notifications(stubborn), harness.message(), harness.recipient(Self.address))
        #expect(error?.code == .missingCredentials && error?.name == "UNAUTHENTICATED" && stubborn.requests.count == 4)
        await harness.close()
    }

    @Test(
        "when no access token is had",
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, PushError.Code.missingCredentials, "UNAUTHENTICATED"),
            (401, "", .missingCredentials, "UNAUTHENTICATED"), (503, "", .unavailable, "UNAVAILABLE"),
            (429, "", .unavailable, "UNAVAILABLE"), (200, "{}", .unavailable, "UNAVAILABLE"),
            (200, #"{"access_token":"x","expires_in":-1}"#, .unavailable, "UNAVAILABLE"), (nil, "", .unavailable, "UNAVAILABLE"),
        ] as [(Int?, String, PushError.Code, String)])
    func noAccess(_ status: Int?, _ body: String, _ code: PushError.Code, _ name: String) async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider([status.map { OutboundAnswer(status: $0, body: body) }])
        try await harness.add(PushFixtures.fcm)
        let error = try await harness.refusal(
            harness.notifications(provider), harness.message(lasting: 0.1), harness.recipient(Self.address))
        #expect(error?.code == code && error?.name == name)
        await harness.close()
    }

    @Test(
        "what each documented code means",
        arguments: [
            (refused(404, "UNREGISTERED"), PushOutcome.unregistered("UNREGISTERED")),
            (refused(400, "INVALID_ARGUMENT"), .refused("INVALID_ARGUMENT")),
            (refused(403, "SENDER_ID_MISMATCH"), .unauthorized("SENDER_ID_MISMATCH")),
            (refused(401, "THIRD_PARTY_AUTH_ERROR"), .unauthorized("THIRD_PARTY_AUTH_ERROR")),
            (refused(429, "QUOTA_EXCEEDED"), .unavailable("QUOTA_EXCEEDED")), (refused(503, "UNAVAILABLE"), .unavailable("UNAVAILABLE")),
            (refused(500, "INTERNAL"), .unavailable("INTERNAL")), (refused(500, "UNSPECIFIED_ERROR"), .unavailable("UNAVAILABLE")),
        ])
    func codes(_ answer: OutboundAnswer, _ outcome: PushOutcome) { #expect(FCMReason.outcome(of: answer) == outcome) }

    @Test("an argument that is the token's fault is the token's end")
    func badToken() {
        let body = """
            {"error":{"code":400,"status":"INVALID_ARGUMENT","details":[
             {"@type":"t/FcmError","errorCode":"INVALID_ARGUMENT"},
             {"@type":"t/BadRequest","fieldViolations":[{"field":"message.token","description":"Invalid registration token"}]}]}}
            """
        #expect(FCMReason.outcome(of: OutboundAnswer(status: 400, body: body)) == .unregistered("INVALID_ARGUMENT"))
    }

    @Test(
        "words that aren't documented aren't told",
        arguments: [
            (400, PushOutcome.refused("INVALID_ARGUMENT")), (401, .unauthorized("UNAUTHENTICATED")),
            (403, .unauthorized("PERMISSION_DENIED")), (404, .unauthorized("NOT_FOUND")), (429, .unavailable("QUOTA_EXCEEDED")),
            (502, .unavailable("UNAVAILABLE")), (302, .unavailable("UNAVAILABLE")),
        ])
    func unknown(_ status: Int, _ outcome: PushOutcome) {
        for body in ["", "<html>", "[]", #"{"error":{"status":"<script>","details":[{"errorCode":"<b>"}]}}"#] {
            #expect(FCMReason.outcome(of: OutboundAnswer(status: status, body: body)) == outcome)
        }
    }
}
