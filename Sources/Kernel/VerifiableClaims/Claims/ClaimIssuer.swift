public import Foundation
public import JOSE
public import Primitives

/// The issuer of claims of the documented form: SD-JWTs whose keys and values are salted and signed one by one, too (docs/protocols/claims.md).
public struct ClaimIssuer: Sendable {
    /// The key that signs, of ES256.
    public let key: SigningKey

    /// The kind of token.
    public static let type = "claim+sd-jwt"
    /// The number of pairs that a claim may have.
    public static let mostPairs = 512

    /// An issuer.
    /// - Throws: ``ClaimError/Code/malformed`` for a key of another algorithm than ES256.
    public init(key: SigningKey) throws(ClaimError) {
        guard key.algorithm == .es256 else { throw ClaimError(.malformed, "claims are signed by ES256") }
        self.key = key
    }

    /// Issues a claim, with all that its holder may show.
    ///
    /// - Throws: ``ClaimError/Code/malformed`` for a key twice, a key `_sd` or `...`, an empty id or log and a holder's key that isn't on P-256;
    ///   ``ClaimError/Code/tooLarge`` for more than ``mostPairs`` pairs; ``ClaimError/Code/token(_:)`` when the library can't sign.
    public func issue(_ content: ClaimContent, at now: Date, random: some RandomSource) throws(ClaimError) -> SDJWT {
        let keys = content.pairs.map(\.key)
        guard keys.count <= Self.mostPairs else { throw ClaimError(.tooLarge, "a claim of \(keys.count) pairs; at most \(Self.mostPairs)") }
        guard Set(keys.map { Array($0.utf8) }).count == keys.count, !keys.contains("_sd"), !keys.contains("..."), !keys.contains("_sd_alg")
        else {
            throw ClaimError(.malformed, "a key stands twice, or has a name that the format uses")
        }
        guard ![content.issuer, content.subject, content.holder, content.log].contains("") else {
            throw ClaimError(.malformed, "an id or the log's name is missing")
        }
        guard let holderKey = content.holderKey.publicKey, holderKey.isPublicP256, let holder = holderKey.publicJSON else {
            throw ClaimError(.malformed, "the holder's key isn't on P-256")
        }
        let pairs = content.pairs.map { SaltedPair(key: SaltedText($0.key, random: random), value: SaltedText($0.value, random: random)) }
        let members = Self.members(content, random)
        let disclosures = (members.map { SaltedClaim.disclosure($0.role, $0.text) }, pairs.map(\.disclosure))
        var payload: JSONObject = ["iss": .string(content.issuer), "iat": .integer(Self.seconds(now))]
        payload["exp"] = content.expires.map { .integer(Self.seconds($0)) }
        payload["log"] = .string(content.log)
        payload["cnf"] = .object(["jwk": .object(holder)])
        payload["members"] = .object(Self.hidden(disclosures.0))
        payload["data"] = .object(Self.hidden(disclosures.1))
        payload["salted"] = .object(Self.salted(members, pairs))
        payload["_sd_alg"] = .string(DisclosureHash.sha256.rawValue)
        do {
            return try SDJWTIssuer(key: key, type: Self.type).sign(payload, disclosures: (disclosures.0 + disclosures.1).map(\.text))
        } catch { throw ClaimError(error) }
    }

    private static func members(_ content: ClaimContent, _ random: some RandomSource) -> [(role: SaltedText.Role, text: SaltedText)] {
        var texts: [(SaltedText.Role, String)] = [(.issuer, content.issuer), (.subject, content.subject), (.holder, content.holder)]
        if let reference = content.reference { texts.append((.reference, reference.text)) }
        return texts.map { ($0.0, SaltedText($0.1, random: random)) }
    }

    private static func hidden(_ disclosures: [Disclosure]) -> JSONObject {
        ["_sd": .array(disclosures.map { DisclosureHash.sha256.digest(of: $0.text) }.sorted().map(JSONValue.string))]
    }

    /// The hashes of every salted text. Those of the pairs are ordered by the hash of the key, which tells nothing of the keys.
    private static func salted(_ members: [(role: SaltedText.Role, text: SaltedText)], _ pairs: [SaltedPair]) -> JSONObject {
        let digests = pairs.map(\.digests).sorted { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
        return [
            "members": .object(JSONObject(members.map { ($0.role.rawValue, .string($0.text.digest(as: $0.role))) })),
            "data": .array(digests.map { .array($0.map(JSONValue.string)) }),
        ]
    }

    private static func seconds(_ date: Date) -> Int64 { date.secondsSince1970 }
}
