import Primitives

/// The part of a claim that one party shows another, or data without any (`Share` of the documented form).
public enum ClaimShare: Sendable, Equatable {
    /// A claim with the Disclosures of what is shown, and the holder's proof.
    case claim(SDJWT)
    /// Keys and values that nothing proves.
    case data([ClaimContent.Pair])
}

/// The content of an envelope, by the kind of message.
public enum EnvelopeBody: Sendable, Equatable {
    /// Claims and data that the sender shows.
    case shares([ClaimShare])
    /// A claim that was issued to the recipient, with the proof of its registration when there is one (a file of c2sp.org/tlog-proof).
    case claim(SDJWT, registration: String?)
    /// A claim of the recipient's that expires: the claim without its pairs, and the issuer's statement.
    case expiry(ClaimHead, statement: String)
    /// A request to show the values of some keys; of none in particular when nil.
    case request(keys: [String]?)
    /// The sender could not process a message.
    case failure(reason: String)

    /// The kind of the signed token.
    var type: String {
        switch self {
        case .shares: "claim-share+jwt"
        case .claim: "claim-issue+jwt"
        case .expiry: "claim-expire+jwt"
        case .request: "claim-request+jwt"
        case .failure: "claim-failure+jwt"
        }
    }

    var json: JSONObject {
        switch self {
        case .shares(let shares): return ["shares": .array(shares.map { .object($0.json) })]
        case .claim(let token, let registration):
            var members: JSONObject = ["claim": .string(token.text)]
            members["registration"] = registration.map(JSONValue.string)
            return members
        case .expiry(let head, let statement): return ["claim": .object(head.json), "statement": .string(statement)]
        case .request(let keys): return keys.map { ["keys": .array($0.map(JSONValue.string))] } ?? [:]
        case .failure(let reason): return ["reason": .string(reason)]
        }
    }

    /// Reads the content of a signed token of a kind.
    init(_ members: JSONObject, type: String) throws(EnvelopeError) {
        let malformed = EnvelopeError(.malformed, "the body isn't that of its kind of message")
        let body: EnvelopeBody? =
            switch type {
            case "claim-share+jwt": try Self.shares(members)
            case "claim-issue+jwt":
                members["registration"] == nil || members["registration"]?.string != nil
                    ? Self.token(members["claim"]).map { .claim($0, registration: members["registration"]?.string) } : nil
            case "claim-expire+jwt":
                members["claim"]?.object.flatMap { try? ClaimHead($0) }
                    .flatMap { head in members["statement"]?.string.map { .expiry(head, statement: $0) } }
            case "claim-request+jwt":
                members["keys"] == nil ? .request(keys: nil) : members["keys"]?.strings.map { .request(keys: $0) }
            case "claim-failure+jwt": members["reason"]?.string.map { .failure(reason: $0) }
            default: throw EnvelopeError(.wrongKind, "a kind of message that isn't known")
            }
        guard let body else { throw malformed }
        self = body
    }

    private static func token(_ value: JSONValue?) -> SDJWT? {
        value?.string.flatMap { try? SDJWT(parsing: $0, limits: ClaimPolicy.limits) }
    }

    private static func shares(_ members: JSONObject) throws(EnvelopeError) -> EnvelopeBody? {
        guard let listed = members["shares"]?.array else { return nil }
        let shares = listed.compactMap { share -> ClaimShare? in
            if let token = token(share["claim"]) { return .claim(token) }
            guard
                let pairs = share["data"]?.object?.members.map({ member in member.value.string.map { ClaimContent.Pair(member.name, $0) } }
                ),
                pairs.allSatisfy({ $0 != nil })
            else { return nil }
            return .data(pairs.compactMap(\.self))
        }
        return shares.count == listed.count ? .shares(shares) : nil
    }
}

extension ClaimShare {
    fileprivate var json: JSONObject {
        switch self {
        case .claim(let token): ["claim": .string(token.text)]
        case .data(let pairs): ["data": .object(JSONObject(pairs.map { ($0.key, .string($0.value)) }))]
        }
    }
}
