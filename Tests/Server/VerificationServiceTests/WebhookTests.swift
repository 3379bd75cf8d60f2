import DeviceMessages
import Directory
import Foundation
import Foundations
import HTTPTypes
import JOSE
import Primitives
import ResourceMessages
import Synchronization
import Testing
import VerificationMessages
import VerificationPolicies
import Verifications

@Suite("Webhooks of providers", .timeLimit(.minutes(5)))
struct WebhookTests {
    private let peer = ForeignServer()
    private let server: VerifyServer
    private let app: TestApp
    private let signer: JWK

    init() async throws {
        server = try await VerifyServer(http: peer, configured: true)
        signer = try JWK.generate(.p256, random: SeededRandom(seed: 22))
        let key = try #require(signer.publicJSON)
        let provider = try WebhookProvider(json: ["id": "acme", "address": "https://verify.example.com/orders", "key": .object(key)])
        let rules = server.verifications.rules
        try await rules.providers.save(provider, in: server.realm)
        _ = try await rules.policies.create(
            try VerifyPolicy(json: ["name": "Outside", "default": true, "governmentId": ["provider": ["auto": "acme"]]]), in: server.realm)
        app = try await server.begun()
        #expect(try await app.verify().status == .inProgress)
    }

    // MARK: - Calls of the provider

    /// The order as the provider reads it, from the last time that it was handed over.
    private func order() async throws -> (text: String, order: CheckOrder) {
        let text = try #require(peer.requests.last?.body)
        let keys = try VerificationKey(try #require(try await server.verifications.keys(at: server.site).signing.publicKey))
        return (text, try CheckOrder(verifying: text, of: server.site.base, for: "acme", keys: keys, at: server.time.now))
    }

    private func answer(_ order: CheckOrder, _ result: CheckResult = .pass) -> CheckAnswer {
        CheckAnswer(
            provider: "acme", service: order.service, order: order.id, results: [.documentAuthentication: result],
            messages: ["note": "looked at"], issuedAt: order.issuedAt)
    }

    private func send(_ answer: CheckAnswer, to order: CheckOrder, by key: JWK? = nil) async throws -> VerifyServer.VerifyAnswer {
        let input = answer.signingInput
        let text = JWS.text(input, signature: try SigningKey(key ?? signer).sign(input))
        return try await server.send(.post, order.answer, body: Array(text.utf8))
    }

    private func fetch(_ image: UUID, of order: CheckOrder, by token: String?) async throws -> VerifyServer.VerifyAnswer {
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        return try await server.send(.get, "\(order.images)/\(image.text)", headers: headers)
    }

    // MARK: - Tests

    @Test("an order is signed by the service and goes behind the guard; its images are fetched by it, and its answer counts")
    func answered() async throws {
        let request = try #require(peer.requests.first)
        #expect(request.url == "https://verify.example.com/orders" && request.method == "POST")
        #expect(request.headers.first { $0.name == "Content-Type" }?.value == "application/jwt")
        #expect(request.reach == .publicAddresses(orLoopback: false))
        let (text, order) = try await order()
        #expect(order.transaction == (try app.id) && order.checks == [.documentAuthentication])
        let image = try #require(order.cards.first?.images[.front])
        let file = try await fetch(image, of: order, by: text)
        #expect(file.status == 200 && file.body == ScriptedPictures.file("rgb.png"))
        #expect(try await send(answer(order), to: order).status == 204)
        #expect(try await app.report().status == .success)
        #expect(try await fetch(image, of: order, by: text).status == 404)
        #expect(try await server.events().filter { $0 == "verification.document_read" }.count == 1)
    }

    @Test("an image isn't given without the order, for another image, and after the order's end")
    func images() async throws {
        let (text, order) = try await order()
        let image = try #require(order.cards.first?.images[.front])
        #expect(try await fetch(image, of: order, by: nil).code == "invalid_proof")
        #expect(try await fetch(image, of: order, by: String(text.dropLast(4)) + "AAAA").code == "invalid_proof")
        #expect(try await fetch(app.random.uuid(), of: order, by: text).code == "not_found")
        server.time.advance(by: 1801)
        #expect(try await fetch(image, of: order, by: text).code == "expired")
    }

    @Test("an outage, errors, redirects and results in the response change nothing: the same order comes again, and its answer counts")
    func outage() async throws {
        let first = try await order().order
        let page = #"{"results":{"DOCUMENT_AUTHENTICATION":"PASS"}}"#
        for status in [nil, 302, 503, 200] as [Int?] {
            peer.answers(status, page)
            server.time.advance(by: 300)
            try await server.work()
            #expect(try await order().order == first)
            #expect(try await app.report().status == .inProgress)
        }
        #expect(peer.requests.count == 5 && Set(peer.requests.map(\.url)) == ["https://verify.example.com/orders"])
        #expect(try await send(answer(first), to: first).status == 204)
        #expect(try await app.report().status == .success)
        server.time.advance(by: 300)
        try await server.work()
        #expect(peer.requests.count == 5)
    }

    @Test("the first answer counts; the same again is taken, and one that contradicts it is refused")
    func contradiction() async throws {
        let order = try await order().order
        for _ in 0..<2 { #expect(try await send(answer(order, .fail), to: order).status == 204) }
        #expect(try await send(answer(order), to: order).code == "conflict")
        #expect(try await app.report().status == .fail)
    }

    @Test("answers by another key, of another provider, service or order, and with results that weren't ordered are refused")
    func forged() async throws {
        let order = try await order().order
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 23))
        #expect(try await send(answer(order), to: order, by: other).code == "invalid_proof")
        for change: @Sendable (inout CheckAnswer) -> Void in [
            { $0.provider = "other" }, { $0.service = "https://other.example" }, { $0.order = SeededRandom(seed: 9).uuid() },
        ] {
            var forged = answer(order)
            change(&forged)
            #expect(try await send(forged, to: order).code == "invalid_proof")
        }
        var unasked = answer(order)
        unasked.results = [.facialComparison: .pass]
        #expect(try await send(unasked, to: order).code == "malformed")
        let nowhere = order.answer.replacing(order.id.text, with: SeededRandom(seed: 9).uuid().text)
        #expect(try await server.send(.post, nowhere, body: Array("x".utf8)).code == "not_found")
        #expect(try await server.send(.post, order.answer, body: [0xFF, 0xFE]).code == "malformed")
        #expect(try await app.report().status == .inProgress)
    }

