public import JOSE
public import Primitives

/// The answer to a registration.
public struct InstanceGrant: Sendable, Equatable {
    /// The instance's id, as the server computed it.
    public var instance: String
    /// The token: an opaque text, to be shown with each batch and to back ends that ask for an evaluation.
    public var token: Secret
    /// The token's life in seconds, 1 to 86 400; ``SignalLimits/tokenLifetime`` by default.
    public var lifetime: Int
    /// The environment's public key, for which payloads are sealed.
    public var key: JWK
    /// The words that the environment's administrator declared, in addition to the documented ones.
    public var words: [String]
    /// The tags that pages are given by CSS selectors; apps that are no pages pass them over.
    public var tags: [SelectedTag] = []

    /// Makes a grant of its members, which are taken unchecked.
    public init(
        instance: String, token: Secret, lifetime: Int = SignalLimits.tokenLifetime, key: JWK, words: [String] = []
    ) {
        self.instance = instance
        self.token = token
        self.lifetime = lifetime
        self.key = key
        self.words = words
    }

    /// The JSON object of the wire, with the members `instance`, `token`, `expiresIn`, `key`, `words` and, where there are any, `tags`. It
    /// holds the token.
    public var json: JSONValue {
        var json: JSONObject = [
            "instance": .string(instance), "token": .string(token.reveal()), "expiresIn": .integer(Int64(lifetime)),
            "key": key.publicJSON.map(JSONValue.object) ?? .null, "words": .array(words.map(JSONValue.string)),
        ]
        if !tags.isEmpty { json["tags"] = .array(tags.map(\.json)) }
        return .object(json)
    }

    /// Reads ``json``.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the grant")
        instance = try members.text("instance", atMost: 64)
        token = Secret(try members.text("token", atMost: 512))
        lifetime = try members.integer("expiresIn", in: 1...86_400)
        key = try members.key("key")
        words = try members.texts("words", atMost: SignalLimits.words, of: SignalLimits.word)
        guard words.allSatisfy(SignalWord.isBounded) else { throw members.wrong("words", "words of printable ASCII with few digits") }
    }
}
