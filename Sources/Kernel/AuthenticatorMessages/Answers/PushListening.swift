public import Foundation
public import Primitives

/// A device asks the server's own push service for its pushes, which come as an event stream: for devices without Apple's or Google's
/// services. Of our own lines; the body is a ``MechanismBody``.
public struct PushListening: Sendable, Equatable {
    /// The number of seconds by which clocks may differ.
    public static let leeway: TimeInterval = 120

    /// The id of the mechanism that listens, `mechanismUid` on the wire.
    public var mechanismID: String
    /// The time when the claims were made; whole seconds since 1970, as a text, on the wire.
    public var issuedAt: Date

    /// Makes a claim to listen for pushes of its members, which are taken unchecked.
    public init(mechanismID: String, issuedAt: Date) {
        self.mechanismID = mechanismID
        self.issuedAt = issuedAt
    }

    /// The claims that are signed: `mechanismUid` and `iat`.
    public var claims: JSONObject {
        ["mechanismUid": .string(mechanismID), "iat": .string(String(issuedAt.secondsSince1970))]
    }

    /// Signs it with the mechanism's secret.
    /// - Throws: ``PushMessageError/Code/unusableSecret`` when the secret is too short; ``PushMessageError/Code/tooLarge`` when the token
    ///   would be too long.
    public func signed(with secret: Secret) throws(PushMessageError) -> String { try PushToken.sign(claims, with: secret) }

    /// Reads a request that the mechanism's secret has signed, for that mechanism and just now.
    /// - Throws: ``PushMessageError`` when the token, its claims or its time are refused.
    public init(verifying body: MechanismBody, with secret: Secret, at now: Date) throws(PushMessageError) {
        let claims = Claims(object: try PushToken.verify(body.token, with: secret), what: "the request")
        mechanismID = try claims.text("mechanismUid", atMost: 128)
        guard mechanismID == body.mechanismID else { throw claims.wrong("mechanismUid", "that of the message around it") }
        guard let seconds = try claims.optionalNumber("iat", 0...PushRequest.latest) else {
            throw PushMessageError(.malformed, "iat of the request is missing")
        }
        issuedAt = Date(timeIntervalSince1970: Double(seconds))
        guard abs(now.timeIntervalSince(issuedAt)) <= Self.leeway else {
            throw claims.wrong("iat", "the present time; set the clock right")
        }
    }
}
