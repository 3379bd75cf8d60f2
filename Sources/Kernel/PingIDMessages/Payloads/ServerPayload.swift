public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives

/// The server's payload, which travels back the same way: a statement by the realm's key, sealed for the installation's.
public struct ServerPayload: Sendable, Equatable {
    /// `typ` of the signed statement.
    public static let type = "pingid-server-payload+jwt"
    /// `typ` of the sealed one.
    public static let sealedType = "pingid-server-payload+jwe"
    /// The longest sealed one, in bytes: it may list as many users as a standing has, each with the longest name.
    public static let longest = 256 << 10
    private static let limits = JOSELimits(token: longest, claims: JSONLimits(bytes: longest, depth: 8, values: 4096))
    /// The longest life, in seconds.
    public static let lifetime: TimeInterval = 120

    /// The device issuer; `iss`.
    public var issuer: String
    /// The installation; `aud`.
    public var audience: String
    /// The time when the payload was made, `iat`.
    public var issuedAt: Date
    /// The time when the payload expires, `exp`; at most ``lifetime`` after ``issuedAt``.
    public var expires: Date
    /// 128 random bits; `jti`.
    public var id: String
    /// The ``DevicePayload/id`` of the payload that this answers; `re`.
    public var answers: String
    /// The next step.
    public var flow: FlowState
    /// The trust levels that the user may choose from.
    public var trustLevels: [TrustLevel]
    /// The session that the user's choice belongs to; nil when there is nothing to choose.
    public var session: String?
    /// The installation's state at the server.
    public var standing: Standing
    /// The reason for which the server did not do what was asked; nil when it did.
    public var refusal: DeviceError?

    /// Makes a payload that expires ``lifetime`` after it was issued, of members that are taken unchecked. By default there are no trust
    /// levels, no session and no refusal, and the standing is empty.
    public init(
        issuer: String, audience: String, issuedAt: Date, id: String, answers: String, flow: FlowState, trustLevels: [TrustLevel] = [],
        session: String? = nil, standing: Standing = Standing(), refusal: DeviceError? = nil
    ) {
        self.issuer = issuer
        self.audience = audience
        self.issuedAt = issuedAt
        self.id = id
        self.answers = answers
        expires = issuedAt.addingTimeInterval(Self.lifetime)
        self.flow = flow
        self.trustLevels = trustLevels
        self.session = session
        self.standing = standing
        self.refusal = refusal
    }

    private var claims: JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(audience), "iat": JSONValue(issuedAt), "exp": JSONValue(expires), "jti": .string(id),
            "re": .string(answers), "flow": .string(flow.rawValue), "trustLevels": .array(trustLevels.map { .string($0.rawValue) }),
            "standing": standing.json,
        ]
        claims["session"] = session.map(JSONValue.string)
        claims["error"] = refusal?.json
        return claims
    }

    /// Signs the payload, and seals it for an installation's `enc` key.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/publicKey`` when the key is none to seal for;
    ///   ``/DeviceMessages/DeviceError/Code/server`` when the realm's key can't sign.
    public func sealed(with key: SigningKey, for agreement: JWK, random: some RandomSource) throws(DeviceError) -> String {
        let statement: String
        do { statement = try JWS.sign(JSONValue.object(claims).encoded, with: key, header: ["typ": .string(Self.type)]) } catch {
            throw DeviceError(.server, "the payload can't be signed: \(error.reason)")
        }
        return try Envelope.seal(statement.utf8, type: Self.sealedType, for: agreement, random: random)
    }

    /// Opens a payload, and verifies it: of this issuer, for this installation, in time. Whether it answers a payload of this device is the
    /// caller's to see.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError/Code/payload`` when it wasn't sealed for this installation;
    ///   ``/DeviceMessages/DeviceError/Code/invalidProof`` when it isn't the realm's; ``/DeviceMessages/DeviceError/Code/expired``;
    ///   ``/DeviceMessages/DeviceError/Code/malformed`` when a claim has the wrong form.
    public init(
        opening text: String, with opening: some OpeningKeySource, keys: some VerificationKeySource, issuer: String, audience: String,
        at now: Date
    ) throws(DeviceError) {
        let content = try Envelope.open(text, type: Self.sealedType, with: opening, atMost: Self.longest)
        let statement = try Statement(String(foreign: content) ?? "", type: Self.type, limits: Self.limits)
        try statement.verify(with: keys)
        try self.init(Members(.object(statement.claims), of: "the server's payload"))
        guard self.issuer == issuer, self.audience == audience else {
            throw Statement.refusal("it is of another server, or for another device")
        }
        try PayloadTimes.check(issuedAt, expires, atMost: Self.lifetime, at: now)
    }

    private init(_ members: Members) throws(DeviceError) {
        self.init(
            issuer: try members.text("iss", atMost: 2048), audience: try members.text("aud"), issuedAt: try members.time("iat"),
            id: try members.text("jti", atMost: 128), answers: try members.text("re", atMost: 128), flow: try members.choice("flow"),
            trustLevels: try members.choices("trustLevels"), session: try members.optionalText("session", atMost: 128),
            standing: try Standing(members.inside("standing")))
        expires = try members.time("exp")
        refusal = members.object["error"].flatMap { DeviceError(json: $0) }
    }
}
