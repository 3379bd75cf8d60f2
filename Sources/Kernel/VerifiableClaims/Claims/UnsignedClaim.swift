public import Foundation
import JOSE
public import Primitives

/// A claim whose keys and values are salted, and which its issuer hasn't signed yet: for a key that signs elsewhere, and for ``ClaimIssuer``.
public struct UnsignedClaim: Sendable {
    /// The payload to sign (docs/protocols/claims.md). Its token has the type ``ClaimIssuer/type``.
    public let payload: JSONObject
    /// The Disclosures of members and pairs.
    let disclosures: [String]

    /// Salts a content.
    ///
    /// - Throws: ``ClaimError/Code/malformed`` for a key twice, a key `_sd` or `...`, an empty id or log and a holder's key that isn't on P-256;
    ///   ``ClaimError/Code/tooLarge`` for more than ``ClaimIssuer/mostPairs`` pairs.
    public init(_ content: ClaimContent, at now: Date, random: some RandomSource) throws(ClaimError) {
        let holder = try Self.check(content)
        let pairs = content.pairs.map { SaltedPair(key: SaltedText($0.key, random: random), value: SaltedText($0.value, random: random)) }
        let members = Self.members(content, random)
        let hidden = (members.map { SaltedClaim.disclosure($0.role, $0.text) }, pairs.map(\.disclosure))
        var payload: JSONObject = ["iss": .string(content.issuer), "iat": .integer(now.secondsSince1970)]
        payload["exp"] = content.expires.map { .integer($0.secondsSince1970) }
        payload["log"] = .string(content.log)
        payload["cnf"] = .object(["jwk": .object(holder)])
        payload["members"] = .object(Self.hidden(hidden.0))
        payload["data"] = .object(Self.hidden(hidden.1))
        payload["salted"] = .object(Self.salted(members, pairs))
        payload["_sd_alg"] = .string(DisclosureHash.sha256.rawValue)
        self.payload = payload
        disclosures = (hidden.0 + hidden.1).map(\.text)
    }

    /// The claim with its token, a compact JWS of ES256 over ``payload`` that was signed elsewhere.
    public func signed(as token: String) -> SDJWT { SDJWT(issuerToken: token, disclosures: disclosures) }

    /// Checks a content, and gives the members of the holder's key.
    private static func check(_ content: ClaimContent) throws(ClaimError) -> JSONObject {
        let keys = content.pairs.map(\.key)
        guard keys.count <= ClaimIssuer.mostPairs else {
            throw ClaimError(.tooLarge, "a claim of \(keys.count) pairs; at most \(ClaimIssuer.mostPairs)")
        }
        guard Set(keys.map { Array($0.utf8) }).count == keys.count, !keys.contains("_sd"), !keys.contains("..."), !keys.contains("_sd_alg")
        else {
            throw ClaimError(.malformed, "a key stands twice, or has a name that the format uses")
        }
        guard ![content.issuer, content.subject, content.holder, content.log].contains("") else {
            throw ClaimError(.malformed, "an id or the log's name is missing")
        }
        guard let key = content.holderKey.publicKey, key.isPublicP256, let members = key.publicJSON else {
            throw ClaimError(.malformed, "the holder's key isn't on P-256")
        }
        return members
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
}
