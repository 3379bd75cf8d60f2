public import Primitives

/// A person's answer to a push (`docs/protocols/step-protocol.md` 6.5).
public struct PushAnswer: Sendable, Equatable {
    /// The response to the challenge of the push.
    public var response: ChallengeResponse
    /// Whether the person refuses.
    public var isDenied: Bool
    /// The number that was picked, as text, for ``PushRequest/Kind/challenge``.
    public var number: String?

    /// Makes a push answer of its members, which are taken unchecked. By default `number` is nil, and `isDenied` is `false`.
    public init(response: ChallengeResponse, isDenied: Bool = false, number: String? = nil) {
        self.response = response
        self.isDenied = isDenied
        self.number = number
    }

    /// `deny` is there only when the person refuses.
    public var claims: JSONObject {
        var claims: JSONObject = ["response": .string(response.text)]
        if isDenied { claims["deny"] = true }
        claims["challengeResponse"] = number.map(JSONValue.string)
        return claims
    }

    /// Signs it with the mechanism's secret.
    /// - Throws: ``PushMessageError/Code/unusableSecret`` when the secret is too short; ``PushMessageError/Code/tooLarge`` when the token
    ///   would be too long.
    public func signed(with secret: Secret) throws(PushMessageError) -> String { try PushToken.sign(claims, with: secret) }

    /// Reads an answer that the mechanism's secret has signed. The response is to be compared with that to the push's challenge.
    /// - Throws: ``PushMessageError/Code/malformed``, ``PushMessageError/Code/tooLarge`` or ``PushMessageError/Code/invalidSignature`` when
    ///   the token or its claims are refused.
    public init(verifying token: String, with secret: Secret) throws(PushMessageError) {
        let claims = Claims(object: try PushToken.verify(token, with: secret), what: "the answer")
        response = try ChallengeResponse(claims)
        isDenied = try claims.flag("deny")
        number = try claims.optionalText("challengeResponse", atMost: 16)
    }
}
