public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives

/// A device's payload, which travels through the app's and the customer's server to ours: a statement by the installation's key, sealed
/// for the realm's.
///
/// To the app and the customer's server it is an opaque text that is good for two minutes and once (`docs/pingid.md`).
public struct DevicePayload: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case iss, enc, aud, azp, iat, exp, jti, app, device, mfa, rootDetection, push, counter, session, selection
    }

    /// `typ` of the signed statement.
    public static let type = "pingid-payload+jwt"
    /// `typ` of the sealed one.
    public static let sealedType = "pingid-payload+jwe"
    /// The longest life, in seconds.
    public static let lifetime: TimeInterval = 120

    /// The installation's id, the thumbprint of its key (RFC 7638); `iss`.
    public var installation: String
    /// The installation's key, which signs; `jwk` in the header.
    public var key: JWK
    /// The key for which the server seals; `enc`.
    public var agreement: JWK
    /// The device issuer; `aud`.
    public var audience: String
    /// The app's id as the administrator sees it; `azp`.
    public var application: String
    /// The time when the payload was made, `iat`.
    public var issuedAt: Date
    /// The time when the payload expires, `exp`; at most ``lifetime`` after ``issuedAt``.
    public var expires: Date
    /// 128 random bits, `jti`; spent by the server.
    public var id: String
    /// The app.
    public var app: AppDescription
    /// The device's description of itself.
    public var device: DeviceDescription
    /// The ways to authenticate that the app supports.
    public var capability: MFACapability
    /// The address of pushes; nil when there is none.
    public var push: PushAddress?
    /// Whether the app has root detection active.
    public var isRootDetectionActive: Bool
    /// The counter of the device's passcodes; nil without a seed.
    public var counter: UInt64?
    /// The session that the payload continues with; nil for a new one.
    public var session: String?
    /// The user's choice, where it was made already.
    public var selection: UserSelection?

    /// Makes a payload that expires ``lifetime`` after it was issued, of members that are taken unchecked. By default there are no push
    /// address, counter, session and selection, and root detection is not active.
    public init(
        installation: String, key: JWK, agreement: JWK, audience: String, application: String, issuedAt: Date, id: String,
        app: AppDescription, device: DeviceDescription, capability: MFACapability = .automatic, push: PushAddress? = nil,
        isRootDetectionActive: Bool = false, counter: UInt64? = nil, session: String? = nil, selection: UserSelection? = nil
    ) {
        self.installation = installation
        self.key = key
        self.agreement = agreement
        self.audience = audience
        self.application = application
        self.issuedAt = issuedAt
        self.id = id
        expires = issuedAt.addingTimeInterval(Self.lifetime)
        self.app = app
        self.device = device
        self.capability = capability
        self.push = push
        self.isRootDetectionActive = isRootDetectionActive
        self.counter = counter
        self.session = session
        self.selection = selection
    }

    private var claims: JSONObject {
        var claims: JSONObject = [
            Member.iss.rawValue: .string(installation), Member.enc.rawValue: JSONValue(agreement), Member.aud.rawValue: .string(audience),
            Member.azp.rawValue: .string(application),
            Member.iat.rawValue: JSONValue(issuedAt), Member.exp.rawValue: JSONValue(expires), Member.jti.rawValue: .string(id),
            Member.app.rawValue: app.json, Member.device.rawValue: device.json,
            Member.mfa.rawValue: .string(capability.rawValue), Member.rootDetection.rawValue: .bool(isRootDetectionActive),
        ]
        claims[Member.push.rawValue] = push?.json
        claims[Member.counter.rawValue] = counter.map { .integer(Int64(clamping: $0)) }
        claims[Member.session.rawValue] = session.map(JSONValue.string)
        claims[Member.selection.rawValue] = selection?.json
        return claims
    }

    /// The bytes that the key signs.
    public var signingInput: [UInt8] { Statement.signingInput(type: Self.type, header: ["jwk": JSONValue(key)], claims: claims) }

    /// The payload as it is sent.
    /// - Parameters:
    ///   - signature: of ``signingInput``, r and s in 32 bytes each (RFC 7518 §3.4).
    ///   - key: the realm's, ``RealmPayloadKeys/sealing``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/publicKey`` when the key is none to seal for.
    public func sealed(signature: [UInt8], for key: JWK, random: some RandomSource) throws(DeviceError) -> String {
        try Envelope.seal(JWS.text(signingInput, signature: signature).utf8, type: Self.sealedType, for: key, random: random)
    }

    /// Opens a payload, and checks that the installation made it, for this server, now. That it wasn't used before is the caller's to see.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError/Code/payload`` when it wasn't sealed for this realm;
    ///   ``/DeviceMessages/DeviceError/Code/invalidProof`` when it isn't the installation's, or for another server;
    ///   ``/DeviceMessages/DeviceError/Code/expired``; ``/DeviceMessages/DeviceError/Code/malformed`` when a claim has the wrong form.
    public init(opening text: String, with keys: some OpeningKeySource, audience: String, at now: Date) throws(DeviceError) {
        let content = try Envelope.open(text, type: Self.sealedType, with: keys)
        let statement = try Statement(String(foreign: content) ?? "", type: Self.type)
        let key = try statement.embeddedKey
        try statement.verify(with: key)
        try self.init(Members(.object(statement.claims), of: "the payload"), key)
        guard installation == key.thumbprintText else { throw Statement.refusal("its key isn't the installation's") }
        guard self.audience == audience else { throw Statement.refusal("it is for another server") }
        try PayloadTimes.check(issuedAt, expires, atMost: Self.lifetime, at: now)
    }

    private init(_ members: Members, _ key: JWK) throws(DeviceError) {
        self.init(
            installation: try members.text(Member.iss.rawValue), key: key, agreement: try members.key(Member.enc.rawValue),
            audience: try members.text(Member.aud.rawValue, atMost: 2048), application: try members.text(Member.azp.rawValue),
            issuedAt: try members.time(Member.iat.rawValue),
            id: try members.text(Member.jti.rawValue, atMost: 128), app: try AppDescription(json: members.required(Member.app.rawValue)),
            device: try DeviceDescription(json: members.required(Member.device.rawValue)),
            capability: try members.choice(Member.mfa.rawValue))
        expires = try members.time(Member.exp.rawValue)
        if let address = members.object[Member.push.rawValue] { push = try PushAddress(json: address) }
        isRootDetectionActive = try members.flag(Member.rootDetection.rawValue, default: false)
        counter = try members.counter(Member.counter.rawValue)
        session = try members.optionalText(Member.session.rawValue, atMost: 128)
        selection = try members.optional(Member.selection.rawValue).map(UserSelection.init)
    }
}
