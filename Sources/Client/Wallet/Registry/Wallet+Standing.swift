import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import TransparencyLog
public import VerifiableClaims
import WalletMessages

extension Wallet {
    /// Asks the log what it says of a claim, and verifies the answer.
    ///
    /// - Throws: ``WalletError/Code/notRegistered``; ``WalletError/Code/wrongEntry`` for entries that aren't this claim's;
    ///   ``WalletError/Code/log(_:)`` for false proofs, and for a log that forks or rewinds.
    public nonisolated func standing(of claim: ClaimHead) async throws(WalletError) -> ClaimStanding {
        let seen = try await seenSize()
        let response: HTTPResponse
        do { response = try await channel.open(.get, channel.service.status(of: claim.dataHash)) } catch {
            guard error.code == .refused(.notFound) else { throw error }
            throw WalletError(.notRegistered, "the claim isn't in the log", underlying: error)
        }
        let status = try WalletChannel.read(response, ClaimStatus.init(json:))
        let (policy, time) = (try await logPolicy(), try await channel.checkingTime())
        let checkpoint = try translating(log: try status.registration.verify(policy: policy, at: time)).checkpoint
        guard status.registration.entry == Self.entry(of: claim) else { throw Self.wrongEntry }
        for expiry in status.expiries {
            let other = try translating(log: try expiry.verify(policy: policy, at: time)).checkpoint
            guard other == checkpoint, case .expiry(claim.dataHash, claim.issuer.content, _, _) = expiry.entry else {
                throw Self.wrongEntry
            }
        }
        try await follow(status.registration.proof.checkpoint, atLeast: seen)
        if let read = try await readExpiry(of: claim.dataHash), status.expires.map({ $0 > read }) ?? true {
            throw WalletError(.wrongEntry, "the server keeps back an expiry that the log has")
        }
        let standing = ClaimStanding(
            registered: claim.createDate, statedExpiry: status.expires, logSize: checkpoint.size, asOf: now)
        try await claimBook.note(standing, of: claim.dataHash)
        return standing
    }

    /// Looks in the log whether the claims of this wallet are still good, and keeps what it says.
    /// - Returns: the claims that aren't.
    @discardableResult
    public func refreshClaims() async throws(WalletError) -> [HeldClaim] {
        for held in try await claims { _ = try await standing(of: held.claim.head) }
        return try await claims.filter { if case .expired = $0.state(at: now) { true } else { false } }
    }

    /// Verifies, without asking, that a claim is in the log: by the file that came with it.
    ///
    /// - Parameter proof: the text of the proof's file (c2sp.org/tlog-proof).
    /// - Throws: ``WalletError/Code/log(_:)``; ``WalletError/Code/log(_:)`` with `wrongInclusion` for another claim's proof.
    public nonisolated func verifyRegistration(of claim: ClaimHead, proof: String) async throws(WalletError) {
        let (policy, time) = (try await logPolicy(), try await channel.checkingTime())
        _ = try translating(
            log: try LogProof(parsing: Array(proof.utf8)).verify(entry: Self.entry(of: claim).encoded, policy: policy, at: time))
    }

    /// Has the log take an entry, and returns the text of its proof's file once that is verified.
    nonisolated func enter(_ registration: LogRegistration) async throws(WalletError) -> String {
        let response = try await call(.post, channel.service.entries, body: registration.json)
        let logged = try WalletChannel.read(response, LoggedEntry.init(json:))
        let (policy, time) = (try await logPolicy(), try await channel.checkingTime())
        _ = try translating(log: try logged.verify(policy: policy, at: time))
        switch (registration, logged.entry) {
        case (.claim(let hash, let issued), .claim(let other, let issuer, let at)) where (other, issuer, at) == (hash, id.text, issued):
            break
        case (.expiry, .expiry(_, let issuer, _, _)) where issuer == id.text: break
        default: throw Self.wrongEntry
        }
        try await follow(logged.proof.checkpoint)
        return String(own: logged.proof.encoded)
    }

    private static func entry(of claim: ClaimHead) -> RegistryEntry {
        .claim(dataHash: claim.dataHash, issuer: claim.issuer.content, at: claim.createDate)
    }

    private static let wrongEntry = WalletError(.wrongEntry, "the entry of the log isn't the one of this claim")
}
