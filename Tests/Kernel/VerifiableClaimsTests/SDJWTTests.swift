import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

@Suite("SD-JWT: issued, shown, verified")
struct SDJWTTests {
    private let parties: Parties

    init() throws { parties = try Parties() }

    private func verified(_ token: SDJWT, _ binding: SDJWTPolicy.Binding = .ignored) throws -> VerifiedSDJWT {
        try parties.policy(binding).verify(token, keys: try parties.keys(), at: parties.now)
    }

    @Test("all of it comes out, by each hash algorithm, with decoys and without", arguments: DisclosureHash.allCases, [0, 3])
    func whole(hash: DisclosureHash, decoys: Int) throws {
        let token = try parties.token(hash, decoys: decoys)
        let held = try verified(token, .refused)
        #expect(held.claims["given_name"] == "John" && held.claims["nationalities"] == ["US", "FR", "DE"])
        #expect(held.claims["address"] == ["country": "DE", "region": "Sachsen-Anhalt"] && held.claims["degree"] == ["title": "Dr."])
        #expect(held.hash == hash && held.disclosed.count == 6 && held.holder?.thumbprint == parties.holderKey.thumbprint)
        let digests = try #require(held.signed["_sd"]?.strings)
        #expect(digests.count == 2 + decoys && digests == digests.sorted())
        #expect(JSONValue.object(held.claims.members).text.contains("_sd") == false)
    }

    @Test("nothing that is kept back is in what is shown")
    func hidden() throws {
        let held = try verified(try parties.token(), .refused)
        let shown = held.selecting { _ in false }
        #expect(shown.disclosures.isEmpty)
        let claims = try verified(shown).claims
        #expect(claims["given_name"] == nil && claims["address"] == nil && claims["nationalities"] == ["FR"] && claims["degree"] == [:])
        let payload = String(own: try JWS.Unverified(shown.issuerToken).payload)
        for word in ["John", "given_name", "US", "address", "Sachsen", "Dr."] { #expect(!payload.contains(word)) }
    }

    @Test("a claim within a hidden one is shown with what it is within")
    func within() throws {
        let held = try verified(try parties.token(), .refused)
        let inner = try verified(held.selecting { $0 == [.name("address"), .name("country")] })
        #expect(inner.claims["address"] == ["region": "Sachsen-Anhalt", "country": "DE"] && inner.disclosed.count == 2)
        let outer = try verified(held.selecting { $0 == [.name("address")] })
        #expect(outer.claims["address"] == ["region": "Sachsen-Anhalt"])
        let element = try verified(held.selecting { $0 == [.name("nationalities"), .index(2)] })
        #expect(element.claims["nationalities"] == ["FR", "DE"])
    }

    @Test("decoys in an array are left out")
    func arrayDecoys() throws {
        let token = try parties.issuer().issue(
            ["iss": "https://issuer.example", "list": .array([.disclosable("a"), "b"], decoys: 5)], random: parties.random)
        let held = try verified(token, .refused)
        #expect(held.signed["list"]?.array?.count == 7 && held.claims["list"] == ["a", "b"])
    }

    @Test("a holder's proof is accepted by the verifier that it is for, and every presentation has its own")
    func bound() throws {
        let shown = try verified(try parties.token(), .refused).selecting { $0 == [.name("given_name")] }
        let token = try parties.bound(shown)
        #expect(try verified(token, .required(audience: "verifier", nonce: "n-1")).isBound)
        #expect(try verified(token, .ignored).isBound == false)
        for form in SDJWT.Serialisation.allCases {
            let again = try SDJWT(json: JSONValue.object(try token.json(form)).encoded)
            #expect(again == token)
            #expect(try verified(again, .required(audience: "verifier", nonce: "n-1")).isBound)
        }
        #expect(try SDJWT(parsing: token.text) == token)
    }

    @Test(
        "claims that can't be issued are refused",
        arguments: [
            (["exp": .disclosable(1)], .reservedName), (["iss": .disclosable("i")], .reservedName),
            (["cnf": .disclosable([:])], .reservedName),
            (["aud": .disclosable("i")], .reservedName), (["nbf": .disclosable(1)], .reservedName), (["cnf": "x"], .reservedName),
            (["_sd": "x"], .reservedName), (["a": ["...": "x"]], .reservedName), (["a": .value(["_sd_alg": 1])], .reservedName),
            (["a": .array([.value(["_sd": []])])], .reservedName), (["a": .disclosable(["_sd": "x"])], .reservedName),
            (DisclosableObject([.init("a", "1"), .init("a", .disclosable("2"))]), .duplicateName),
        ] as [(DisclosableObject, SDJWTError.Code)])
    func unissuable(claims: DisclosableObject, code: SDJWTError.Code) throws {
        #expect(throws: SDJWTError(code, "")) {
            try parties.issuer().issue(claims, holder: parties.holderKey, random: parties.random)
        }
    }

