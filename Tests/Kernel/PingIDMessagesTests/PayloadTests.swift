import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives
import Testing

@Suite("PingID's payloads")
struct PayloadTests {
    private let parties: Parties

    init() throws { parties = try Parties() }

    @Test("the device's comes out as it went in, and shows nothing outside")
    func device() throws {
        let payload = try parties.payload()
        let text = try parties.sealed(payload)
        #expect(try parties.opened(text) == payload)
        #expect(text.split(separator: ".", omittingEmptySubsequences: false).count == 5)
        #expect(!text.contains(Base64URL.encode(Array("com.example.bank".utf8)).prefix(12)))
        let bare = try parties.payload { payload in
            (payload.push, payload.counter, payload.session, payload.selection) = (nil, nil, nil, nil)
        }
        #expect(try parties.opened(parties.sealed(bare)) == bare)
    }

    @Test("the server's comes out as it went in")
    func server() throws {
        let answer = parties.answer()
        let text = try answer.sealed(with: SigningKey(parties.statements), for: parties.agreement, random: parties.random)
        #expect(try parties.opened(answer: text) == answer)
        #expect(try parties.opened(answer: text).refusal?.message == "rooted")
    }

    @Test("the device's is good for two minutes and half a minute of grace")
    func lifetime() throws {
        let text = try parties.sealed(try parties.payload())
        _ = try parties.opened(text, at: Parties.now.addingTimeInterval(149))
        #expect(throws: DeviceError(.expired, "")) { try parties.opened(text, at: Parties.now.addingTimeInterval(150)) }
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(text, at: Parties.now.addingTimeInterval(-301)) }
        let long = try parties.sealed(try parties.payload { $0.expires = $0.issuedAt.addingTimeInterval(121) })
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(long) }
    }

    @Test("the device's by another key, for another realm, for another server, altered, or of another kind is refused")
    func foreignDevice() throws {
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 9))
        let payload = try parties.payload()
        let text = try parties.sealed(payload)
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(parties.sealed(payload, by: other)) }
        let posing = try parties.payload { if let key = other.publicKey { $0.key = key } }
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(parties.sealed(posing, by: other)) }
        #expect(throws: DeviceError(.payload, "")) { try parties.opened(parties.sealed(payload, for: other)) }
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(text, audience: "https://other.example") }
        var altered = Array(text.utf8)
        altered[altered.count - 30] = altered[altered.count - 30] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(throws: DeviceError(.payload, "")) { try parties.opened(String(decoding: altered, as: UTF8.self)) }
        for nonsense in ["", "nonsense", "a.b.c.d.e", String(repeating: "a", count: 20_000)] {
            #expect(throws: DeviceError(.payload, "")) { try parties.opened(nonsense) }
        }
        let answer = try parties.answer().sealed(with: SigningKey(parties.statements), for: parties.realm, random: parties.random)
        #expect(throws: DeviceError(.payload, "")) { try parties.opened(answer) }
    }

    @Test("the server's by another realm's key, for another device, late, or sealed for another is refused")
    func foreignServer() throws {
        let key = try SigningKey(parties.statements)
        let text = try parties.answer().sealed(with: key, for: parties.agreement, random: parties.random)
        #expect(throws: DeviceError(.expired, "")) { try parties.opened(answer: text, at: Parties.now.addingTimeInterval(151)) }
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(answer: text, issuer: "https://other.example") }
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(answer: text, audience: "another") }
        let foreign = try parties.answer().sealed(with: SigningKey(parties.signing), for: parties.agreement, random: parties.random)
        #expect(throws: DeviceError(.invalidProof, "")) { try parties.opened(answer: foreign) }
        let elsewhere = try parties.answer().sealed(with: key, for: parties.realm, random: parties.random)
        #expect(throws: DeviceError(.payload, "")) { try parties.opened(answer: elsewhere) }
        #expect(throws: DeviceError(.payload, "")) { try parties.opened(answer: parties.sealed(try parties.payload())) }
    }

    @Test("the server's may list as many users as a device can have, with the longest names")
    func manyUsers() throws {
        let name = String(repeating: "🦊", count: 256)
        let users = (0..<Standing.mostUsers).map { _ in TrustedUser(username: name, level: .ignored, ignoredUntil: IgnoreInterval.latest) }
        let answer = parties.answer { $0.standing.users = users }
        let text = try answer.sealed(with: SigningKey(parties.statements), for: parties.agreement, random: parties.random)
        #expect(text.utf8.count < ServerPayload.longest)
        #expect(try parties.opened(answer: text) == answer)
        #expect(try IdentityProviderAnswer(json: IdentityProviderAnswer(serverPayload: text).json).serverPayload == text)
        #expect(try ExchangeAnswer(json: JSONValue(parsing: ExchangeAnswer(answer.standing).json.encoded)).standing == answer.standing)
    }

    @Test("the realm's document says which key payloads are sealed for")
    func realmKeys() throws {
        var sealing = try #require(parties.realm.publicJSON)
        let statement = try #require(parties.statements.publicJSON)
        let document = DeviceKeys.document(statements: [statement], tokens: [])
        #expect(throws: DeviceError(.publicKey, "")) { try RealmPayloadKeys(json: document) }
        sealing["use"] = "enc"
        let whole = DeviceKeys.document(statements: [statement], tokens: [sealing])
        let keys = try RealmPayloadKeys(json: whole)
        #expect(keys.sealing.thumbprintText == parties.realm.thumbprintText && keys.statements.keys.count == 1)
        #expect(try DeviceKeys(json: whole).tokens.keys.isEmpty, "a key for encryption verifies nothing")
        #expect(throws: DeviceError(.malformed, "")) { try RealmPayloadKeys(json: "none") }
    }
}
