public import Primitives

/// A device says where its pushes go from now on (`docs/protocols/step-protocol.md` 6.6).
public struct DeviceTokenUpdate: Sendable, Equatable {
    /// The id of the mechanism whose pushes the device takes, `mechanismUid` on the wire.
    public var mechanismID: String
    /// The device with the new address of its pushes.
    public var device: PushDevice

    /// Makes a device token update of its members, which are taken unchecked.
    public init(mechanismID: String, device: PushDevice) {
        self.mechanismID = mechanismID
        self.device = device
    }

    /// The claims that are signed: `mechanismUid`, and those of the device.
    public var claims: JSONObject {
        var claims: JSONObject = ["mechanismUid": .string(mechanismID)]
        device.add(to: &claims)
        return claims
    }

    /// Signs it with the mechanism's secret.
    /// - Throws: ``PushMessageError/Code/unusableSecret`` when the secret is too short; ``PushMessageError/Code/tooLarge`` when the token
    ///   would be too long.
    public func signed(with secret: Secret) throws(PushMessageError) -> String { try PushToken.sign(claims, with: secret) }

    /// Reads an update that the mechanism's secret has signed.
    ///
    /// - Parameter body: the body that it came in. One line of clients leaves the mechanism out of the claims; where it is in both, both
    /// must agree.
    /// - Throws: ``PushMessageError/Code/malformed``, ``PushMessageError/Code/tooLarge`` or ``PushMessageError/Code/invalidSignature`` when
    ///   the token or its claims are refused.
    public init(verifying body: MechanismBody, with secret: Secret) throws(PushMessageError) {
        let claims = Claims(object: try PushToken.verify(body.token, with: secret), what: "the update")
        let claimed = try claims.optionalText("mechanismUid", atMost: 128)
        mechanismID = claimed ?? body.mechanismID
        guard mechanismID == body.mechanismID else { throw claims.wrong("mechanismUid", "that of the message around it") }
        device = try PushDevice(claims)
    }
}
