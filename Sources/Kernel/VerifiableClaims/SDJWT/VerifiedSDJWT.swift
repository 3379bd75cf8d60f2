public import JOSE
public import Primitives

/// A step on the way from a token's claims to one of them.
public enum ClaimPathPart: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element of this number, from 0, as the issuer's array has it with all that is kept back.
    case index(Int)
}

/// An SD-JWT that a policy has accepted.
public struct VerifiedSDJWT: Sendable {
    /// A claim that was disclosed.
    public struct Disclosed: Sendable, Equatable {
        /// The way to it from the token's claims.
        public let path: [ClaimPathPart]
        /// The Disclosure that was sent.
        public let disclosure: Disclosure
        /// The numbers of the Disclosures that this one is within, the outermost first.
        let parents: [Int]
    }

    /// The SD-JWT as it came.
    public let token: SDJWT
    /// The header of the issuer's token.
    public let header: JOSEHeader
    /// The claims with everything that was disclosed, and without a trace of the format (§7.1: Processed SD-JWT Payload).
    public let claims: JWTClaims
    /// The claims of the issuer's token as it was signed, with the digests.
    public let signed: JSONObject
    /// The bytes of ``signed``, as they were signed.
    let payload: [UInt8]
    /// The disclosed claims, in the order of their Disclosures.
    public let disclosed: [Disclosed]
    /// The hash algorithm of the digests.
    public let hash: DisclosureHash
    /// The key of the holder (`cnf`); nil for a token that names none.
    public let holder: JWK?
    /// Whether the holder's proof was required, and verified.
    public let isBound: Bool

    /// The token with some of the Disclosures, for a holder to show (§7.2): those of chosen claims, and those that they are within.
    ///
    /// - Parameter isShown: whether the claim at a path is shown.
    public func selecting(_ isShown: ([ClaimPathPart]) -> Bool) -> SDJWT {
        var places: Set<Int> = []
        for (place, claim) in disclosed.enumerated() where isShown(claim.path) { places.formUnion(claim.parents + [place]) }
        return SDJWT(issuerToken: token.issuerToken, disclosures: places.sorted().map { token.disclosures[$0] })
    }

    /// A presentation with the holder's proof (§4.3).
    ///
    /// - Parameters:
    ///   - presentation: of this token, by ``selecting(_:)``.
    ///   - key: the private half of ``holder``.
    /// - Throws: ``SDJWTError/Code/missingHolderKey`` when the token names no holder; ``SDJWTError/Code/signingFailed``.
    public func bind(_ presentation: SDJWT, to binding: KeyBinding, key: SigningKey) throws(SDJWTError) -> SDJWT {
        guard holder != nil else { throw SDJWTError(.missingHolderKey, "the token names no key of its holder") }
        let proof: String
        do { proof = try JWT.sign(binding.claims(for: presentation, hash: hash), with: key, type: KeyBinding.type) } catch {
            throw SDJWTError(.signingFailed, error.reason, underlying: error)
        }
        return SDJWT(issuerToken: presentation.issuerToken, disclosures: presentation.disclosures, keyBinding: proof)
    }
}
