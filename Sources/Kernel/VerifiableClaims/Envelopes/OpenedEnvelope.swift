public import Foundation
public import JOSE
import Primitives

/// An envelope that its recipient has opened, and whose signature waits for the sender's keys.
public struct OpenedEnvelope: Sendable {
    /// The id of the party who is said to have sent it, by which the keys for ``verify(keys:at:)`` are looked up.
    public let sender: UUID
    private let recipient: UUID
    private let token: JWS.Unverified
    private let claims: JWTClaims

    /// Bounds on what an envelope holds.
    package static let limits = JOSELimits(
        token: EnvelopeContent.mostSealedBytes,
        claims: JSONLimits(bytes: EnvelopeContent.mostBytes, depth: 16, values: 100_000))

    /// Opens an envelope.
    ///
    /// - Parameters:
    ///   - recipient: the caller's own id.
    ///   - keys: the caller's private keys, for ECDH-ES with A256GCM.
    /// - Throws: ``EnvelopeError/Code/tooLarge``, ``EnvelopeError/Code/notOpened``, ``EnvelopeError/Code/wrongRecipient`` and
    ///   ``EnvelopeError/Code/malformed``.
    public init(_ text: String, recipient: UUID, keys: some OpeningKeySource) throws(EnvelopeError) {
        let signed = try Self.open(text, recipient, keys)
        do {
            token = try JWS.Unverified(signed, limits: Self.limits)
            guard let members = try JSONValue(parsing: token.payload, limits: Self.limits.claims).object else {
                throw EnvelopeError(.malformed, "the signed message is no JSON object")
            }
            claims = try JWTClaims(members)
        } catch let error as EnvelopeError { throw error } catch {
            throw EnvelopeError(.malformed, "the envelope holds no signed message", underlying: error)
        }
        guard let sender = claims.issuer.flatMap(UUID.init(text:)) else { throw EnvelopeError(.malformed, "the sender's id is no UUID") }
        self.sender = sender
        self.recipient = recipient
    }

    private static func open(_ text: String, _ recipient: UUID, _ keys: some OpeningKeySource) throws(EnvelopeError) -> String {
        let opened: JWE.Opened
        do { opened = try JWE.open(text, with: keys, requiring: EnvelopeContent.header(for: recipient), limits: limits) } catch {
            let code: EnvelopeError.Code =
                switch error.code {
                case .tooLarge: .tooLarge
                case .malformed, .criticalHeader: .malformed
                case .headerMismatch: .wrongRecipient
                default: .notOpened
                }
            throw EnvelopeError(code, error.reason, underlying: error)
        }
        guard opened.header.algorithm == KeyManagementAlgorithm.ecdhES.rawValue,
            opened.header.encryption == ContentEncryption.a256GCM.rawValue
        else { throw EnvelopeError(.notOpened, "envelopes are sealed by ECDH-ES and A256GCM") }
        guard let signed = String(foreign: opened.plaintext) else {
            throw EnvelopeError(.malformed, "the envelope holds no signed message")
        }
        return signed
    }

    /// Verifies the message by the sender's keys, and gives it.
    ///
    /// - Throws: ``EnvelopeError/Code/wrongSender`` when none of the keys signed it; ``EnvelopeError/Code/wrongRecipient`` when it was signed for
    ///   another; ``EnvelopeError/Code/expired`` and ``EnvelopeError/Code/notYetValid``, with clocks that differ by at most 5 minutes;
    ///   ``EnvelopeError/Code/challengeExpired``; ``EnvelopeError/Code/wrongKind``, ``EnvelopeError/Code/malformed``.
    public func verify(keys: some VerificationKeySource, at now: Date) throws(EnvelopeError) -> EnvelopeContent {
        do { _ = try token.verify(with: keys, allowing: [.es256]) } catch {
            throw EnvelopeError(.wrongSender, "the message isn't signed by the sender that it names", underlying: error)
        }
        guard claims["aud"]?.string == recipient.text else {
            throw EnvelopeError(.wrongRecipient, "the message was signed for another recipient")
        }
        let content = try EnvelopeContent(claims: claims, type: token.header.type ?? "")
        guard content.expires.timeIntervalSince(content.issuedAt) <= EnvelopeContent.longestLife, now < content.expires + Self.leeway else {
            throw EnvelopeError(.expired, "the message's time has passed, or was to be longer than a day")
        }
        guard content.issuedAt <= now + Self.leeway else { throw EnvelopeError(.notYetValid, "the message was sent in the future") }
        if let challenge = content.challenge {
            do { try challenge.check(at: now) } catch {
                throw EnvelopeError(.challengeExpired, error.reason, underlying: error)
            }
        }
        return content
    }

    private static let leeway: TimeInterval = 300
}
