public import Primitives

extension OpeningKey {
    /// A key for one token whose private half is out of reach, as in a hardware store: the store computed the secret shared with the
    /// token's ``JWE/ephemeralKey(of:limits:)``, and this opens with it (RFC 7518 §4.6, `ECDH-ES` without wrapping).
    ///
    /// - Parameter secret: the raw shared secret, the x coordinate of P-256 (32 bytes).
    public init(agreed secret: Secret, encryptions: Set<ContentEncryption>) {
        self.init(algorithm: .ecdhES, encryptions: encryptions, method: .agreed(secret))
    }
}

extension JWE {
    /// The ephemeral public key in a token's header, `epk` (RFC 7518 §4.6.1.1): what a key store is asked to agree with. The token is not
    /// authenticated by this.
    /// - Throws: ``JWEError/Code/malformed`` when the header has no `epk`, or it is no public key.
    public static func ephemeralKey(of token: String, limits: JOSELimits = .standard) throws(JWEError) -> JWK {
        let sealed = try SealedToken(token, limits: limits)
        guard let members = sealed.header["epk"]?.object, let key = try? JWK(members), !key.isPrivate else {
            throw JWEError(.malformed, "epk is missing in the header, or no public key")
        }
        return key
    }
}
