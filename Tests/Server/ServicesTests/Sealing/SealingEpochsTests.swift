import Foundation
import JOSE
import Primitives
import Testing
@testable import Foundations

/// A random initialisation vector may not come twice under one key, so no key seals many messages.
@Suite("Epochs of sealing")
struct SealingEpochsTests {
    private let time = ManualTime()
    private let random = SeededRandom(seed: 3)
    private let sealer: Sealer

    init() throws { sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 4))), random: SeededRandom(seed: 4)) }

    private func epochs(most: Int = SealingEpochs.most, purpose: String = "test") -> SealingEpochs {
        SealingEpochs(purpose, sealer, lifetime: 600, time: time, random: random, most: most)
    }

    private func name(_ token: String) throws -> String {
        let header = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        return try #require(try JSONValue(parsing: header)["kid"]?.string)
    }

    @Test("a key seals so many messages and no more")
    func counted() throws {
        let epochs = epochs(most: 3)
        let tokens = try (0..<10).map { try epochs.seal([UInt8($0)]) }
        let names = try tokens.map(name)
        #expect(Set(names).count == 4 && names.allSatisfy { name in names.filter { $0 == name }.count <= 3 })
        for (index, token) in tokens.enumerated() { #expect(try epochs.open(token, limits: .standard).plaintext == [UInt8(index)]) }
    }

    @Test("the bound is far below what random vectors allow")
    func bound() { #expect(SealingEpochs.most <= 1 << 28) }

    @Test("a key seals for an hour")
    func timed() throws {
        let epochs = epochs()
        var names: [String] = []
        for seconds in [0.0, 3599, 1, 3600] {
            time.advance(by: seconds)
            names.append(try name(epochs.seal([])))
        }
        #expect(names[0] == names[1] && Set(names).count == 3)
    }

    @Test("several restarts open each other's messages, and seal under keys of their own")
    func restarts() throws {
        let tokens = try (0..<4).map { try epochs().seal([UInt8($0)]) }
        #expect(Set(try tokens.map(name)).count == 4)
        for (index, token) in tokens.enumerated() {
            for opener in [epochs(), epochs()] { #expect(try opener.open(token, limits: .standard).plaintext == [UInt8(index)]) }
        }
    }

    @Test("nothing of another purpose opens, nor of another server, nor under a name that is none")
    func others() throws {
        let token = try epochs().seal([1])
        #expect(throws: JWEError(.decryptionFailed, "")) { try epochs(purpose: "other").open(token, limits: .standard) }
        let stranger = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        let foreign = SealingEpochs("test", stranger, lifetime: 600, time: time, random: random)
        #expect(throws: JWEError(.decryptionFailed, "")) { try foreign.open(token, limits: .standard) }
        let rest = token.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[1]
        for name in ["", "0", "0.", "0.AAAA", "7.\(random.token(16))", "0.0.\(random.token(16))", "a.\(random.token(16))"] {
            let header: JSONObject = ["alg": "dir", "enc": "A256GCM", "kid": .string(name)]
            let text = Base64URL.encode(JSONValue.object(header).encoded)
            #expect(throws: JWEError(.noMatchingKey, ""), "\(name)") { try epochs().open("\(text).\(rest)", limits: .standard) }
        }
    }

    @Test("what was sealed before there were epochs opens")
    func unnamed() throws {
        let key = JWK(.symmetric(sealer.roots.current.key("test")))
        let token = try JWE.seal([7], with: SealingKey(key, algorithm: .direct, encryption: .a256GCM), header: ["use": "x"], random: random)
        #expect(try epochs().open(token, requiring: ["use": "x"], limits: .standard).plaintext == [7])
    }
}
