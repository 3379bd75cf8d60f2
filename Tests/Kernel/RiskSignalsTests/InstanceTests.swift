import Foundation
import JOSE
import Primitives
import RiskSignals
import Testing

@Suite("Instances: registration, grants, numbers, rates")
struct InstanceTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func registration(_ key: JWK, secret: Secret? = nil) throws -> InstanceRegistration {
        InstanceRegistration(
            issuer: try #require(SignalsIssuer(base: "a.example", environment: "e")), application: "app", secret: secret, issuedAt: now,
            id: "id", key: try #require(key.publicKey),
            sealingKey: try #require(try JWK.generate(.p256, random: SeededRandom(seed: 3)).publicKey))
    }

    @Test("a registration proves its key, and whether the app has a secret")
    func registered() throws {
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        let made = try registration(key, secret: Secret("s3cret"))
        let body = made.json(signature: try SigningKey(key).sign(made.signingInput))
        let read = try InstanceRegistration(json: body, issuer: made.issuer, at: now)
        #expect(read.instance == key.thumbprintText && read.application == "app")
        #expect(read.sealingThumbprint == made.sealingThumbprint && read.sealingThumbprint != read.instance)
        #expect(read.isMade(with: Secret("s3cret")) && !read.isMade(with: Secret("other")))
        #expect(!body.text.contains("s3cret"))
        #expect(throws: RiskError(.expired, "")) {
            try InstanceRegistration(json: body, issuer: made.issuer, at: now.addingTimeInterval(Double(SignalLimits.age + 1)))
        }
        let other = try #require(SignalsIssuer(base: "b.example", environment: "e"))
        #expect(throws: RiskError(.malformed, "")) { try InstanceRegistration(json: body, issuer: other, at: now) }
    }

    @Test("another key's signature is refused")
    func forged() throws {
        let (key, other) = (try JWK.generate(.p256, random: SeededRandom(seed: 1)), try JWK.generate(.p256, random: SeededRandom(seed: 2)))
        let made = try registration(key)
        let body = made.json(signature: try SigningKey(other).sign(made.signingInput))
        #expect(throws: RiskError(.wrongKey, "")) { try InstanceRegistration(json: body, issuer: made.issuer, at: now) }
        #expect(try !registration(key).isMade(with: Secret("")))
    }

    @Test("a registration in another instance's name is refused")
    func claims() throws {
        let (key, other) = (try JWK.generate(.p256, random: SeededRandom(seed: 1)), try JWK.generate(.p256, random: SeededRandom(seed: 2)))
        let made = try registration(key)
        let sealing = try #require(made.sealingKey.publicJSON)
        let header: JSONObject = ["typ": .string(InstanceRegistration.type), "alg": "ES256", "jwk": .object(try #require(key.publicJSON))]
        func body(of instance: String) throws -> JSONValue {
            let claims: JSONObject = [
                "iss": .string(instance), "aud": .string(made.issuer.description), "iat": .integer(Int64(now.timeIntervalSince1970)),
                "jti": "id", "epk": .object(sealing),
            ]
            let input = JWS.signingInput(header: header, claims: claims)
            return [InstanceRegistration.statement: .string(JWS.text(input, signature: try SigningKey(key).sign(input)))]
        }
        let own = try InstanceRegistration(json: body(of: key.thumbprintText), issuer: made.issuer, at: now)
        #expect(own.instance == made.instance)
        #expect(throws: RiskError(.wrongKey, "")) {
            try InstanceRegistration(json: body(of: other.thumbprintText), issuer: made.issuer, at: now)
        }
    }

    @Test("a grant is bounded")
    func grant() throws {
        let key = try #require(try JWK.generate(.p256, random: SeededRandom(seed: 1)).publicKey)
        let grant = InstanceGrant(instance: "i", token: Secret("t"), key: key, words: ["securityQuestions"])
        #expect(try InstanceGrant(json: grant.json).words == grant.words)
        #expect("\(grant)".contains("redacted"))
        for (name, value) in [("expiresIn", 0), ("words", ["a@b"]), ("key", [:]), ("token", "")] as [(String, JSONValue)] {
            var json = try #require(grant.json.object)
            json[name] = value
            #expect(throws: RiskError(.malformed, ""), "\(name)") { try InstanceGrant(json: .object(json)) }
        }
    }

    @Test("a number is taken once, in any order, and not from far back")
    func window() {
        var window = SequenceWindow()
        #expect(Self.verdicts(of: [0, 2, 1, 70], &window) == [true, true, true, true])
        #expect(Self.verdicts(of: [0, 1, 2, 70, 6, -1], &window) == [false, false, false, false, false, false])
        #expect(Self.verdicts(of: [7, 7, 69, .max, 70], &window) == [true, false, true, true, false])
    }

    @Test("a numbering that begins late counts nothing as seen")
    func late() {
        var window = SequenceWindow()
        #expect(Self.verdicts(of: [100, 99, 37, 36], &window) == [true, true, true, false])
    }

    private static func verdicts(of numbers: [Int], _ window: inout SequenceWindow) -> [Bool] {
        numbers.map { window.take($0) == .accepted }
    }

    @Test("a burst, then the rate; a clock that goes back gives nothing")
    func rate() {
        var rate = SignalRate()
        let taken = [1000, 2000, 0, 10_000_000].map { time in (0..<1000).count { _ in rate.take(at: time) } }
        #expect(taken == [SignalLimits.burst, SignalLimits.rate, 0, SignalLimits.burst])
    }

    @Test("errors have codes, and statuses that fit")
    func errors() {
        let error = RiskError(.replayed, "twice")
        #expect(RiskError(json: error.json) == error && error.status == 409)
        #expect(RiskError(json: ["code": 5]) == nil)
    }
}