    @Test("an answer after the transaction's end is refused, and it has failed")
    func late() async throws {
        let order = try await order().order
        server.time.advance(by: 1801)
        #expect(try await send(answer(order), to: order).code == "expired")
        try await server.work()
        #expect(try await app.report().status == .fail && peer.requests.count == 1)
    }

    @Test("a provider that was replaced answers by its new key alone")
    func replaced() async throws {
        let order = try await order().order
        let new = try JWK.generate(.p256, random: SeededRandom(seed: 24))
        let providers = server.verifications.rules.providers
        var provider = try #require(try await providers.provider("acme", in: server.realm))
        provider.key = new.publicKey
        try await providers.save(provider, in: server.realm)
        #expect(try await send(answer(order), to: order).code == "invalid_proof")
        #expect(try await send(answer(order), to: order, by: new).status == 204)
    }
}

/// A server outside, which says what a test has set.
private final class ForeignServer: OutboundHTTP {
    private let state = Mutex<(status: Int?, body: String, requests: [OutboundRequest])>((202, "", []))

    var requests: [OutboundRequest] { state.withLock { $0.requests } }

    /// - Parameter status: nil for no answer at all.
    func answers(_ status: Int?, _ body: String) { state.withLock { ($0.status, $0.body) = (status, body) } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        try state.withLock { state in
            state.requests.append(request)
            guard let status = state.status else { throw NoAnswer() }
            return OutboundAnswer(status: status, headers: [("Location", "https://elsewhere.example.com/")], body: state.body)
        }
    }

    private struct NoAnswer: Error {}
}
