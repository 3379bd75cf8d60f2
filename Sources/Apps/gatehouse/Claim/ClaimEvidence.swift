import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

/// All that proves a claim beside itself: its issuer's keys and its registration, each with the log's proof. Kept in a file, it verifies the claim
/// without a network.
struct ClaimEvidence: Equatable {
    /// The issuer's keys (`docs/protocols/claims.md` 5.3).
    let keys: InstanceKeys
    /// The registration and the expiries (8.3).
    let status: ClaimStatus

    /// The finding about a claim that is its issuer's, and registered.
    struct Finding {
        let claim: SaltedClaim
        /// The checkpoint that proves it.
        let checkpoint: VerifiedCheckpoint
        /// The time from which it isn't good, by itself or by its issuer's statement; nil for none.
        let expires: Date?
    }

    /// The number of seconds by which the clocks of issuer and server may differ.
    private static let leeway: TimeInterval = 300

    /// Verifies a claim: every member, the issuer's signature by a key that the log has as the issuer's, and the registration.
    ///
    /// - Throws: `ClaimError`, `TransparencyError`; ``CommandFailure`` for evidence about another claim or issuer.
    func verify(_ file: ClaimFile, policy: CheckpointPolicy, at now: Date) throws -> Finding {
        let (issuer, dataHash) = try file.named()
        guard keys.id == issuer else { throw CommandFailure("the keys are those of another issuer than the claim names") }
        try keys.verify(policy: policy, at: now)
        let checkpoint = try status.registration.verify(policy: policy, at: now)
        guard case .claim(dataHash, issuer.text, let registered) = status.registration.entry else {
            throw CommandFailure("the log's entry is about another claim")
        }
        // An earlier key counts for what it signed before it was replaced.
        let good = keys.signing.filter { key in key.ended.map { registered <= $0 + Self.leeway } ?? true }
        let claim = try file.verify(VerificationKeys(try good.map { try VerificationKey($0.named) }), log: policy.origin, at: now)
        guard claim.head.createDate == registered else { throw CommandFailure("the log has another time of issue than the claim") }
        for expiry in status.expiries {
            guard try expiry.verify(policy: policy, at: now).checkpoint == checkpoint.checkpoint else {
                throw CommandFailure("the log's entries about the claim are of several checkpoints")
            }
        }
        return Finding(claim: claim, checkpoint: checkpoint, expires: [claim.head.expires, status.expires].compactMap(\.self).min())
    }

    var json: JSONValue { ["keys": keys.json, "status": status.json] }

    /// Reads ``json``.
    init(json: JSONValue) throws {
        keys = try InstanceKeys(json: json["keys"] ?? .null)
        status = try ClaimStatus(json: json["status"] ?? .null)
    }

    /// Asks a server. Nothing of the answer is believed before ``verify(_:policy:at:)``.
    init(of file: ClaimFile, from service: WalletService, _ transport: some HTTPTransport) async throws {
        let (issuer, dataHash) = try file.named()
        keys = try InstanceKeys(json: try await Self.fetch(service.keys(of: issuer), transport, missing: "the server knows no such issuer"))
        status = try ClaimStatus(
            json: try await Self.fetch(service.status(of: dataHash), transport, missing: "the claim isn't in the server's log"))
    }

    /// The JSON at an address.
    static func fetch(_ address: String, _ transport: some HTTPTransport, missing: String) async throws -> JSONValue {
        guard let url = URL(string: address) else { throw CommandFailure("\(address) is no address") }
        let answer = try await transport.send(HTTPRequest(.get, url, responseLimit: longest))
        guard answer.status != 404 else { throw CommandFailure(missing) }
        guard answer.status == 200 else { throw CommandFailure("\(address) is answered by \(answer.status)") }
        return try JSONValue(body: answer.body, limits: JSONLimits(bytes: longest))
    }

    /// The most bytes of an answer, and of a file.
    static let longest = 4 << 20
}

extension InstanceKeys.Signing {
    /// The key with its thumbprint as its id, by which claims name it.
    fileprivate var named: JWK {
        var key = key
        key.keyID = key.thumbprintText
        return key
    }
}
