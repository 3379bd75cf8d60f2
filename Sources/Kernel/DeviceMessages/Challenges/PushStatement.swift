public import Foundation
public import JOSE
public import Primitives

/// The statement that wakes a device, whatever carries it (`docs/protocols/device-protocol.md` 5): signed by the realm's key for device
/// statements. Carriers can read it, so it holds no secret and says nothing of who signs in where.
public struct PushStatement: Sendable, Equatable {
    /// `typ` of the header.
    public static let type = "push+jwt"
    /// The longest statement, in bytes.
    public static let longest = 3072

    /// The purpose of a push.
    public enum Kind: String, Sendable, CaseIterable {
        /// A user is to approve or deny.
        case authentication
        /// The device alone is to answer.
        case silent
        /// A challenge was taken back.
        case cancel
        /// A trial.
        case test
    }

    /// The device issuer.
    public var issuer: String
    /// The installation.
    public var audience: String
    /// nil for a trial, which belongs to no pairing.
    public var pairing: String?
    /// The time when the statement was signed, `iat`.
    public var issuedAt: Date
    /// The time when the statement expires, `exp`.
    public var expires: Date
    /// The challenge.
    public var challenge: String
    /// The purpose of the push.
    public var kind: Kind
    /// Given back with the decision.
    public var nonce: String
    /// Seconds that the user has.
    public var timeout: Int
    /// The number that the user must pick or enter; nil when none is asked for.
    public var number: NumberMatching?
    /// The context that the app is to show; only where the realm lets carriers read it.
    public var clientContext: String?

    /// Makes a push statement of its members, which are taken unchecked. By default `number` and `clientContext` are nil.
    public init(
        issuer: String, audience: String, pairing: String?, issuedAt: Date, expires: Date, challenge: String, kind: Kind, nonce: String,
        timeout: Int, number: NumberMatching? = nil, clientContext: String? = nil
    ) {
        self.issuer = issuer
        self.audience = audience
        self.pairing = pairing
        self.issuedAt = issuedAt
        self.expires = expires
        self.challenge = challenge
        self.kind = kind
        self.nonce = nonce
        self.timeout = timeout
        self.number = number
        self.clientContext = clientContext
    }

    /// The claims that are signed.
    public var claims: JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(audience), "iat": JSONValue(issuedAt), "exp": JSONValue(expires),
            "jti": .string(challenge), "kind": .string(kind.rawValue), "nonce": .string(nonce), "timeout": .integer(Int64(timeout)),
        ]
        claims["pairingId"] = pairing.map(JSONValue.string)
        claims["number"] = number?.json
        claims["context"] = clientContext.map(JSONValue.string)
        return claims
    }

    /// Signs it.
    /// - Throws: ``JWSError`` when the key can't sign.
    public func signed(with key: SigningKey) throws(JWSError) -> String {
        try JWS.sign(JSONValue.object(claims).encoded, with: key, header: ["typ": .string(Self.type)])
    }

    /// Reads a statement and verifies it: of this issuer, for this installation, in time.
    /// - Throws: `.invalidProof` for one that isn't ours; `.expired`.
    public init(
        verifying text: String, issuer: String, audience: String, keys: some VerificationKeySource, at now: Date
    ) throws(DeviceError) {
        let statement = try Statement(text, type: Self.type)
        try statement.verify(with: keys)
        guard try statement.text("iss", atMost: 2048) == issuer, try statement.text("aud") == audience else {
            throw Statement.refusal("it is of another server, or for another device")
        }
        try self.init(claims: Members(.object(statement.claims), of: "the push"))
        guard issuedAt.timeIntervalSince(now) <= Self.leeway else { throw Statement.refusal("it is of a later time") }
        guard now < expires.addingTimeInterval(Self.leeway) else { throw DeviceError(.expired, "the push has expired") }
    }

    /// The issuer and audience that a statement claims, by which the keys to verify it are found.
    /// - Throws: ``DeviceError/Code/invalidProof`` when the text is no statement of this type, or lacks a claim.
    public static func claimed(_ text: String) throws(DeviceError) -> (issuer: String, audience: String) {
        let statement = try Statement(text, type: type)
        return (try statement.text("iss", atMost: 2048), try statement.text("aud"))
    }

    private init(claims members: Members) throws(DeviceError) {
        issuer = try members.text("iss", atMost: 2048)
        audience = try members.text("aud")
        pairing = try members.optionalText("pairingId")
        issuedAt = try members.time("iat")
        expires = try members.time("exp")
        challenge = try members.text("jti")
        guard let kind = Kind(exactly: try members.text("kind")) else { throw members.wrong("kind", "one of this protocol") }
        self.kind = kind
        nonce = try members.text("nonce")
        timeout = try members.integer("timeout", in: 0...3600)
        number = try members.optional("number").map(NumberMatching.init)
        clientContext = try members.optionalText("context", atMost: Self.longest)
    }

    /// The number of seconds by which clocks may differ.
    private static let leeway: TimeInterval = 30
}
