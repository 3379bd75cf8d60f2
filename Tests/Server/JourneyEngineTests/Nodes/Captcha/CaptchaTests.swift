import JourneyModel
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Synchronization
import Testing

@testable import JourneyEngine
import Services
import Foundations
import Directory

/// A provider that answers what a test tells it to, and keeps what it was sent.
final class CaptchaPeer: OutboundHTTP {
    private let sent = Mutex<[OutboundRequest]>([])
    var requests: [OutboundRequest] { sent.withLock { $0 } }
    private let status: Int
    /// nil when nobody answers.
    private let body: String?

    init(_ body: String?, status: Int = 200) {
        self.body = body
        self.status = status
    }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        sent.withLock { $0.append(request) }
        guard let body else { throw NoAnswer() }
        return OutboundAnswer(status: status, reason: "", headers: [], body: body)
    }

    struct NoAnswer: Error {}
}

/// A realm with a secret and a CAPTCHA, whose provider is a peer.
struct CaptchaHarness {
    let journey: JourneyHarness

    init(_ node: String, _ peer: CaptchaPeer) async throws {
        journey = try await JourneyHarness(http: peer)
        try await journey.domain.directory.secrets.set(Secret("s3cr3t+&"), as: "captcha", in: journey.realm)
        try await journey.add(Journeys.single(node, "true", "false"))
    }

    /// The message that a token leads to.
    func outcome(_ token: String = "tok en") async throws -> String? {
        try await journey.send(journey.step("Single"), .string(token)).step.message
    }
}

@Suite("CAPTCHAs")
struct CaptchaTests {
    private static let plain = "captcha: { siteKey: site, secretLabelIdentifier: captcha }"
    private static let scored = "captcha: { siteKey: site, secretLabelIdentifier: captcha, reCaptchaV3: true, scoreThreshold: \"0.5\" }"

