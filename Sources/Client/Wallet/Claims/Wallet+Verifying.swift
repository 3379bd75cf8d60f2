import Foundation
import JOSE
import Primitives
import TransparencyLog
public import VerifiableClaims

extension Wallet {
    /// Verifies a claim of the documented form: each member and pair, the issuer's signature by a key that the log has as the issuer's, its
    /// registration, and that it isn't revoked.
    ///
    /// - Returns: what the log says of it.
    /// - Throws: ``WalletError/Code/claim(_:)`` for the member that isn't the signed one; ``WalletError/Code/notRegistered``,
    ///   ``WalletError/Code/wrongEntry``, ``WalletError/Code/expired``, ``WalletError/Code/log(_:)``, ``WalletError/Code/substitutedKey``.
    @discardableResult
    public nonisolated func verify(_ claim: SaltedClaim) async throws(WalletError) -> ClaimStanding {
        let time = try await channel.checkingTime()
        _ = try await verified(claim.head) { keys, log throws(ClaimError) in
            try ClaimPolicy(binding: .refused, log: log).verify(claim, keys: keys, at: time)
        }
        return try await good(claim.head)
    }

    /// Verifies a claim without asking: by the keys of its issuer that were read before, and by the file that proves its registration. Whether
    /// it was revoked since, that can't tell.
    ///
    /// - Throws: as ``verify(_:)``; ``WalletError/Code/unknownInstance`` when the issuer's keys were never read.
    public nonisolated func verifyOffline(_ claim: SaltedClaim, registration: String) async throws(WalletError) {
        let time = try await channel.checkingTime()
        let issuer = try party(claim.head.issuer.content)
        guard let peer = try await keptPeer(issuer, within: .infinity) else {
            throw WalletError(.unknownInstance, "the issuer's keys were never read")
        }
        let log = try await logPolicy().origin
        let keys = peer.verificationKeys(at: claim.head.createDate)
        _ = try translating(claim: try ClaimPolicy(binding: .refused, log: log).verify(claim, keys: keys, at: time))
        try await verifyRegistration(of: claim.head, proof: registration)
    }

    /// Verifies a claim as it is sent, by the issuer that the token names.
    nonisolated func verify(_ token: SDJWT, binding: SDJWTPolicy.Binding) async throws(WalletError) -> VerifiedClaim {
        let time = try await channel.checkingTime()
        let parts = token.issuerToken.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        let payload = parts.count == 3 ? Base64URL.decode(parts[1]).flatMap { try? JSONValue(parsing: $0) } : nil
        guard let issuer = payload?["iss"]?.string, let issued = payload?["iat"]?.integer else {
            throw WalletError(.claim(.malformed), "the token names no issuer or no time")
        }
        return try await verified(by: issuer, at: Date(timeIntervalSince1970: Double(issued))) { keys, log throws(ClaimError) in
            try ClaimPolicy(binding: binding, log: log).verify(token, keys: keys, at: time)
        }
    }

    /// Checks that a claim whose signature is verified is in the log, and isn't revoked.
    nonisolated func good(_ head: ClaimHead) async throws(WalletError) -> ClaimStanding {
        let standing = try await standing(of: head)
        let time = try await channel.checkingTime()
        guard !standing.isRevoked(at: time), head.expires.map({ time < $0 }) ?? true else {
            throw WalletError(.expired, "the claim isn't good any more")
        }
        return standing
    }

    private nonisolated func verified(
        _ head: ClaimHead, _ check: @Sendable (VerificationKeys, String) throws(ClaimError) -> VerifiedClaim
    ) async throws(WalletError) -> VerifiedClaim {
        try await verified(by: head.issuer.content, at: head.createDate, check)
    }

    /// Runs a check by the issuer's keys: by those that are known, and once more by those that the server gives now.
    nonisolated func verified<Result: Sendable>(
        by issuer: String, at moment: Date, _ check: @Sendable (VerificationKeys, String) throws(ClaimError) -> Result
    ) async throws(WalletError) -> Result {
        let (issuer, log) = (try party(issuer), try await logPolicy().origin)
        if let known = try await keptPeer(issuer, within: Self.peerLife),
            let result = try? check(known.verificationKeys(at: moment), log)
        {
            return result
        }
        let keys = try await peer(issuer, within: 0).verificationKeys(at: moment)
        return try translating(claim: try check(keys, log))
    }
}
