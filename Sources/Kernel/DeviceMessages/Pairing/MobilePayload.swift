public import Foundation
public import JOSE
public import Primitives

/// The payload that an app puts into an authorization request to say which installation it is (`docs/protocols/device-protocol.md` 4). Any
/// holder can use it, once.
public struct MobilePayload: Sendable, Equatable {
    /// `typ` of the header.
    public static let type = "mobile-payload+jwt"
    /// The longest life, in seconds.
    public static let lifetime: TimeInterval = 120

    /// The installation's id, `iss`.
    public var installation: String
    /// The installation's current `sig` key, which signs.
    public var key: JWK
    /// The device issuer.
    public var audience: String
    /// The app's client id.
    public var client: String
    /// The time when the payload was made, `iat`.
    public var issuedAt: Date
    /// The time when the payload expires, `exp`; at most ``lifetime`` after ``issuedAt``.
    public var expires: Date
    /// 128 random bits.
    public var id: String

    /// Makes a payload that expires ``lifetime`` after it was issued.
    public init(installation: String, key: JWK, audience: String, client: String, issuedAt: Date, id: String) {
        self.installation = installation
        self.key = key
        self.audience = audience
        self.client = client
        self.issuedAt = issuedAt
        expires = issuedAt.addingTimeInterval(Self.lifetime)
        self.id = id
    }

    /// The bytes that the key signs.
    public var signingInput: [UInt8] {
        Statement.signingInput(
            type: Self.type, header: ["jwk": JSONValue(key)],
            claims: [
                "iss": .string(installation), "aud": .string(audience), "azp": .string(client), "iat": JSONValue(issuedAt),
                "exp": JSONValue(expires), "jti": .string(id),
            ])
    }

    /// The payload as it is sent.
    public func text(signature: [UInt8]) -> String { JWS.text(signingInput, signature: signature) }

    /// Reads a payload, and checks that the key in it signed it, and that it is of this time. Whether that key is the installation's,
    /// the caller must know; a new installation's is the key whose thumbprint is its id.
    ///
    /// - Throws: `.invalidProof`; `.expired`.
    public init(verifying text: String, audience: String, at now: Date) throws(DeviceError) {
        let statement = try Statement(text, type: Self.type)
        key = try statement.embeddedKey
        try statement.verify(with: key)
        installation = try statement.text("iss")
        self.audience = try statement.text("aud", atMost: 2048)
        guard self.audience == audience else { throw Statement.refusal("it is for another server") }
        client = try statement.text("azp")
        issuedAt = try statement.time("iat")
        expires = try statement.time("exp")
        id = try statement.text("jti")
        guard expires.timeIntervalSince(issuedAt) <= Self.lifetime, issuedAt.timeIntervalSince(now) <= DeviceProof.tolerance else {
            throw Statement.refusal("it lives longer than \(Int(Self.lifetime)) seconds, or begins later")
        }
        guard now < expires.addingTimeInterval(Self.leeway) else { throw DeviceError(.expired, "the mobile payload has expired") }
    }

    /// The number of seconds by which clocks may differ when a payload expires.
    private static let leeway: TimeInterval = 30
}

/// The claim `device_pairing`, which an ID token carries for an app that may be paired.
public struct DevicePairingClaim: Sendable, Equatable {
    /// The claim's name in the ID token.
    public static let name = "device_pairing"

    /// Stands for a pairing key in the ``PairingRequest``.
    public var ticket: Secret
    /// The time when the ticket expires, `exp`.
    public var expires: Date
    /// The ``MobilePayload/id`` by which it was asked for.
    public var payload: String

    /// Makes a device pairing claim of its members, which are taken unchecked.
    public init(ticket: Secret, expires: Date, payload: String) {
        self.ticket = ticket
        self.expires = expires
        self.payload = payload
    }

    /// The JSON object of the wire, with the members `ticket`, `exp` and `payload_jti`.
    public var json: JSONValue {
        ["ticket": .string(ticket.reveal()), "exp": JSONValue(expires), "payload_jti": .string(payload)]
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: Self.name)
        ticket = Secret(try members.text("ticket"))
        expires = try members.time("exp")
        payload = try members.text("payload_jti")
    }
}