    @Test("claims nested too deeply are neither issued nor read")
    func depth() throws {
        func nested(_ depth: Int) -> ClaimTree { depth == 0 ? "x" : ["a": .disclosable(nested(depth - 1))] }
        let issuer = try parties.issuer()
        func issue(_ depth: Int) throws -> SDJWT {
            try issuer.issue(["iss": "https://issuer.example", "a": nested(depth)], random: parties.random)
        }
        #expect(throws: SDJWTError(.tooLarge, "")) { try issue(40) }
        let token = try issue(20)
        #expect(try verified(token).disclosed.count == 20)
        var policy = parties.policy()
        policy.limits.depth = 10
        #expect(throws: SDJWTError(.tooLarge, "")) { try policy.verify(token, keys: try parties.keys(), at: parties.now) }
    }

    @Test("bytes and Disclosures are bounded before anything is looked at")
    func bounds() throws {
        let text = try parties.token().text
        #expect(throws: SDJWTError(.tooLarge, "")) { try SDJWT(parsing: text, limits: SDJWTLimits(bytes: 100)) }
        #expect(throws: SDJWTError(.tooLarge, "")) { try SDJWT(parsing: text, limits: SDJWTLimits(disclosures: 5)) }
        #expect(try SDJWT(parsing: text, limits: SDJWTLimits(disclosures: 6)).disclosures.count == 6)
        #expect(throws: SDJWTError(.tooLarge, "")) { try SDJWT(parsing: "a" + String(repeating: "~", count: 5000)) }
    }

    @Test("what is no SD-JWT is refused", arguments: ["", "a", "~", "~~", "a~~", "~a~", "a.b.c", "a~b~~c"])
    func malformed(text: String) {
        #expect(throws: SDJWTError(.malformed, "")) { try SDJWT(parsing: text) }
    }

    @Test("JSON serialisations of another form are refused")
    func malformedJSON() throws {
        let good = try parties.token().json()
        func changed(_ change: (inout JSONObject) -> Void) -> [UInt8] {
            var copy = good
            change(&copy)
            return JSONValue.object(copy).encoded
        }
        let texts = [
            Array("[]".utf8), Array("{".utf8), changed { $0["payload"] = nil }, changed { $0["protected"] = nil },
            changed { $0["signature"] = 1 },
            changed { $0["header"] = ["disclosures": [1]] }, changed { $0["header"] = ["disclosures": "x"] },
            changed { $0["header"] = ["kb_jwt": 1] },
            changed { $0["header"] = ["disclosures": ["a~b"]] }, changed { $0["header"] = ["disclosures": [""]] },
            changed { $0["signatures"] = [] },
            changed { $0 = ["payload": "a", "signatures": [["protected": "a", "signature": "b"], ["header": ["disclosures": []]]]] },
        ]
        for text in texts { #expect(throws: SDJWTError(.malformed, "")) { try SDJWT(json: text) } }
    }
}
