public import Primitives

/// JSON Web Encryption (RFC 7516), compact serialisation.
///
/// The whole header is authenticated. So what a token is bound to (a realm, a purpose) is written into it when sealing and required of
/// it when opening.
public enum JWE {
    /// A JWE that has been opened.
    public struct Opened: Sendable {
        /// The header, authenticated with the content.
        public let header: JOSEHeader
        /// The content.
        public let plaintext: [UInt8]
        /// The `kid` of the key that opened it.
        public let keyID: String?
    }

    /// Encrypts content (RFC 7516 §5.1) and returns the compact serialisation (§7.1).
    ///
    /// - Parameters:
    ///   - plaintext: the content. Its length shows.
    ///   - key: the recipient's key.
    ///   - header: members besides `alg`, `enc`, `kid` and `epk`. With key agreement, `apu` and `apv` (base64url) enter the derivation
    ///     (RFC 7518 §4.6.1).
    ///   - random: where the initialisation vector, the content's key and the ephemeral key come from; OAEP's seed comes from the
    ///     cryptographic library.
    ///
    /// Throws ``JWEError/Code/reservedHeader`` for a member that only the key may set, ``JWEError/Code/malformed`` for an `apu` or `apv` that
    /// is not base64url, and ``JWEError/Code/sealingFailed``.
    public static func seal(
        _ plaintext: some Collection<UInt8>, with key: SealingKey, header: JSONObject = JSONObject(), random: some RandomSource
    ) throws(JWEError) -> String {
        let content = try key.contentKey(header: header, random: random)
        let text = try key.protectedHeader(header, ephemeral: content.ephemeral)
        return try key.seal(Array(plaintext), content.key, random.bytes(key.encryption.vectorLength), header: text)
            .compact(behind: text, content.encrypted)
    }

    /// Decrypts a compact serialisation (RFC 7516 §5.2).
    ///
    /// - Parameters:
    ///   - token: the compact serialisation.
    ///   - keys: an ``OpeningKey`` or ``OpeningKeys``; they say which `alg` and `enc` are accepted.
    ///   - members: header members that must be there with exactly these values, once the token has opened.
    ///   - limits: bounds on the token.
    /// - Throws: ``JWEError/Code/headerMismatch`` when the header lacks a required member; ``JWEError`` with other codes when the token is
    ///   refused or can't be opened.
    public static func open(
        _ token: String, with keys: some OpeningKeySource, requiring members: JSONObject = JSONObject(),
        limits: JOSELimits = .standard
    ) throws(JWEError) -> Opened {
        let opened = try SealedToken.open(token, with: keys, limits: limits)
        for member in members.members where opened.header[member.name] != member.value {
            throw JWEError(.headerMismatch, "\(member.name) in the header is not what it must be")
        }
        return opened
    }
}
