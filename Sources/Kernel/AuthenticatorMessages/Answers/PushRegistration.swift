public import Primitives

/// A device registers for push (`docs/protocols/step-protocol.md` 6.3): the answer to a `pushauth` or `mfauth` code.
public struct PushRegistration: Sendable, Equatable {
    /// The response to the challenge of the code.
    public var response: ChallengeResponse
    /// The id that the client gives the mechanism; the server names it in every push.
    public var mechanismID: String
    /// The device that takes the pushes of the mechanism.
    public var device: PushDevice

    /// Makes a push registration of its members, which are taken unchecked.
    public init(response: ChallengeResponse, mechanismID: String, device: PushDevice) {
        self.response = response
        self.mechanismID = mechanismID
        self.device = device
    }

    /// The claims that are signed: `response`, `mechanismUid`, and those of the device.
    public var claims: JSONObject {
        var claims: JSONObject = ["response": .string(response.text), "mechanismUid": .string(mechanismID)]
        device.add(to: &claims)
        return claims
    }

    /// Signs it with the mechanism's secret, or at the registration that of the code.
    /// - Throws: ``PushMessageError/Code/unusableSecret`` when the secret is too short; ``PushMessageError/Code/tooLarge`` when the token
    ///   would be too long.
    public func signed(with secret: Secret) throws(PushMessageError) -> String { try PushToken.sign(claims, with: secret) }

    /// Reads a registration that the secret of the code has signed. The response is to be compared with that to the code's challenge.
    /// - Throws: ``PushMessageError/Code/malformed``, ``PushMessageError/Code/tooLarge`` or ``PushMessageError/Code/invalidSignature`` when
    ///   the token or its claims are refused.
    public init(verifying token: String, with secret: Secret) throws(PushMessageError) {
        let claims = Claims(object: try PushToken.verify(token, with: secret), what: "the registration")
        response = try ChallengeResponse(claims)
        mechanismID = try claims.text("mechanismUid", atMost: 128)
        device = try PushDevice(claims)
    }
}
