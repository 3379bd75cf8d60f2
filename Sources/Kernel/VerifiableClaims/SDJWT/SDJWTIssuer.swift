public import JOSE
public import Primitives

/// An issuer of SD-JWTs (RFC 9901 §4).
public struct SDJWTIssuer: Sendable {
    /// The key that signs.
    public var key: SigningKey
    /// The kind of token, written as `typ` (§9.11).
    public var type: String
    /// The hash algorithm of the digests.
    public var hash: DisclosureHash

    /// An issuer. Digests are by SHA-256 unless said otherwise.
    public init(key: SigningKey, type: String, hash: DisclosureHash = .sha256) {
        self.key = key
        self.type = type
        self.hash = hash
    }

    /// Claims by which a token is judged, which a holder must not keep back (§9.7).
    public static let alwaysShown = ["iss", "aud", "exp", "nbf", "cnf"]

    /// Issues claims, with all Disclosures.
    ///
    /// - Parameters:
    ///   - claims: the claims.
    ///   - holder: the key that the holder will prove, of which the public half becomes `cnf`; nil for a token without holder.
    ///   - random: the source of salts and decoys.
    /// - Throws: ``SDJWTError/Code/reservedName`` for a name of the format's, for a claim of ``alwaysShown`` that is disclosable and for a `cnf` beside
    ///   `holder`; ``SDJWTError/Code/duplicateName``; ``SDJWTError/Code/tooLarge`` for claims nested deeper than 32;
    ///   ``SDJWTError/Code/missingHolderKey`` for a symmetric key; ``SDJWTError/Code/signingFailed``.
    public func issue(_ claims: DisclosableObject, holder: JWK? = nil, random: some RandomSource) throws(SDJWTError) -> SDJWT {
        for member in claims.members {
            if case .disclosable = member.value, Self.alwaysShown.contains(member.name) {
                throw SDJWTError(.reservedName, "\(member.name) can't be kept back")
            }
            if holder != nil, member.name == "cnf" { throw SDJWTError(.reservedName, "cnf is the holder's key") }
        }
        var maker = DisclosureMaker(hash: hash, random: random)
        var payload = try maker.object(claims, depth: SDJWTLimits.standard.depth)
        if let holder {
            guard let members = holder.publicJSON else { throw SDJWTError(.missingHolderKey, "a symmetric key is no holder's") }
            payload["cnf"] = .object(["jwk": .object(members)])
        }
        if !maker.disclosures.isEmpty { payload["_sd_alg"] = .string(hash.rawValue) }
        return try sign(payload, disclosures: maker.disclosures)
    }

    /// Signs a payload that has its digests.
    func sign(_ payload: JSONObject, disclosures: [String]) throws(SDJWTError) -> SDJWT {
        do { return SDJWT(issuerToken: try JWT.sign(JWTClaims(made: payload), with: key, type: type), disclosures: disclosures) } catch {
            throw SDJWTError(.signingFailed, error.reason, underlying: error)
        }
    }
}
