public import Foundation
public import Primitives

extension JWT {
    /// Signs claims and seals the signed token (RFC 7519 §11.2: sign first). `header` joins the outer header, where it can be read.
    /// Throws as ``sign(_:with:type:header:)`` and ``JWE/seal(_:with:header:random:)``, as the ``JWTError`` codes `signature` and
    /// `encryption`.
    public static func signAndSeal(
        _ claims: JWTClaims, signing: SigningKey, sealing: SealingKey, type: String = "JWT", header: JSONObject = JSONObject(),
        random: some RandomSource
    ) throws(JWTError) -> String {
        let signed: String
        do { signed = try sign(claims, with: signing, type: type) } catch {
            throw JWTError(.signature, error.reason, underlying: error)
        }
        var outer: JSONObject = ["cty": "JWT"]
        for member in header.members { outer[member.name] = member.value }
        do { return try JWE.seal(signed.utf8, with: sealing, header: outer, random: random) } catch {
            throw JWTError(.encryption, error.reason, underlying: error)
        }
    }
}

extension JWTPolicy {
    /// Opens a sealed token and verifies the signed one within (RFC 7519 §7.2). The content must be said to be a JWT, by `cty` (§5.2).
    /// - Throws: ``JWTError/Code/encryption`` when the outer token can't be opened; ``JWTError/Code/malformed`` when `cty` names no JWT;
    ///   other codes as the inner token is refused.
    public func openAndVerify(
        _ token: String, opening: some OpeningKeySource, keys: some VerificationKeySource, requiring members: JSONObject = JSONObject(),
        at now: Date
    ) throws(JWTError) -> JWT.Verified {
        let opened: JWE.Opened
        do { opened = try JWE.open(token, with: opening, requiring: members, limits: limits) } catch {
            throw JWTError(.encryption, error.reason, underlying: error)
        }
        guard opened.header.contentType?.lowercased() == "jwt" else {
            throw JWTError(.malformed, "cty does not say that the content is a JWT")
        }
        guard let token = String(foreign: opened.plaintext) else { throw JWTError(.malformed, "the content is no JWT") }
        return try verify(token, keys: keys, at: now)
    }
}
