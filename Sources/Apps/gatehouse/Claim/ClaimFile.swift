import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// A claim in a file, of which nothing is verified: the documented JSON, or the SD-JWT that it is a view of.
enum ClaimFile {
    case view(SaltedClaim)
    case token(SDJWT)

    /// Bounds on a claim in JSON.
    static let limits = JSONLimits(bytes: 24 << 20, depth: 8, values: 16_384)

    /// Reads a claim.
    /// - Throws: ``CommandFailure`` for a file of another kind; `ClaimError`, `SDJWTError`.
    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.limits.bytes else { throw CommandFailure("the claim is too large: \(bytes.count) bytes") }
        guard let first = bytes.first(where: { !Self.isSpace($0) }) else { throw CommandFailure("there is no claim: the file is empty") }
        if first == UInt8(ascii: "{") {
            guard let members = (try? JSONValue(parsing: bytes, limits: Self.limits))?.object else {
                throw CommandFailure("the claim begins as JSON and isn't JSON")
            }
            self = .view(try SaltedClaim(members))
        } else {
            let bare = bytes.drop(while: Self.isSpace).reversed().drop(while: Self.isSpace).reversed()
            guard let text = String(foreign: Array(bare)) else { throw CommandFailure("the claim is neither JSON nor an SD-JWT") }
            self = .token(try SDJWT(parsing: text, limits: ClaimPolicy.limits))
        }
    }

    /// The issuer's id and the hash in the registry, as the claim itself says them.
    /// - Throws: ``CommandFailure`` for a token that names no issuer.
    func named() throws -> (issuer: UUID, dataHash: String) {
        let (issuer, hash): (String?, String) =
            switch self {
            case .view(let claim): (claim.head.issuer.content, claim.head.dataHash)
            case .token(let token): (Self.issuer(of: token.issuerToken), ClaimHead.hash(of: token.issuerToken))
            }
        guard let id = issuer.flatMap(UUID.init(text:)) else { throw CommandFailure("the claim names no issuer of this system") }
        return (id, hash)
    }

    /// Verifies each member and the issuer's signature. The proof that a holder has added to an SD-JWT isn't looked at: it is for its recipient.
    func verify(_ keys: VerificationKeys, log: String, at now: Date) throws -> SaltedClaim {
        let policy = ClaimPolicy(binding: .ignored, log: log)
        return switch self {
        case .view(let claim): try policy.verify(claim, keys: keys, at: now).claim
        case .token(let token): try policy.verify(token, keys: keys, at: now).claim
        }
    }

    private static func issuer(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
        return (try? JSONValue(parsing: payload, limits: limits))?["iss"]?.string
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
