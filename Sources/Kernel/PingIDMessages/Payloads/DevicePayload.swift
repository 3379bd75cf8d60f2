public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives

/// A device's payload, which travels through the app's and the customer's server to ours: a statement by the installation's key, sealed
/// for the realm's.
///
/// To the app and the customer's server it is an opaque text that is good for two minutes and once (`docs/pingid.md`).
public struct DevicePayload: Sendable, Equatable {
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
            "iss": .string(installation), "enc": JSONValue(agreement), "aud": .string(audience), "azp": .string(application),
            "iat": JSONValue(issuedAt), "exp": JSONValue(expires), "jti": .string(id), "app": app.json, "device": device.json,
            "mfa": .string(capability.rawValue), "rootDetection": .bool(isRootDetectionActive),
        ]
        claims["push"] = push?.json
        claims["counter"] = counter.map { .integer(Int64(clamping: $0)) }
        claims["session"] = session.map(JSONValue.string)
        claims["selection"] = selection?.json
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
            installation: try members.text("iss"), key: key, agreement: try members.key("enc"),
            audience: try members.text("aud", atMost: 2048), application: try members.text("azp"), issuedAt: try members.time("iat"),
            id: try members.text("jti", atMost: 128), app: try AppDescription(json: members.required("app")),
            device: try DeviceDescription(json: members.required("device")), capability: try members.choice("mfa"))
        expires = try members.time("exp")
        if let address = members.object["push"] { push = try PushAddress(json: address) }
        isRootDetectionActive = try members.flag("rootDetection", default: false)
        counter = try members.counter("counter")
        session = try members.optionalText("session", atMost: 128)
        selection = try members.optional("selection").map { members throws(DeviceError) in try UserSelection(members) }
    }
}
