public import Primitives

/// A claim of the documented form (`Claim`): a view of one SD-JWT, with every member filled. The SD-JWT and the view are made of each other.
public struct SaltedClaim: Sendable, Equatable {
    /// All but the pairs.
    public var head: ClaimHead
    /// The keys and values (`claimData`): all that the issuer gave, or those that the holder shows.
    public var pairs: [SaltedPair]

    /// A claim of its parts, which say nothing before ``ClaimPolicy`` has verified them.
    public init(head: ClaimHead, pairs: [SaltedPair]) {
        self.head = head
        self.pairs = pairs
    }

    /// The SD-JWT that this is a view of, with the Disclosures of its pairs.
    /// - Throws: ``ClaimError/Code/malformed``.
    public func sdjwt() throws(ClaimError) -> SDJWT {
        SDJWT(
            issuerToken: try head.token(),
            disclosures: head.salted.map { Self.disclosure($0.role, $0.text).text } + pairs.map(\.disclosure.text))
    }

    /// The Disclosure of a member that isn't a pair's.
    static func disclosure(_ role: SaltedText.Role, _ text: SaltedText) -> Disclosure {
        Disclosure(salt: Base64URL.encode(text.salt), name: role.rawValue, value: .string(text.content))
    }

    /// The form in JSON: that of the head, and `claimData` as an array of objects with `key` and `value`.
    public var json: JSONObject {
        var members = head.json
        members["claimData"] = .array(pairs.map { .object(["key": .object($0.key.json), "value": .object($0.value.json)]) })
        return members
    }

    /// Reads the form in JSON.
    /// - Throws: ``ClaimError/Code/malformed``; ``ClaimError/Code/tooLarge`` for more pairs than ``ClaimIssuer/mostPairs``.
    public init(_ members: JSONObject) throws(ClaimError) {
        head = try ClaimHead(members)
        guard let data = members["claimData"]?.array else { throw ClaimError(.malformed, "claimData is missing or no array") }
        guard data.count <= ClaimIssuer.mostPairs else { throw ClaimError(.tooLarge, "a claim of \(data.count) pairs") }
        pairs = []
        for pair in data {
            pairs.append(SaltedPair(key: try SaltedText(pair["key"], "a key"), value: try SaltedText(pair["value"], "a value")))
        }
    }
}
