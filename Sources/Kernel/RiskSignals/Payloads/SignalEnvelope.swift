public import Foundation
public import JOSE
public import Primitives

/// A payload as it travels: a JWE (ECDH-ES, A256GCM) from the instance's sealing key to the environment's key. Both halves have agreed on one
/// content key, so it proves that the instance made it. The documented SDKs call its text the data or signals; ingestion takes the same text.
public enum SignalEnvelope {
    /// `typ` of the JWE.
    public static let type = "signals+jwe"

    /// A payload that was opened.
    public struct Opened: Sendable {
        /// The payload.
        public let payload: SignalPayload
        /// The thumbprint (RFC 7638) of the key that it was sealed with. It is the instance's if the instance registered with it.
        public let sealingThumbprint: String
    }

    /// Makes the key with which an instance seals its payloads.
    /// - Parameters:
    ///   - pair: the instance's own, P-256, whose public half its registration named (``InstanceRegistration/sealingKey``).
    ///   - environment: the environment's key.
    /// - Throws: ``RiskError/Code/wrongKey`` when the environment's key is none to seal for.
    public static func sealingKey(_ pair: JWK, for environment: JWK) throws(RiskError) -> SealingKey {
        do { return try SealingKey(environment, algorithm: .ecdhES, encryption: .a256GCM).agreed(with: pair) } catch {
            throw RiskError(.wrongKey, "the environment's key is none to seal for")
        }
    }

    /// Seals a payload.
    /// - Parameter key: of ``sealingKey(_:for:)``.
    /// - Throws: ``RiskError/Code/tooLarge`` for a payload beyond ``SignalLimits``.
    public static func seal(
        _ payload: SignalPayload, with key: SealingKey, random: any RandomSource
    ) throws(RiskError) -> String {
        let claims = JSONValue.object(payload.claims).encoded
        guard payload.events.count <= SignalLimits.events, claims.count <= SignalLimits.payload else {
            throw RiskError(.tooLarge, "a payload of \(payload.events.count) events is beyond the bounds")
        }
        do { return try JWE.seal(claims, with: key, header: ["typ": .string(type)], random: random) } catch {
            throw RiskError(.wrongKey, "the environment's key is none to seal for")
        }
    }

    /// Opens a payload.
    /// - Parameters:
    ///   - keys: the environment's, for ECDH-ES with A256GCM.
    ///   - issuer: the environment.
    ///   - now: the server's time.
    /// - Throws: ``RiskError/Code/tooLarge``, ``RiskError/Code/wrongKey``, ``RiskError/Code/malformed``, and
    ///   ``RiskError/Code/expired`` for one that is older than ``SignalLimits/age`` or from the future.
    public static func open(
        _ text: String, with keys: some OpeningKeySource, issuer: SignalsIssuer, at now: Date
    ) throws(RiskError) -> Opened { try open(text, with: keys, issuers: [issuer], at: now) }

    /// Works like ``open(_:with:issuer:at:)``, for a payload that may be for any of several environments.
    public static func open(
        _ text: String, with keys: some OpeningKeySource, issuers: [SignalsIssuer], at now: Date
    ) throws(RiskError) -> Opened {
        guard text.utf8.count <= SignalLimits.sealed else {
            throw RiskError(.tooLarge, "a payload of \(text.utf8.count) bytes; at most \(SignalLimits.sealed) are taken")
        }
        let limits = JOSELimits(token: SignalLimits.sealed)
        guard let opened = try? JWE.open(text, with: keys, requiring: ["typ": .string(type)], limits: limits),
            let thumbprint = opened.header["epk"]?.object.flatMap(JWK.thumbprintText(ofP256:))
        else { throw RiskError(.wrongKey, "the payload isn't sealed for this environment") }
        let payload = try SignalPayload(parsing: opened.plaintext, for: issuers)
        try payload.issuedAt.check(at: now)
        return Opened(payload: payload, sealingThumbprint: thumbprint)
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
