import DeviceMessages
import Foundation
import Foundations
import JOSE
import Primitives
import ResourceMessages
import Testing
import VerificationMessages
import VerificationPolicies

@Suite("Webhooks of verifications")
struct WebhookTests {
    private static let begin = Date(timeIntervalSince1970: 1_767_225_600)
    private static let now = begin + 60.000_4
    private static let passport = SeededRandom(seed: 5).uuid()

    private let service: JWK
    private let signer: JWK
    private let provider: WebhookProvider
    private let order: CheckOrder

    init() throws {
        service = try JWK.generate(.p256, random: SeededRandom(seed: 21))
        signer = try JWK.generate(.p256, random: SeededRandom(seed: 22))
        let key = try #require(signer.publicJSON)
        provider = try WebhookProvider(json: ["id": "acme", "address": "https://verify.example.com/orders", "key": .object(key)])
        order = CheckOrder(
            service: "https://id.example.com/verify/v1/r", provider: "acme", id: SeededRandom(seed: 4).uuid(),
            transaction: SeededRandom(seed: 48).uuid(), checks: [.documentAuthentication],
            cards: [OrderedCard(type: .passport, fields: IdentityFields(), images: [.front: Self.passport])],
            images: "https://id.example.com/images", answer: "https://id.example.com/answer", issuedAt: Self.begin,
            expires: Self.begin + 600)
    }

    // MARK: - Orders

    @Test("an order goes to the provider's address behind the guard, and is each time the same one, signed by the service")
    func handedOver() async throws {
        let peer = ScriptedProvider(202)
        for _ in 0..<2 { #expect(try await deliver(by: peer)) }
        let keys = try VerificationKey(try #require(service.publicKey))
        for request in peer.requests {
            #expect(request.url == provider.address && request.method == "POST" && request.header("content-type") == "application/jwt")
            #expect(request.reach == .publicAddresses(orLoopback: false))
            let text = try #require(request.body)
            #expect(try CheckOrder(verifying: text, of: order.service, for: "acme", keys: keys, at: Self.now) == order)
            #expect(try JWS.Unverified(text).header.keyID == service.keyID)
        }
        #expect(peer.requests.count == 2)
    }

    @Test("this machine's own address may be reached where it is the one that is named")
    func loopback() async throws {
        var near = provider
        near.address = "http://localhost:8099/orders"
        let peer = ScriptedProvider()
        _ = try await WebhookDelivery(http: peer).deliver(order, to: near, signedBy: SigningKey(service))
        #expect(peer.requests.map(\.reach) == [.publicAddresses(orLoopback: true)])
    }

    @Test("an order isn't taken with an error or a redirect, whatever stands in the answer", arguments: [301, 307, 400, 404, 429, 503])
    func notTaken(status: Int) async throws {
        let elsewhere = [(name: "Location", value: "https://elsewhere.example.com/")]
        let peer = ScriptedProvider(status, #"{"results":{"DOCUMENT_AUTHENTICATION":"PASS"}}"#, headers: elsewhere)
        #expect(try await !deliver(by: peer))
        #expect(peer.requests.map(\.url) == [provider.address])
    }

    @Test("an outage is told by an error, and the next order is taken")
    func outage() async throws {
        let peer = ScriptedProvider([nil, OutboundAnswer(status: 200, body: "")])
        await #expect(throws: ScriptedProvider.NoAnswer.self) { try await deliver(by: peer) }
        #expect(try await deliver(by: peer))
    }

    @Test("the pauses grow from ten seconds to five minutes, however often it was tried")
    func pauses() {
        #expect([1, 2, 3, 4, 5, 6, 7].map(WebhookDelivery.pause) == [10, 20, 40, 80, 160, 300, 300])
        #expect(WebhookDelivery.pause(after: .max) == 300 && WebhookDelivery.pause(after: 0) == 10)
    }

    private func deliver(by peer: ScriptedProvider) async throws -> Bool {
        try await WebhookDelivery(http: peer).deliver(order, to: provider, signedBy: SigningKey(service))
    }

    // MARK: - Images

    @Test("an image is given for the order itself, until its end")
    func images() throws {
        let token = try sign(order.signingInput(key: "k"), by: service)
        try admit(token)
        #expect(throws: DeviceError(.notFound, "")) { try admit(token, SeededRandom(seed: 6).uuid()) }
        #expect(throws: DeviceError(.expired, "")) { try admit(token, at: order.expires) }
        #expect(throws: DeviceError(.invalidProof, "")) { try admit("") }
        #expect(throws: DeviceError(.invalidProof, "")) { try admit(sign(order.signingInput(key: "k"), by: signer)) }
    }

    @Test("an image isn't given for another order, of the same provider or of another")
    func othersImages() throws {
        for change: @Sendable (inout CheckOrder) -> Void in [
            { $0.id = SeededRandom(seed: 7).uuid() }, { $0.provider = "other" }, { $0.service = "https://id.example.com/verify/v1/s" },
        ] {
            var other = order
            change(&other)
            #expect(throws: DeviceError(.invalidProof, "")) { try admit(sign(other.signingInput(key: "k"), by: service)) }
        }
    }

    private func admit(_ token: String, _ image: UUID = passport, at now: Date = now) throws {
        let keys = try VerificationKey(try #require(service.publicKey))
        try WebhookOrder(order, for: provider).admit(image, token: token, keys: keys, at: now)
    }

    // MARK: - Answers

    @Test("the first answer counts, the same again is none, and one that contradicts it is refused")
    func answers() throws {
        let first = try #require(try read(sign(answer(.pass))))
        #expect(first.results == [.documentAuthentication: .pass])
        #expect(try read(sign(answer(.pass)), after: first) == nil)
        #expect(throws: DeviceError(.conflict, "")) { try read(sign(answer(.fail)), after: first) }
        var other = answer(.pass)
        other.messages = ["number": "Another text."]
        #expect(throws: DeviceError(.conflict, "")) { try read(sign(other), after: first) }
    }

    @Test("an answer after the order's end is refused, also one that counted before")
    func late() throws {
        let text = try sign(answer(.pass))
        let first = try read(text)
        #expect(throws: DeviceError(.expired, "")) { try read(text, at: order.expires) }
        #expect(throws: DeviceError(.expired, "")) { try read(text, after: first, at: order.expires) }
    }

    @Test("an answer by another key, and one for a provider whose key was replaced, are refused")
    func signatures() throws {
        #expect(throws: DeviceError(.invalidProof, "")) { try read(sign(answer(.pass).signingInput, by: service)) }
        var replaced = provider
        replaced.key = service.publicKey
        let text = try sign(answer(.pass))
        #expect(throws: DeviceError(.invalidProof, "")) {
            try WebhookOrder(order, for: replaced).read(text, after: nil, at: Self.now)
        }
    }

    private func answer(_ result: CheckResult) -> CheckAnswer {
        CheckAnswer(
            provider: "acme", service: order.service, order: order.id, results: [.documentAuthentication: result],
            messages: ["number": "The number is looked up."], issuedAt: Self.begin)
    }

    private func read(_ text: String, after earlier: CheckAnswer? = nil, at now: Date = now) throws -> CheckAnswer? {
        try WebhookOrder(order, for: provider).read(text, after: earlier, at: now)
    }

    private func sign(_ answer: CheckAnswer) throws -> String { try sign(answer.signingInput, by: signer) }

    private func sign(_ input: [UInt8], by key: JWK) throws -> String { JWS.text(input, signature: try SigningKey(key).sign(input)) }
}
