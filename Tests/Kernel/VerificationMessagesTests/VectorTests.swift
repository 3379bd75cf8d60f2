import Foundation
import JOSE
import Primitives
import TestVectors
import Testing
import VerificationMessages

/// The vectors that a program wrote which knows `docs/protocols/verify.md` alone.
@Suite("The vectors of docs/protocols/verify.md")
struct VectorTests {
    private let file: JSONValue
    private let now = Date(timeIntervalSince1970: 1_767_225_600.000_4)
    private let transaction: UUID

    init() throws {
        let file = try JSONValue(parsing: try TestVectors.data("verify/verify.json"))
        transaction = try #require(file["transaction"]?.string.flatMap(UUID.init(text:)))
        self.file = file
    }

    private func key(_ name: String) throws -> JWK { try JWK(try #require(file["keys"]?[name]?.object)) }

    @Test("code and notice")
    func texts() throws {
        let whole = try #require(file["code"]?["text"]?.string)
        let read = try VerificationCodeText(whole)
        #expect(read.text == whole && read.code.reveal() == file["code"]?["digits"]?.string)
        #expect(read.place?.realm.text == file["realm"]?.string)
        #expect(VerificationNotice(transaction: transaction).text == file["notice"]?.string)
    }

    @Test("image")
    func image() throws {
        let mention = try ImageReference(json: try #require(file["image"]?["mention"]))
        let sealed = try #require(file["image"]?["sealed"]?.string.flatMap { Base64URL.decode($0) })
        #expect(Base64URL.encode(try mention.open(sealed)) == file["image"]?["file"]?.string)
        #expect(mention.json == file["image"]?["mention"])
    }

    @Test("submission")
    func submission() throws {
        let opener = try OpeningKey(key("opener"), algorithm: .ecdhES, encryptions: [.a256GCM])
        let read = try VerificationSubmission(
            opening: try #require(file["submission"]?.string), of: transaction, by: key("app"), keys: opener, at: now)
        #expect(read.token.reveal() == "one-time" && read.cards[0].fields[.lastName] == "MUSTER")
        #expect(read.cards[0].image(.front)?.json == file["image"]?["mention"])
    }

    @Test("order and answer")
    func providers() throws {
        let base = try #require(file["base"]?.string)
        let order = try CheckOrder(
            verifying: try #require(file["order"]?.string), of: base, for: "acme", keys: VerificationKey(key("service")), at: now)
        let answer = try CheckAnswer(verifying: try #require(file["answer"]?.string), to: order, key: key("provider"), at: now)
        #expect(order.checks == [.documentAuthentication] && answer.results == [.documentAuthentication: .fail])
        #expect(answer.messages == ["number": "The number isn't known."])
    }
}
