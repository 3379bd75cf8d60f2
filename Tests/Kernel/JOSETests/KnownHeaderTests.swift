import JOSE
import Primitives
import Testing

/// A header that a key would write itself is recognised by its text, which must make no difference but in time.
@Suite("Headers that need not be read")
struct KnownHeaderTests {
    private let random = SeededRandom(seed: 9)

    private func key(_ name: String?) throws -> (SealingKey, OpeningKey) {
        var key = JWK(.symmetric(Secret(bytes: random.bytes(32))))
        key.keyID = name
        return (
            try SealingKey(key, algorithm: .direct, encryption: .a256GCM),
            try OpeningKey(key, algorithm: .direct, encryptions: [.a256GCM])
        )
    }

    @Test(
        "each of several keys opens its own",
        arguments: [[nil, nil], ["a", nil], [nil, "a"], ["a", "a"], ["a", "b"], ["a", "b", "a"]] as [[String?]])
    func several(_ names: [String?]) throws {
        let pairs = try names.map(key)
        let openers = OpeningKeys(pairs.map(\.1))
        for (index, pair) in pairs.enumerated() {
            let token = try JWE.seal([UInt8(index)], with: pair.0, random: random)
            let opened = try JWE.open(token, with: openers)
            #expect(opened.plaintext == [UInt8(index)] && opened.keyID == names[index])
            #expect(opened.header["alg"] == "dir" && opened.header["enc"] == "A256GCM" && opened.header.keyID == names[index])
        }
    }

    @Test("members are required of it, and limits and parts looked at")
    func checks() throws {
        let (sealing, opening) = try key("a")
        let token = try JWE.seal([1], with: sealing, random: random)
        #expect(throws: JWEError(.headerMismatch, "")) { try JWE.open(token, with: opening, requiring: ["use": "x"]) }
        #expect(throws: JWEError(.tooLarge, "")) { try JWE.open(token, with: opening, limits: JOSELimits(token: token.utf8.count - 1)) }
        for wrong in [token + ".", token + "A", String(token.dropLast()), token.replacing("..", with: ".AA."), "." + token] {
            #expect(throws: JWEError.self, "\(wrong)") { try JWE.open(wrong, with: opening) }
        }
    }

    @Test("another key's token of the same header doesn't open")
    func other() throws {
        let token = try JWE.seal([1], with: key("a").0, random: random)
        #expect(throws: JWEError(.decryptionFailed, "")) { try JWE.open(token, with: key("a").1) }
    }

    @Test("every length seals and opens, with a header that is added to or not", arguments: 0..<70)
    func lengths(_ count: Int) throws {
        let (sealing, opening) = try key("a")
        for header in [[:], ["use": "x"]] as [JSONObject] {
            let content = random.bytes(count)
            #expect(try JWE.open(JWE.seal(content, with: sealing, header: header, random: random), with: opening).plaintext == content)
        }
    }
}
