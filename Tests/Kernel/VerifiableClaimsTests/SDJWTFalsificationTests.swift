import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

/// One thing wrong at a time, each refused with its own reason (RFC 9901 §7).
@Suite("SD-JWT: falsified")
struct SDJWTFalsificationTests {
    private let parties: Parties
    private let base: JSONObject = ["iss": "https://issuer.example", "iat": 1_767_225_600]

    init() throws { parties = try Parties() }

    private func refused(
        _ token: SDJWT, _ code: SDJWTError.Code, _ binding: SDJWTPolicy.Binding = .ignored, at time: Date? = nil,
        policy: SDJWTPolicy? = nil,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: SDJWTError(code, ""), sourceLocation: location) {
            try (policy ?? parties.policy(binding)).verify(token, keys: try parties.keys(), at: time ?? parties.now)
        }
    }

    private func hidden(_ name: String?, _ value: JSONValue) -> (Disclosure, JSONValue) {
        let disclosure = Disclosure(salt: parties.random.token(16), name: name, value: value)
        return (disclosure, .string(DisclosureHash.sha256.digest(of: disclosure.text)))
    }

    private func replaced(_ token: SDJWT, issuer: String? = nil, disclosures: [String]? = nil, proof: String? = nil) throws -> SDJWT {
        let parts = [issuer ?? token.issuerToken] + (disclosures ?? token.disclosures) + [proof ?? token.keyBinding ?? ""]
        return try SDJWT(parsing: parts.joined(separator: "~"))
    }

    @Test("the issuer's signature, key, algorithm, type and name")
    func issuer() throws {
        let token = try parties.token()
        let other = try JWT.sign(try JWTClaims(base), with: try SigningKey(parties.strangerKey), type: Parties.type)
        refused(try replaced(token, issuer: other, disclosures: []), .noMatchingKey)
        var nameless = parties.strangerKey
        nameless.keyID = nil
        let unnamed = try JWT.sign(try JWTClaims(base), with: try SigningKey(nameless), type: Parties.type)
        refused(try replaced(token, issuer: unnamed, disclosures: []), .invalidSignature)
        let parts = token.issuerToken.split(separator: ".").map(String.init)
        let payload = Base64URL.encode(JSONValue.object(base).encoded)
        refused(try replaced(token, issuer: "\(parts[0]).\(payload).\(parts[2])", disclosures: []), .invalidSignature)
        refused(try replaced(token, issuer: "\(parts[0]).\(parts[1])."), .invalidSignature)
        let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        refused(try replaced(token, issuer: "\(none).\(parts[1])."), .algorithmNotAllowed)
        refused(try replaced(token, issuer: "a.b"), .malformed)
        var policy = parties.policy()
        policy.algorithms = [.es384]
        refused(token, .algorithmNotAllowed, policy: policy)
        policy = parties.policy()
        policy.type = "other+sd-jwt"
        refused(token, .wrongType, policy: policy)
        policy = parties.policy()
        policy.issuer = "https://other.example"
        refused(token, .wrongIssuer, policy: policy)
        policy = parties.policy()
        policy.hashes = [.sha512]
        refused(token, .hashNotAllowed, policy: policy)
        refused(try parties.signed(base.with("_sd_alg", "md5")), .hashNotAllowed)
        refused(try parties.signed(base.with("_sd_alg", 1)), .hashNotAllowed)
    }

    @Test("an issuer's name that is only disclosed isn't the issuer's name")
    func disclosedIssuer() throws {
        let (name, digest) = hidden("iss", "https://issuer.example")
        refused(try parties.signed(["_sd": [digest]], [name]), .wrongIssuer)
    }

    @Test("each byte of each Disclosure")
    func disclosureBytes() throws {
        let token = try parties.token()
        for (place, text) in token.disclosures.enumerated() {
            for byte in text.utf8.indices {
                var changed = text
                changed.replaceSubrange(byte...byte, with: text[byte] == "A" ? "B" : "A")
                var all = token.disclosures
                all[place] = changed
                refused(try replaced(token, disclosures: all), .unreferencedDisclosure)
            }
        }
    }

    @Test("Disclosures that are of another kind, twice there, of nothing, or no Disclosures")
    func disclosures() throws {
        let (member, memberDigest) = hidden("a", 1)
        let (element, elementDigest) = hidden(nil, 1)
        refused(try parties.signed(base.with("_sd", [elementDigest]), [element]), .wrongDisclosureKind)
        refused(try parties.signed(base.with("l", [["...": memberDigest]]), [member]), .wrongDisclosureKind)
        refused(try parties.signed(base.with("_sd", [memberDigest]), [member, member]), .duplicateDisclosure)
        refused(try parties.signed(base, [member]), .unreferencedDisclosure)
        for text in [
            "%%%", "W10", "WyJhIl0", "WzEsMl0", "WyJhIiwxLDJd", "WyJhIiwiYiIsMSwyXQ", "e30", "bnVsbA", "WyJhIiwiYiIsMV0=", "WyJhIiwiYiIs",
        ] {
            let digest = JSONValue.string(DisclosureHash.sha256.digest(of: text))
            let token = try parties.signed(base.with("_sd", [digest]))
            refused(try replaced(token, disclosures: [text]), .malformedDisclosure)
        }
    }

    @Test("names that the format uses, and names that are there")
    func names() throws {
        for name in ["_sd", "...", "_sd_alg"] {
            let (disclosure, digest) = hidden(name, [])
            refused(try parties.signed(base.with("_sd", [digest]), [disclosure]), .reservedName)
            refused(try parties.signed(base.with("a", ["b": ["_sd": [digest]]]), [disclosure]), .reservedName)
        }
        refused(try parties.signed(base.with("...", "x")), .reservedName)
        refused(try parties.signed(base.with("a", ["_sd_alg": "sha-256"])), .reservedName)
        let (first, firstDigest) = hidden("exp", 1)
        refused(try parties.signed(base.with("exp", 2_000_000_000).with("_sd", [firstDigest]), [first]), .duplicateName)
        let (second, secondDigest) = hidden("exp", 2)
        refused(try parties.signed(base.with("_sd", [firstDigest, secondDigest]), [first, second]), .duplicateName)
    }

    @Test("digests that stand twice, disclosed or not, and what isn't one")
    func digests() throws {
        let (disclosure, digest) = hidden("a", 1)
        let (element, elementDigest) = hidden(nil, ["b": ["_sd": [digest]]])
        refused(try parties.signed(base.with("_sd", [digest, digest]), [disclosure]), .duplicateDigest)
        refused(try parties.signed(base.with("_sd", ["x"]).with("l", [["...": "x"]])), .duplicateDigest)
        refused(
            try parties.signed(base.with("_sd", [digest]).with("l", [["...": elementDigest]]), [disclosure, element]), .duplicateDigest)
        refused(try parties.signed(base.with("_sd", "x")), .malformed)
        refused(try parties.signed(base.with("_sd", [1])), .malformed)
        refused(try parties.signed(base.with("l", [["...": 1]])), .malformed)
        refused(try parties.signed(base.with("l", [["...": "x", "a": 1]])), .malformed)
    }

    @Test("a Disclosure within one that isn't sent")
    func orphan() throws {
        let (inner, innerDigest) = hidden("b", 1)
        let (outer, outerDigest) = hidden("a", ["_sd": [innerDigest]])
        let payload = base.with("_sd", [outerDigest])
        refused(try parties.signed(payload, [inner]), .unreferencedDisclosure)
        let all = try parties.policy().verify(try parties.signed(payload, [inner, outer]), keys: try parties.keys(), at: parties.now)
        #expect(all.claims["a"] == ["b": 1])
    }

    @Test("times, audience and required claims, in the clear or disclosed")
    func validity() throws {
        let token = try parties.token()
        refused(token, .expired, at: parties.now + 86_431)
        refused(token, .notYetValid, at: parties.now - 31)
        let (expiry, digest) = hidden("exp", 1)
        refused(try parties.signed(base.with("_sd", [digest]), [expiry]), .expired)
        refused(try parties.signed(base.with("nbf", 1_767_225_700)), .notYetValid)
        refused(try parties.signed(base.with("exp", "soon")), .malformed)
        var policy = parties.policy()
        policy.requiredClaims = ["given_name"]
        refused(try replaced(token, disclosures: []), .missingClaim, policy: policy)
        policy = parties.policy()
        policy.audience = "me"
        refused(token, .wrongAudience, policy: policy)
    }

    @Test("the holder's proof: missing, unexpected, and each of its fields")
    func proofs() throws {
        let required = SDJWTPolicy.Binding.required(audience: "verifier", nonce: "n-1")
        let shown = try parties.policy().verify(try parties.token(), keys: try parties.keys(), at: parties.now).selecting { _ in true }
        let good = try parties.bound(shown)
        refused(shown, .missingKeyBinding, required)
        refused(good, .unexpectedKeyBinding, .refused)
        refused(try replaced(good, disclosures: Array(good.disclosures.dropLast())), .wrongPresentation, required)
        refused(try replaced(good, disclosures: good.disclosures.reversed()), .wrongPresentation, required)
        refused(try parties.bound(shown, audience: "other"), .wrongKeyBindingAudience, required)
        refused(try parties.bound(shown, nonce: "n-2"), .wrongNonce, required)
        refused(try parties.bound(shown, at: parties.now - 332), .staleKeyBinding, required)
        refused(try parties.bound(shown, at: parties.now + 32), .staleKeyBinding, required)
        let claims = KeyBinding(audience: "verifier", nonce: "n-1", issuedAt: parties.now).claims(for: shown, hash: .sha256)
        func proof(_ change: (inout JWTClaims) -> Void = { _ in }, key: JWK? = nil, type: String = "kb+jwt") throws -> SDJWT {
            var claims = claims
            change(&claims)
            return shown.adding(keyBinding: try JWT.sign(claims, with: try SigningKey(key ?? parties.holderKey), type: type))
        }
        #expect(try parties.policy(required).verify(try proof(), keys: try parties.keys(), at: parties.now).isBound)
        refused(try proof(key: parties.strangerKey), .invalidKeyBinding, required)
        refused(try proof(key: parties.issuerKey), .invalidKeyBinding, required)
        refused(try proof(type: "JWT"), .wrongKeyBindingType, required)
        refused(try proof { $0["iat"] = nil }, .malformedKeyBinding, required)
        refused(try proof { $0["nonce"] = nil }, .wrongNonce, required)
        refused(try proof { $0["aud"] = ["verifier"] }, .wrongKeyBindingAudience, required)
        refused(try proof { $0["sd_hash"] = nil }, .wrongPresentation, required)
        refused(try proof { $0["exp"] = 1 }, .staleKeyBinding, required)
        refused(shown.adding(keyBinding: "a.b.c"), .malformedKeyBinding, required)
        let unheld = try parties.signed(base)
        refused(try replaced(unheld, proof: good.keyBinding), .missingHolderKey, required)
    }

    @Test("the proof of one token isn't another token's")
    func otherToken() throws {
        let (first, second) = (try parties.bound(try parties.token()), try parties.token())
        refused(
            second.adding(keyBinding: try #require(first.keyBinding)), .wrongPresentation, .required(audience: "verifier", nonce: "n-1"))
    }
}

extension JSONObject {
    /// This object with one member more, or another value of it.
    func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var copy = self
        copy[name] = value
        return copy
    }
}
