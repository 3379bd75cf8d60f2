internal import Crypto
public import Foundation
public import JOSE
public import Primitives

/// The request of an instance for a token: `POST /instances`, with a JWS of its own key. Made again, it renews the token.
public struct InstanceRegistration: Sendable, Equatable {
    /// `typ` of the JWS.
    public static let type = "signals-instance+jwt"

    /// The member of the body that holds the JWS.
    package static let statement = "statement"

    /// The claims of the JWS.
    package enum Claim: String, Sendable, CaseIterable {
        case issuer = "iss", audience = "aud", issuedAt = "iat", id = "jti", sealingKey = "epk", application = "app", mac

        /// The reason why the server doesn't act upon it; nil where it does.
        package var ignored: String? {
            self == .application ? "the environment in the call's address is the app's, and the mac shows it" : nil
        }
    }

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
            Claim.issuer.rawValue: .string(instance), Claim.audience.rawValue: .string(issuer.description),
            Claim.issuedAt.rawValue: .integer(issuedAt.secondsSince1970), Claim.id.rawValue: .string(id),
            Claim.sealingKey.rawValue: sealingKey.publicJSON.map(JSONValue.object) ?? .null,
        ]
        claims[Claim.application.rawValue] = application.map(JSONValue.string)
        claims[Claim.mac.rawValue] = mac.map(JSONValue.string)
        return SignedClaims.signingInput(type: Self.type, key: key, claims: claims)
    }

    /// The body of the request.
    /// - Parameter signature: of ``signingInput``, r and s in 32 bytes each (RFC 7518 §3.4).
    public func json(signature: [UInt8]) -> JSONValue {
        [Self.statement: .string(JWS.text(signingInput, signature: signature))]
    }

    /// Reads the body, and verifies that the key in it signed it.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/wrongKey``, ``RiskError/Code/expired``.
    public init(json: JSONValue, issuer: SignalsIssuer, at now: Date) throws(RiskError) {
        let signed = try SignedClaims(
            try RiskMembers(json, of: "the registration").text(Self.statement, atMost: SignalLimits.registration), type: Self.type)
        let members = try RiskMembers(.object(signed.claims), of: "the registration")
        guard try members.text(Claim.audience.rawValue, atMost: 512) == issuer.description else {
            throw members.wrong(Claim.audience.rawValue, "this environment")
        }
        guard try members.text(Claim.issuer.rawValue, atMost: 64) == signed.key.thumbprintText else {
            throw RiskError(.wrongKey, "iss is another key's")
        }
        self.issuer = issuer
        key = signed.key
        sealingKey = try members.key(Claim.sealingKey.rawValue)
        let seconds = try members.integer(Claim.issuedAt.rawValue, in: 0...SignalEvent.latest / 1000)
        issuedAt = Date(timeIntervalSince1970: Double(seconds))
        id = try members.text(Claim.id.rawValue, atMost: 64)
        application = try members.optionalText(Claim.application.rawValue, atMost: 128)
        mac = try members.optionalText(Claim.mac.rawValue, atMost: 64)
        try issuedAt.check(at: now)
    }

    /// Whether the app that made it holds a secret.
    public func isMade(with secret: Secret) -> Bool {
        mac.map { constantTimeEqual(Array($0.utf8), Array(mac(with: secret).utf8)) } ?? false
    }

    /// HMAC-SHA256 (RFC 2104) of the instance's id, a dot, the time in seconds, a dot and the request's id, in base64url.
    private func mac(with secret: Secret) -> String {
        let text = "\(instance).\(issuedAt.secondsSince1970).\(id)"
        let key = secret.withBytes { SymmetricKey(data: $0) }
        return Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}
