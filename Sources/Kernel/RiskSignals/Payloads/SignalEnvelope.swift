public import Foundation
public import JOSE
public import Primitives

/// A payload as it travels: a JWS (ES256) by the instance's key in a JWE (ECDH-ES, A256GCM) to the environment's key. The documented SDKs
/// call its text the data or signals; ingestion takes the same text.
public enum SignalEnvelope {
    /// `typ` of the JWE.
    public static let type = "signals+jwe"
    /// `typ` of the JWS.
    public static let signedType = "signals+jwt"

    /// The bytes that the instance's key signs.
    /// - Throws: ``RiskError/Code/tooLarge`` for a payload beyond ``SignalLimits``.
    public static func signingInput(_ payload: SignalPayload, key: JWK) throws(RiskError) -> [UInt8] {
        let claims = payload.claims
        guard payload.events.count <= SignalLimits.events, JSONValue.object(claims).encoded.count <= SignalLimits.payload else {
            throw RiskError(.tooLarge, "a payload of \(payload.events.count) events is beyond the bounds")
        }
        return SignedClaims.signingInput(type: signedType, key: key, claims: claims)
    }

    /// Seals what was signed.
    /// - Parameters:
    ///   - signature: of ``signingInput(_:key:)``, r and s in 32 bytes each (RFC 7518 §3.4).
    ///   - key: the environment's.
    /// - Throws: ``RiskError/Code/wrongKey`` when the environment's key is none to seal for.
    public static func seal(
        _ signingInput: [UInt8], signature: [UInt8], for key: JWK, random: any RandomSource
    ) throws(RiskError) -> String {
        do {
            let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
            return try JWE.seal(
                JWS.text(signingInput, signature: signature).utf8, with: sealing,
                header: ["typ": .string(type), "cty": .string(signedType)], random: random)
        } catch { throw RiskError(.wrongKey, "the environment's key is none to seal for") }
    }

    /// Opens a payload, and verifies that the key of the instance that it names has signed it.
    /// - Parameters:
    ///   - keys: the environment's, for ECDH-ES with A256GCM.
    ///   - issuer: the environment.
    ///   - now: the server's time.
    /// - Throws: ``RiskError/Code/tooLarge``, ``RiskError/Code/wrongKey``, ``RiskError/Code/malformed``, and
    ///   ``RiskError/Code/expired`` for one that is older than ``SignalLimits/age`` or from the future.
    public static func open(
        _ text: String, with keys: some OpeningKeySource, issuer: SignalsIssuer, at now: Date
    ) throws(RiskError) -> SignalPayload { try open(text, with: keys, issuers: [issuer], at: now) }

    /// Works like ``open(_:with:issuer:at:)``, for a payload that may be for any of several environments.
    public static func open(
        _ text: String, with keys: some OpeningKeySource, issuers: [SignalsIssuer], at now: Date
    ) throws(RiskError) -> SignalPayload {
        guard text.utf8.count <= SignalLimits.sealed else {
            throw RiskError(.tooLarge, "a payload of \(text.utf8.count) bytes; at most \(SignalLimits.sealed) are taken")
        }
        let limits = JOSELimits(token: SignalLimits.sealed)
        guard let opened = try? JWE.open(text, with: keys, requiring: ["typ": .string(type)], limits: limits) else {
            throw RiskError(.wrongKey, "the payload isn't sealed for this environment")
        }
        let signed = try SignedClaims(String(decoding: opened.plaintext, as: UTF8.self), type: signedType)
        guard let issuer = issuers.first(where: { $0.description == signed.claims["aud"]?.string }) ?? issuers.first else {
            throw RiskError(.malformed, "there is no environment that the payload could be for")
        }
        let payload = try SignalPayload(claims: signed.claims, for: issuer)
        guard payload.instance == signed.key.thumbprintText else {
            throw RiskError(.wrongKey, "another key than the instance's has signed")
        }
        try payload.issuedAt.check(at: now)
        return payload
    }
}

extension Date {
    /// Refuses a time that is too far from now.
    func check(at now: Date) throws(RiskError) {
        let age = now.timeIntervalSince(self)
        guard age <= Double(SignalLimits.age), age >= -Double(SignalLimits.skew) else {
            throw RiskError(.expired, "it is of another time: more than \(SignalLimits.age) seconds old, or from the future")
        }
    }
}
