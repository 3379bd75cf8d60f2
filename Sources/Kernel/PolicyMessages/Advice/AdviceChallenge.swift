import Primitives

/// The `WWW-Authenticate` header by which a gateway says what is missing (`docs/protocols/step-protocol.md` 10.1):
/// `SSOADVICE realm="/",advices="eyJ…",am_uri="https://am.example.com/am/"`.
public struct AdviceChallenge: Sendable, Equatable {
    /// The realm's path.
    public let realm: String
    /// The conditions that the session must meet before the resource is given.
    public let advice: PolicyAdvice
    /// The server to authenticate at; nil when the header doesn't say.
    public let server: String?

    /// Makes an advice challenge of its members, which are taken unchecked.
    public init(realm: String, advice: PolicyAdvice, server: String?) {
        self.realm = realm
        self.advice = advice
        self.server = server
    }

    private static let scheme = "ssoadvice"

    /// The header's value. There is no space behind a comma, which the documented clients don't skip.
    public var headerValue: String {
        let parts = ["realm=\"\(realm)\"", "advices=\"\(AdviceText.encoded(AdviceText.ascii(advice.json)))\""]
        return "SSOADVICE " + (parts + (server.map { ["am_uri=\"\($0)\""] } ?? [])).joined(separator: ",")
    }

    /// Reads ``headerValue``; nil when it is a challenge of another kind or holds no advice.
    public init?(headerValue text: String) {
        guard text.utf8.count <= AdviceLimits.bytes * 2, let space = text.firstIndex(of: " "),
            text[..<space].lowercased() == Self.scheme
        else { return nil }
        let parts = Self.parts(text[space...])
        guard let encoded = parts["advices"], let advice = Self.advice(encoded) else { return nil }
        self.init(realm: parts["realm"] ?? "/", advice: advice, server: parts["am_uri"])
    }

    /// The advice that is in the header: JSON in base64 of either alphabet.
    static func advice(_ encoded: String) -> PolicyAdvice? {
        guard let text = AdviceText.decoded(encoded),
            let json = try? JSONValue(parsing: text, limits: JSONLimits(bytes: AdviceLimits.bytes)),
            let advice = try? PolicyAdvice(json: json), !advice.isEmpty
        else { return nil }
        return advice
    }

    private static func parts(_ text: Substring) -> [String: String] {
        var parts: [String: String] = [:]
        for part in text.split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let name = halves[0].drop { $0 == " " }.lowercased()
            if parts[name] == nil { parts[name] = unquoted(halves[1]) }
        }
        return parts
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.first == "\"" else { return String(text) }
        return String(text.dropFirst().prefix { $0 != "\"" })
    }
}

extension PolicyAdvice {
    /// Reads a text taken out of the header: the whole value of `WWW-Authenticate`, or only the base64 of `advices`.
    public init?(challenge text: String) {
        guard text.utf8.count <= AdviceLimits.bytes * 2,
            let advice = AdviceChallenge(headerValue: text)?.advice ?? AdviceChallenge.advice(text)
        else { return nil }
        self = advice
    }
}
