import Crypto
package import Foundation
package import JOSE
import Primitives
import Foundations

/// One of a realm's keys, prepared: parsed once, used for many tokens.
///
/// A class, so that a request holds one reference of each that it uses; nothing of it ever changes.
package final class RealmKey: Sendable, Identifiable {
    /// A purpose for which a realm has keys.
    package enum Purpose: String, Sendable, CaseIterable {
        /// Signs access tokens, and ID tokens unless an application wants them otherwise.
        case es256 = "ES256"
        /// Signs ID tokens of the applications that ask for it.
        case rs256 = "RS256"
        /// Authenticates what only this server reads: codes, refresh tokens, login markers. Never published.
        case hs256 = "HS256"
        /// Signs what devices are sent by others' hands (`docs/protocols/device-protocol.md` 1), and nothing else.
        case devices
        /// Opens the payloads that devices seal for this server (`docs/pingid.md`), and signs nothing.
        case payloads

        /// The algorithm of its keys (RFC 7518 §3.1, §4.1).
        var algorithm: String {
            switch self {
            case .devices: "ES256"
            case .payloads: KeyManagementAlgorithm.ecdhES.rawValue
            case .es256, .rs256, .hs256: rawValue
            }
        }
    }

    /// The `kid`: the thumbprint of RFC 7638, or a random text for a key that has no public part.
    package let id: String
    package let purpose: Purpose
    /// The time when the key was made.
    package let created: Date
    /// The time from which it signs. It is published earlier, so that verifiers know it by then.
    package let signsFrom: Date
    /// The time from which what it signed is refused; nil while no successor has been made.
    package let verifiesUntil: Date?

    private let use: Use
    /// The part of it that the key set document shows; nil for a key that has no public part.
    let published: JSONObject?
    /// Begins a MAC, its key worked in already; nil for a key that has a public part.
    let mac: HMAC<SHA256>?

    /// The use that a key is prepared for; no key serves both.
    private enum Use: Sendable {
        case signatures(SigningKey, VerificationKey)
        case payloads(OpeningKey)
    }

    /// Prepares a key from its stored form.
    init(_ key: JWK, id: String, purpose: Purpose, created: Date, signsFrom: Date, verifiesUntil: Date?) throws {
        self.id = id
        self.purpose = purpose
        self.created = created
        self.signsFrom = signsFrom
        self.verifiesUntil = verifiesUntil
        use =
            purpose == .payloads
            ? .payloads(try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]))
            : .signatures(try SigningKey(key), try VerificationKey(key))
        published = key.publicJSON
        mac = if case .symmetric(let secret) = key.material { secret.withBytes { HMAC(key: SymmetricKey(data: $0)) } } else { nil }
    }

    /// The key as it signs.
    /// - Throws: `invalid` for one that opens payloads.
    package var signer: SigningKey {
        get throws(DomainError) {
            guard case .signatures(let signer, _) = use else { throw DomainError(.invalid, "the key \(id) signs nothing") }
            return signer
        }
    }

    /// The key as it verifies; nil for one that signs nothing.
    var verifier: VerificationKey? { if case .signatures(_, let verifier) = use { verifier } else { nil } }

    /// The key as it opens payloads; nil for one that signs.
    var opener: OpeningKey? { if case .payloads(let opener) = use { opener } else { nil } }

    /// Whether what it signed is still accepted at a time.
    package func verifies(at now: Date) -> Bool { verifiesUntil.map { now < $0 } ?? true }
}