    @Test(
        "the request that each provider documents",
        arguments: [
            ("https://www.google.com/recaptcha/api/siteverify", "secret=s3cr3t%2B%26&response=tok+en"),
            ("https://challenges.cloudflare.com/turnstile/v0/siteverify", "secret=s3cr3t%2B%26&response=tok+en"),
            ("https://api.hcaptcha.com/siteverify", "secret=s3cr3t%2B%26&response=tok+en&sitekey=site"),
            ("https://hcaptcha.com.evil.example/siteverify", "secret=s3cr3t%2B%26&response=tok+en"),
        ])
    func request(_ url: String, _ body: String) async throws {
        let peer = CaptchaPeer(#"{"success":true}"#)
        let harness = try await CaptchaHarness(
            "captcha: { siteKey: site, secretLabelIdentifier: captcha, captchaUri: '\(url)' }", peer)
        #expect(try await harness.outcome() == "true")
        let request = try #require(peer.requests.first)
        #expect(request.url == url && request.method == "POST" && peer.requests.count == 1)
        #expect(request.body?.replacing("%20", with: "+") == body)
        #expect(request.headers.contains { $0 == ("Content-Type", "application/x-www-form-urlencoded") })
    }

    @Test("the step tells the client what to load")
    func step() async throws {
        let step = try await CaptchaHarness(Self.plain, CaptchaPeer(nil)).journey.step("Single")
        #expect(step.types == [.captcha] && step.callbacks[0].output("recaptchaSiteKey") == "site")
        #expect(step.callbacks[0].output("captchaApiUri") == "https://www.google.com/recaptcha/api.js")
        #expect(step.callbacks[0].output("captchaDivClass") == "g-recaptcha" && step.callbacks[0].output("reCaptchaV3") == false)
    }

    @Test(
        "what each answer decides",
        arguments: [
            (plain, 200, #"{"success":true}"#, "true"), (plain, 200, #"{"success":true,"score":0.1}"#, "true"),
            (plain, 200, #"{"success":false,"error-codes":["timeout-or-duplicate"]}"#, "false"),
            (plain, 200, #"{"success":"true"}"#, "false"), (plain, 200, "{}", "false"), (plain, 200, "oops", "false"),
            (plain, 200, "", "false"), (plain, 500, #"{"success":true}"#, "false"), (plain, 302, "", "false"), (plain, 200, nil, "false"),
            (scored, 200, #"{"success":true,"score":0.5}"#, "true"), (scored, 200, #"{"success":true,"score":0.49}"#, "false"),
            (scored, 200, #"{"success":true}"#, "false"), (scored, 200, #"{"success":false,"score":0.9}"#, "false"),
        ] as [(String, Int, String?, String)])
    func answers(_ node: String, _ status: Int, _ body: String?, _ outcome: String) async throws {
        #expect(try await CaptchaHarness(node, CaptchaPeer(body, status: status)).outcome() == outcome)
    }

    @Test("an empty token isn't sent, and a token is sent once")
    func once() async throws {
        let peer = CaptchaPeer(#"{"success":true}"#)
        let harness = try await CaptchaHarness(Self.plain, peer).journey
        let step = try await harness.step("Single")
        #expect(try await harness.send(step, "").step.questions == [.captcha] && peer.requests.isEmpty)
        _ = try await harness.send(step, "token")
        harness.pass()
        #expect(await harness.error { try await harness.send(step, "token") } == JourneyRunError(.spent))
        #expect(peer.requests.count == 1)
    }

    @Test("the older node asks and verifies alike")
    func legacy() async throws {
        let peer = CaptchaPeer(#"{"success":true}"#)
        let node = "legacyCaptcha: { siteKey: site, reCaptchaUri: 'https://captcha.example.com/verify' }"
        #expect(try await CaptchaHarness(node, peer).outcome() == "true")
        #expect(peer.requests.map(\.url) == ["https://captcha.example.com/verify"])
        #expect(try await CaptchaHarness(node, CaptchaPeer(#"{"success":false}"#)).outcome() == "false")
        #expect(throws: JourneyDefinitionError.self) {
            try JourneyDefinition(
                text: Journeys.single("legacyCaptcha: { siteKey: a, reCaptchaUri: 'http://example.com/' }", "true", "false"))
        }
    }

    @Test("without the secret nothing is sent, and nobody passes")
    func noSecret() async throws {
        let peer = CaptchaPeer(#"{"success":true}"#)
        let harness = try await CaptchaHarness("captcha: { siteKey: site, secretLabelIdentifier: other }", peer).journey
        let step = try await harness.step("Single")
        #expect(await harness.error { try await harness.send(step, "token") } == JourneyRunError(.internal))
        #expect(peer.requests.isEmpty)
    }

    @Test(
        "settings that would lose the secret or the score make no journey",
        arguments: ["captchaUri: 'http://example.com/'", "captchaUri: 'file:///etc'", "scoreThreshold: '2'", "scoreThreshold: x"])
    func objections(_ setting: String) {
        #expect(throws: JourneyDefinitionError.self) {
            try JourneyDefinition(
                text: Journeys.single("captcha: { siteKey: a, secretLabelIdentifier: b, \(setting) }", "true", "false"))
        }
    }

    private static let enterprise =
        "enterpriseCaptcha: { projectId: proj, siteKey: site, secretLabelIdentifier: captcha, scoreThreshold: \"0.5\" }"

    private func send(_ inputs: (String, JSONValue?)..., to peer: CaptchaPeer) async throws -> String? {
        let harness = try await CaptchaHarness(Self.enterprise, peer).journey
        return try await harness.send(harness.step("Single").filled(inputs.map { ("IDToken1" + $0.0, $0.1) })).step.message
    }

    @Test("an assessment is asked for as documented; the client can't say which token it is about")
    func assessment() async throws {
        let peer = CaptchaPeer(#"{"tokenProperties":{"valid":true,"action":"login"},"riskAnalysis":{"score":0.9}}"#)
        let payload = #"{"userAgent":"x","token":"forged","siteKey":"forged"}"#
        #expect(try await send(("token", "t"), ("action", "login"), ("payload", .string(payload)), to: peer) == "true")
        let request = try #require(peer.requests.first)
        #expect(request.url == "https://recaptchaenterprise.googleapis.com/v1/projects/proj/assessments" && request.method == "POST")
        #expect(request.headers.contains { $0 == ("X-Goog-Api-Key", "s3cr3t+&") })
        let event: JSONValue = ["userAgent": "x", "token": "t", "siteKey": "site", "expectedAction": "login"]
        #expect(try JSONValue(parsing: request.body ?? "")["event"] == event)
    }

    @Test(
        "what each assessment decides",
        arguments: [
            (200, #"{"tokenProperties":{"valid":true,"action":"login"},"riskAnalysis":{"score":0.5}}"#, "true"),
            (200, #"{"tokenProperties":{"valid":true,"action":"login"},"riskAnalysis":{"score":0.4}}"#, "false"),
            (200, #"{"tokenProperties":{"valid":true,"action":"login"}}"#, "false"),
            (200, #"{"tokenProperties":{"valid":true,"action":"signup"},"riskAnalysis":{"score":0.9}}"#, "false"),
            (200, #"{"tokenProperties":{"valid":false,"invalidReason":"EXPIRED"},"riskAnalysis":{"score":0.9}}"#, "false"),
            (403, #"{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}"#, "false"), (200, "[]", "false"),
            (200, nil, "false"),
        ] as [(Int, String?, String)])
    func assessments(_ status: Int, _ body: String?, _ outcome: String) async throws {
        #expect(try await send(("token", "t"), ("action", "login"), to: CaptchaPeer(body, status: status)) == outcome)
    }

    @Test("a client without a token passes nothing")
    func clientError() async throws {
        let peer = CaptchaPeer(#"{"tokenProperties":{"valid":true},"riskAnalysis":{"score":1}}"#)
        #expect(try await send(("clientError", "UNKNOWN_ERROR"), to: peer) == "false" && peer.requests.isEmpty)
    }
}
