public import Foundation
public import JOSE
import Primitives

/// The demands on a claim of the documented form, by its holder or by a party to whom it is shown.
public struct ClaimPolicy: Sendable {
    /// The demand on the holder's proof.
    public var binding: SDJWTPolicy.Binding
    /// The name of the log in which the claim must be registered; nil for any.
    public var log: String?
    /// The number of seconds by which clocks may differ; 30 unless said otherwise.
    public var leeway: TimeInterval = 30

    /// A policy. Any log will do unless one is given.
    public init(binding: SDJWTPolicy.Binding, log: String? = nil) {
        self.binding = binding
        self.log = log
    }

    /// Bounds on a claim: 10 MiB with all its Disclosures, 256 KiB of signed data.
    public static let limits = SDJWTLimits(
        bytes: 10 << 20, disclosures: ClaimIssuer.mostPairs + 4, depth: 8,
        tokens: JOSELimits(token: 384 * 1024, claims: JSONLimits(bytes: 256 * 1024, depth: 8, values: 8192)))

    /// Verifies a claim as it is sent, and gives its view.
    ///
    /// - Parameter keys: the issuer's keys. The caller takes them by the `iss` that the token says, from a source that it trusts.
    /// - Throws: ``ClaimError``: ``ClaimError/Code/token(_:)`` when the SD-JWT is refused; else the member that isn't the signed one.
    public func verify(_ token: SDJWT, keys: some VerificationKeySource, at now: Date) throws(ClaimError) -> VerifiedClaim {
        let verified: VerifiedSDJWT
        do { verified = try tokenPolicy(binding).verify(token, keys: keys, at: now) } catch { throw ClaimError(error) }
        guard let signed = SignedClaimData(verified.signed) else { throw Self.malformed }
        let claim = try view(of: verified, signed)
        try signed.check(claim)
        try checkLog(claim.head)
        guard let holder = verified.holder else { throw ClaimError(.token(.missingHolderKey), "the claim names no holder's key") }
        return VerifiedClaim(claim: claim, token: verified, holderKey: holder)
    }

    /// Verifies a claim of the documented form, each of whose members must be the signed one. There is no holder's proof in this form, and none is
    /// asked for, whatever the policy says.
    /// - Throws: as ``verify(_:keys:at:)``.
    public func verify(_ claim: SaltedClaim, keys: some VerificationKeySource, at now: Date) throws(ClaimError) -> VerifiedClaim {
        let verified = try verifyHead(claim.head, keys, at: now)
        guard let signed = SignedClaimData(verified.signed) else { throw Self.malformed }
        try signed.check(claim)
        return try ClaimPolicy(binding: .refused, log: log).verify(try claim.sdjwt(), keys: keys, at: now)
    }

    /// Verifies a claim without its pairs.
    /// - Throws: as ``verify(_:keys:at:)``.
    public func verify(_ head: ClaimHead, keys: some VerificationKeySource, at now: Date) throws(ClaimError) {
        let verified = try verifyHead(head, keys, at: now)
        guard let signed = SignedClaimData(verified.signed) else { throw Self.malformed }
        try signed.check(head)
        try checkLog(head)
    }

    /// Verifies hash, id and signature of a head.
    private func verifyHead(_ head: ClaimHead, _ keys: some VerificationKeySource, at now: Date) throws(ClaimError) -> VerifiedSDJWT {
        let token = try head.token()
        do {
            let verified = try tokenPolicy(.refused).verify(SDJWT(issuerToken: token, disclosures: []), keys: keys, at: now)
            guard head.dataHash == ClaimHead.hash(of: token) else { throw ClaimError(.wrongHash, "dataHash isn't that of the signed data") }
            guard head.id == ClaimHead.id(of: head.dataHash) else { throw ClaimError(.wrongID, "id isn't the one that the hash makes") }
            return verified
        } catch let error as SDJWTError { throw ClaimError(error) } catch let error as ClaimError { throw error } catch {
            throw Self.malformed
        }
    }

    private func tokenPolicy(_ binding: SDJWTPolicy.Binding) -> SDJWTPolicy {
        var policy = SDJWTPolicy(
            type: ClaimIssuer.type, issuer: nil, binding: binding, algorithms: [.es256], hashes: [.sha256],
            requiredClaims: ["iss", "iat", "cnf"],
            limits: Self.limits)
        policy.leeway = leeway
        return policy
    }

    private func checkLog(_ head: ClaimHead) throws(ClaimError) {
        guard log == nil || head.partitionID == log else { throw ClaimError(.wrongPartition, "the claim belongs to another log") }
    }

    /// The view of a verified SD-JWT.
    private func view(of verified: VerifiedSDJWT, _ signed: SignedClaimData) throws(ClaimError) -> SaltedClaim {
        var members: [SaltedText.Role: SaltedText] = [:]
        var pairs: [SaltedPair] = []
        for disclosed in verified.disclosed {
            guard disclosed.path.count == 2, case .name(let group) = disclosed.path[0], case .name(let name) = disclosed.path[1] else {
                throw Self.malformed
            }
            if group == "data", let pair = SaltedPair(disclosed.disclosure) {
                pairs.append(pair)
            } else if group == "members", let role = SaltedText.Role(exactly: name), let text = Self.text(disclosed.disclosure, role) {
                members[role] = text
            } else {
                throw Self.malformed
            }
        }
        guard let issuer = members[.issuer], let subject = members[.subject], let holder = members[.holder] else { throw Self.malformed }
        let token = verified.token.issuerToken
        let hash = ClaimHead.hash(of: token)
        guard let json = String(foreign: verified.payload), let id = ClaimHead.id(of: hash),
            let dot = token.utf8.firstIndex(of: UInt8(ascii: "."))
        else { throw Self.malformed }
        let signature = token.utf8.index(dot, offsetBy: Base64URL.encodedLength(verified.payload.count) + 1)
        let head = ClaimHead(
            id: id, createDate: signed.issued, expires: signed.expires, issuer: issuer, subject: subject, holder: holder,
            reference: members[.reference],
            dataJSON: json, dataSignature: "\(token[...dot])\(token[signature...])", dataHash: hash, partitionID: signed.log)
        return SaltedClaim(head: head, pairs: pairs)
    }

    private static func text(_ disclosure: Disclosure, _ role: SaltedText.Role) -> SaltedText? {
        guard let content = disclosure.value.string, let salt = Base64URL.decode(disclosure.salt),
            let text = SaltedText(content, salt: salt),
            SaltedClaim.disclosure(role, text).text == disclosure.text
        else { return nil }
        return text
    }

    private static let malformed = ClaimError(.malformed, "the token isn't a claim of the documented form")
}

/// A claim that a policy has accepted.
public struct VerifiedClaim: Sendable {
    /// The view, with the pairs that were shown.
    public let claim: SaltedClaim
    /// The SD-JWT that it is a view of.
    public let token: VerifiedSDJWT
    /// The key that the holder proves.
    public let holderKey: JWK

    /// The claim with some of its pairs, for the holder to share.
    /// - Parameter isShown: whether the pair of a key is shown.
    public func selecting(_ isShown: (String) -> Bool) -> SDJWT {
        token.selecting { path in
            guard case .name(let group) = path[0], case .name(let key) = path[1] else { return false }
            return group == "members" || isShown(key)
        }
    }
}
