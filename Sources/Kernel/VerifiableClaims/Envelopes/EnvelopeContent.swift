public import Foundation
public import JOSE
public import Primitives

/// A message from one party to another, which only the recipient can read: signed by its sender, then sealed (docs/protocols/claims.md).
public struct EnvelopeContent: Sendable, Equatable {
    /// The message's id, by which one that comes twice is known.
    public var id: UUID
    /// The sender's id.
    public var sender: UUID
    /// The recipient's id.
    public var recipient: UUID
    /// The time of sending, in whole seconds.
    public var issuedAt: Date
    /// The time from which it isn't read any more, in whole seconds: at most a day after it was sent.
    public var expires: Date
    /// A text for users; nil for none.
    public var message: String?
    /// The challenge that it asks with, or answers; nil for none.
    public var challenge: ExchangeChallenge?
    /// The content by the kind of message.
    public var body: EnvelopeBody

    /// The number of bytes that message, challenge and data take at most, as the signed JSON: 10 MiB.
    public static let mostBytes = 10 << 20
    /// The number of bytes that a sealed envelope takes at most: a token around a token of ``mostBytes``, each in base64, with their headers.
    public static let mostSealedBytes = mostBytes * 16 / 9 + 16 * 1024
    /// The number of seconds that an envelope lasts, at most.
    public static let longestLife: TimeInterval = 24 * 3600

    /// A message without text and challenge, which lasts a day. Its time is cut to whole seconds.
    public init(id: UUID, sender: UUID, recipient: UUID, issuedAt: Date, body: EnvelopeBody) {
        self.id = id
        self.sender = sender
        self.recipient = recipient
        self.issuedAt = Date(timeIntervalSince1970: issuedAt.timeIntervalSince1970.rounded(.down))
        self.body = body
        expires = self.issuedAt + Self.longestLife
    }

    /// The claims to sign, for a key that signs elsewhere. The token's `typ` is ``type``.
    public var claims: JWTClaims {
        var claims = JWTClaims()
        claims.issuer = sender.text
        claims.audience = [recipient.text]
        claims.id = id.text
        claims.issuedAt = issuedAt
        claims.expires = expires
        claims["message"] = message.map(JSONValue.string)
        claims["challenge"] = challenge.map { .object($0.json) }
        claims["body"] = .object(body.json)
        return claims
    }

    /// The kind of token to sign.
    public var type: String { body.type }

    /// Signs and seals the message.
    ///
    /// - Parameters:
    ///   - signing: the sender's key, of ES256.
    ///   - sealing: the recipient's key, for ECDH-ES and A256GCM.
    /// - Throws: ``EnvelopeError/Code/tooLarge`` and ``EnvelopeError/Code/sealingFailed``.
    public func seal(signing: SigningKey, sealing: SealingKey, random: some RandomSource) throws(EnvelopeError) -> String {
        let claims = claims
        guard JSONValue.object(claims.members).encoded.count <= Self.mostBytes else {
            throw EnvelopeError(.tooLarge, "message, challenge and data take more than \(Self.mostBytes) bytes")
        }
        guard signing.algorithm == .es256 else { throw EnvelopeError(.sealingFailed, "envelopes are signed by ES256") }
        let signed: String
        do { signed = try JWT.sign(claims, with: signing, type: type) } catch {
            throw EnvelopeError(.sealingFailed, error.reason, underlying: error)
        }
        return try Self.seal(signed, to: recipient, sealing: sealing, random: random)
    }

    /// Seals a signed message.
    /// - Parameter signed: the compact JWS of ``claims``.
    /// - Throws: ``EnvelopeError/Code/sealingFailed``.
    public static func seal(
        _ signed: String, to recipient: UUID, sealing: SealingKey, random: some RandomSource
    ) throws(EnvelopeError) -> String {
        guard sealing.algorithm == .ecdhES, sealing.encryption == .a256GCM else {
            throw EnvelopeError(.sealingFailed, "envelopes are sealed by ECDH-ES and A256GCM")
        }
        do { return try JWE.seal(signed.utf8, with: sealing, header: header(for: recipient), random: random) } catch {
            throw EnvelopeError(.sealingFailed, error.reason, underlying: error)
        }
    }

    /// The members of the outer header that bind it to its recipient: `apv` is the id's bytes, which the key is derived with.
    static func header(for recipient: UUID) -> JSONObject {
        ["cty": "JWT", "apv": .string(Base64URL.encode(withUnsafeBytes(of: recipient.uuid) { Array($0) }))]
    }
}
