import JOSE
import Primitives
import Testing

/// A key with one wrong member.
struct WrongKey: Sendable, CustomTestStringConvertible {
    let what: String
    let code: JWKError.Code
    let members: JSONObject
    var testDescription: String { what }

    init(_ what: String, _ code: JWKError.Code, of key: JWK, _ change: (inout JSONObject) -> Void) {
        self.what = what
        self.code = code
        var members = key.privateJSON
        change(&members)
        self.members = members
    }
}

@Suite("JWK: a key with one wrong member is refused")
struct JWKFalsificationTests {
    static let pairs = [TestKeys.p256, TestKeys.p384, TestKeys.p521, TestKeys.ed25519, TestKeys.x25519, TestKeys.rsa, TestKeys.mlDSA65]
    static let zeros = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
    static let other = (try? JWK.generate(.p256, random: SeededRandom(seed: 99)).privateJSON) ?? JSONObject()
    static let otherEd = (try? JWK.generate(.ed25519, random: SeededRandom(seed: 99)).privateJSON) ?? JSONObject()

    static let wrong: [WrongKey] = [
        WrongKey("kty missing", .malformed, of: TestKeys.p256) { $0["kty"] = nil },
        WrongKey("kty unknown", .unsupported, of: TestKeys.p256) { $0["kty"] = "ec" },
        WrongKey("kty a number", .malformed, of: TestKeys.p256) { $0["kty"] = 1 },
        WrongKey("curve unknown", .unsupported, of: TestKeys.p256) { $0["crv"] = "secp256k1" },
        WrongKey("curve of another family", .unsupported, of: TestKeys.p256) { $0["crv"] = "Ed25519" },
        WrongKey("curve of another size", .invalidKey, of: TestKeys.p256) { $0["crv"] = "P-384" },
        WrongKey("x missing", .malformed, of: TestKeys.p256) { $0["x"] = nil },
        WrongKey("x padded", .malformed, of: TestKeys.p256) { $0["x"] = .string($0.text("x") + "=") },
        WrongKey("x one byte longer", .invalidKey, of: TestKeys.p256) { $0["x"] = .string(Base64URL.encode([0] + $0.bytes("x"))) },
        WrongKey("x one byte shorter", .invalidKey, of: TestKeys.p256) { $0["x"] = .string(Base64URL.encode($0.bytes("x").dropLast())) },
        WrongKey("point off the curve", .invalidKey, of: TestKeys.p256) { $0["y"] = $0["x"] },
        WrongKey("point at infinity", .invalidKey, of: TestKeys.p256) {
            $0["x"] = zeros
            $0["y"] = zeros
        },
        WrongKey("d zero", .invalidKey, of: TestKeys.p256) { $0["d"] = zeros },
        WrongKey("d of another key", .invalidKey, of: TestKeys.p256) { $0["d"] = other["d"] },
        WrongKey("d a byte shorter", .invalidKey, of: TestKeys.p256) { $0["d"] = .string(Base64URL.encode($0.bytes("d").dropLast())) },
        WrongKey("Ed25519 x of another key", .invalidKey, of: TestKeys.ed25519) { $0["x"] = otherEd["x"] },
        WrongKey("Ed25519 x too short", .invalidKey, of: TestKeys.ed25519) {
            $0["x"] = .string(Base64URL.encode($0.bytes("x").dropLast()))
        },
        WrongKey("X25519 d too long", .invalidKey, of: TestKeys.x25519) { $0["d"] = .string(Base64URL.encode($0.bytes("d") + [0])) },
        WrongKey("alg of an AKP key missing", .malformed, of: TestKeys.mlDSA65) { $0["alg"] = nil },
        WrongKey("alg of an AKP key unknown", .unsupported, of: TestKeys.mlDSA65) { $0["alg"] = "ML-DSA-44" },
        WrongKey("alg of an AKP key of another type", .unsupported, of: TestKeys.mlDSA65) { $0["alg"] = "ES256" },
        WrongKey("pub missing", .malformed, of: TestKeys.mlDSA65) { $0["pub"] = nil },
        WrongKey("pub a byte shorter", .invalidKey, of: TestKeys.mlDSA65) {
            $0["priv"] = nil
            $0["pub"] = .string(Base64URL.encode($0.bytes("pub").dropLast()))
        },
        WrongKey("priv of another key", .invalidKey, of: TestKeys.mlDSA65) { $0["priv"] = zeros },
        WrongKey("priv too long", .invalidKey, of: TestKeys.mlDSA65) { $0["priv"] = .string(Base64URL.encode($0.bytes("priv") + [0])) },
        WrongKey("n too short", .unsupported, of: TestKeys.rsa) { $0["n"] = .string(Base64URL.encode($0.bytes("n").prefix(128))) },
        WrongKey("n of 2047 bits", .unsupported, of: TestKeys.rsa) {
            $0["n"] = .string(Base64URL.encode([0x7F] + $0.bytes("n").dropFirst()))
        },
        WrongKey("n with a leading zero", .invalidKey, of: TestKeys.rsa) { $0["n"] = .string(Base64URL.encode([0] + $0.bytes("n"))) },
        WrongKey("n too long", .unsupported, of: TestKeys.rsa) {
            $0["n"] = .string(Base64URL.encode([UInt8](repeating: 0xFF, count: 1025)))
        },
        WrongKey("e even", .invalidKey, of: TestKeys.rsa) { $0["e"] = "AQAC" },
        WrongKey("e empty", .invalidKey, of: TestKeys.rsa) { $0["e"] = "" },
        WrongKey("d wrong", .invalidKey, of: TestKeys.rsa) { $0["d"] = $0["dp"] },
        WrongKey("p wrong", .invalidKey, of: TestKeys.rsa) { $0["p"] = $0["q"] },
        WrongKey("dp wrong", .invalidKey, of: TestKeys.rsa) { $0["dp"] = $0["dq"] },
        WrongKey("qi wrong", .invalidKey, of: TestKeys.rsa) { $0["qi"] = $0["dq"] },
        WrongKey("a prime missing", .unsupported, of: TestKeys.rsa) { $0["q"] = nil },
        WrongKey("n even, found by fuzzing", .invalidKey, of: TestKeys.rsa) {
            $0["n"] = .string(Base64URL.encode($0.bytes("n").dropLast() + [0]))
        },
        WrongKey("more than two primes", .unsupported, of: TestKeys.rsa) { $0["oth"] = [] },
        WrongKey("k missing", .malformed, of: TestKeys.symmetric(32)) { $0["k"] = nil },
        WrongKey("k empty", .invalidKey, of: TestKeys.symmetric(32)) { $0["k"] = "" },
        WrongKey("kid a number", .malformed, of: TestKeys.p256) { $0["kid"] = 7 },
        WrongKey("use an array", .malformed, of: TestKeys.p256) { $0["use"] = ["sig"] },
        WrongKey("key_ops a string", .malformed, of: TestKeys.p256) { $0["key_ops"] = "sign" },
        WrongKey("an operation twice", .malformed, of: TestKeys.p256) { $0["key_ops"] = ["sign", "sign"] },
        WrongKey("use and key_ops at odds", .malformed, of: TestKeys.p256) {
            $0["use"] = "enc"
            $0["key_ops"] = ["sign"]
        },
        WrongKey("x5c of numbers", .malformed, of: TestKeys.p256) { $0["x5c"] = [1] },
    ]

    @Test(arguments: wrong)
    func refused(_ key: WrongKey) {
        #expect(throws: JWKError(key.code, "")) { try JWK(key.members) }
    }

    @Test("the unchanged keys are read", arguments: pairs)
    func accepted(_ key: JWK) throws {
        #expect(try JWK(key.privateJSON) == key)
        #expect(try JWK(#require(key.publicJSON)) == key.publicKey)
    }

    @Test("texts that are no key", arguments: ["", "[]", "7", #"{"kty":"oct","kty":"oct","k":"AAAA"}"#, #"{"kty":"oct","k":"AAAA"}x"#])
    func malformed(_ text: String) {
        #expect(throws: JWKError(.malformed, "")) { try JWK(parsing: text.utf8) }
    }

    @Test("a private key describes no secret")
    func redacted() {
        let secret = TestKeys.p256.privateJSON.text("d")
        #expect(!"\(TestKeys.p256)".contains(secret))
        #expect("\(TestKeys.p256)".contains("redacted"))
    }
}

extension JSONObject {
    func text(_ name: String) -> String { self[name]?.string ?? "" }
    func bytes(_ name: String) -> [UInt8] { Base64URL.decode(text(name)) ?? [] }
}
