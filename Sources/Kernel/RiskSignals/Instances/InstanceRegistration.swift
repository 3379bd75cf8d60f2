internal import Crypto
public import Foundation
public import JOSE
public import Primitives

/// The request of an instance for a token: `POST /instances`, with a JWS of its own key. Made again, it renews the token.
public struct InstanceRegistration: Sendable, Equatable {
    /// `typ` of the JWS.
    public static let type = "signals-instance+jwt"

    /// The environment.
    public var issuer: SignalsIssuer
    /// The app's id, for the SDK that has one; nil for the other.
    public var application: String?
    /// The time when it was made; whole seconds on the wire.
    public var issuedAt: Date
    /// Made up for each; 128 random bits.
    public var id: String
    /// The instance's public key, P-256.
    public var key: JWK
    /// The public key with whose pair the instance seals its payloads, P-256.
    public var sealingKey: JWK
    /// An HMAC keyed by the app's secret; nil without one. Every copy of an app holds the secret, so this proves nothing by itself.
    public private(set) var mac: String?

    /// Makes a request.
    /// - Parameter secret: the app's secret, which keys ``mac`` and isn't sent.
    public init(
        issuer: SignalsIssuer, application: String? = nil, secret: Secret? = nil, issuedAt: Date, id: String, key: JWK,
        sealingKey: JWK
    ) {
        self.issuer = issuer
        self.application = application
        self.issuedAt = Date(timeIntervalSince1970: issuedAt.timeIntervalSince1970.rounded(.down))
        self.id = id
        self.key = key
        self.sealingKey = sealingKey
        mac = secret.map { mac(with: $0) }
    }

    /// The instance's id: the thumbprint of its key (RFC 7638).
    public var instance: String { key.thumbprintText }

    /// The thumbprint of ``sealingKey``, by which payloads are known (``SignalEnvelope/Opened/sealingThumbprint``).
    public var sealingThumbprint: String { sealingKey.thumbprintText }

    /// The bytes that the instance's key signs.
    public var signingInput: [UInt8] {
        var claims: JSONObject = [
            "iss": .string(instance), "aud": .string(issuer.description), "iat": .integer(Int64(issuedAt.timeIntervalSince1970)),
            "jti": .string(id), "epk": sealingKey.publicJSON.map(JSONValue.object) ?? .null,
        ]
        claims["app"] = application.map(JSONValue.string)
        claims["mac"] = mac.map(JSONValue.string)
        return SignedClaims.signingInput(type: Self.type, key: key, claims: claims)
    }

    /// The body of the request.
    /// - Parameter signature: of ``signingInput``, r and s in 32 bytes each (RFC 7518 §3.4).
    public func json(signature: [UInt8]) -> JSONValue {
        ["statement": .string(JWS.text(signingInput, signature: signature))]
    }

    /// Reads the body, and verifies that the key in it signed it.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/wrongKey``, ``RiskError/Code/expired``.
    public init(json: JSONValue, issuer: SignalsIssuer, at now: Date) throws(RiskError) {
        let signed = try SignedClaims(
            try RiskMembers(json, of: "the registration").text("statement", atMost: SignalLimits.registration), type: Self.type)
        let members = try RiskMembers(.object(signed.claims), of: "the registration")
        guard try members.text("aud", atMost: 512) == issuer.description else { throw members.wrong("aud", "this environment") }
        guard try members.text("iss", atMost: 64) == signed.key.thumbprintText else { throw RiskError(.wrongKey, "iss is another key's") }
        self.issuer = issuer
        key = signed.key
        sealingKey = try members.key("epk")
        issuedAt = Date(timeIntervalSince1970: Double(try members.integer("iat", in: 0...SignalEvent.latest / 1000)))
        id = try members.text("jti", atMost: 64)
        application = try members.optionalText("app", atMost: 128)
        mac = try members.optionalText("mac", atMost: 64)
        try issuedAt.check(at: now)
    }

    /// Whether the app that made it holds a secret.
    public func isMade(with secret: Secret) -> Bool {
        mac.map { constantTimeEqual(Array($0.utf8), Array(mac(with: secret).utf8)) } ?? false
    }

    /// HMAC-SHA256 (RFC 2104) of the instance's id, a dot, the time in seconds, a dot and the request's id, in base64url.
    private func mac(with secret: Secret) -> String {
        let text = "\(instance).\(Int64(issuedAt.timeIntervalSince1970)).\(id)"
        let key = secret.withBytes { SymmetricKey(data: $0) }
        return Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}
