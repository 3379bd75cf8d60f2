import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
import VerificationMessages

@Suite("Orders to providers, and their answers")
struct ProviderTests {
    private let service: VerificationParty
    private let provider: VerificationParty
    private let order = Sample.order()

    init() throws {
        service = try VerificationParty(seed: 21)
        provider = try VerificationParty(seed: 22)
    }

    private func read(
        _ text: String, of service: String? = nil, for provider: String? = nil, at now: Date = Sample.now
    ) throws -> CheckOrder {
        let keys = try VerificationKey(self.service.open)
        return try CheckOrder(verifying: text, of: service ?? order.service, for: provider ?? order.provider, keys: keys, at: now)
    }

    private func read(_ answer: CheckAnswer, by signer: VerificationParty? = nil, at now: Date = Sample.now) throws -> CheckAnswer {
        try CheckAnswer(verifying: (signer ?? provider).text(answer.signingInput), to: order, key: provider.open, at: now)
    }

    @Test("an order is read as it was signed, by its provider, until its end")
    func orders() throws {
        let text = try service.text(order.signingInput(key: "k"))
        #expect(try read(text) == order)
        #expect(throws: DeviceError(.invalidProof, "")) { try read(text, of: "https://other.example") }
        #expect(throws: DeviceError(.invalidProof, "")) { try read(text, for: "other") }
        #expect(throws: DeviceError(.invalidProof, "")) { try read(provider.text(order.signingInput(key: "k"))) }
        #expect(throws: DeviceError(.expired, "")) { try read(text, at: order.expires) }
    }

    @Test("an order with one member wrong is malformed", arguments: ["jti", "transaction", "checks", "cards", "images", "answer", "exp"])
    func wrongOrders(member: String) throws {
        let check: JSONValue = "DOCUMENT_AUTHENTICATION"
        for value: JSONValue in [.null, 7, [], ["X"], .array([check, check])] where member != "exp" || value != 7 {
            var members = order.claims
            members[member] = value
            #expect(throws: DeviceError(.malformed, "")) { try CheckOrder(claims: members) }
        }
    }

    @Test("an answer is read as it was signed")
    func answers() throws { #expect(try read(Sample.answer(order)) == Sample.answer(order)) }

    @Test("a wrong signature, another provider, service or order, and a late answer are refused")
    func wrongAnswers() throws {
        let good = Sample.answer(order)
        let refused = DeviceError(.invalidProof, "")
        #expect(throws: refused) { try read(good, by: service) }
        var answer = good
        answer.provider = "other"
        #expect(throws: refused) { try read(answer) }
        answer = good
        answer.service = "https://other.example"
        #expect(throws: refused) { try read(answer) }
        answer = good
        answer.order = SeededRandom(seed: 9).uuid()
        #expect(throws: refused) { try read(answer) }
        #expect(throws: DeviceError(.expired, "")) { try read(good, at: order.expires) }
    }

    @Test("an answer has results, none pending, and of ordered checks alone", arguments: [[:], ["DOCUMENT_AUTHENTICATION": "PENDING"]])
    func results(_ results: [String: String]) throws {
        var members = Sample.answer(order).claims
        members["results"] = .object(JSONObject(results.map { ($0.key, .string($0.value)) }))
        #expect(throws: DeviceError(.malformed, "")) { try CheckAnswer(claims: members) }
        var answer = Sample.answer(order)
        answer.results = [.biographicMatch: .pass]
        #expect(throws: DeviceError(.malformed, "")) { try read(answer) }
    }
}
