import Crypto
import DeviceMessages
package import Foundation
package import JOSE
package import Primitives
import Foundations

/// The keys of a realm at one revision, the newest of each purpose first.
package struct RealmKeys: Sendable {
    /// The keys of all purposes; of each purpose the newest first.
    package let all: [RealmKey]

    /// The key that signs at a time: of those that may already, the newest.
    package func signer(_ purpose: RealmKey.Purpose, at now: Date) throws -> RealmKey {
        let key = all.first { $0.purpose == purpose && $0.signsFrom <= now && $0.verifies(at: now) }
        guard let key else { throw DomainError(.invalid, "the realm has no \(purpose.rawValue) key that may sign") }
        return key
    }

    /// The keys whose signatures are accepted at a time.
    package func verifiers(at now: Date) -> VerificationKeys {
        VerificationKeys(all.filter { $0.signsTokens && $0.verifies(at: now) }.compactMap(\.verifier))
    }

    /// All keys that ever signed and weren't withdrawn: for an `id_token_hint`, which may be long expired.
    package var everyVerifier: VerificationKeys { VerificationKeys(all.filter(\.signsTokens).compactMap(\.verifier)) }

    /// Whether a key's signatures are accepted at a time.
    package func accepts(_ keyID: String?, at now: Date) -> Bool {
        all.contains { ![.devices, .payloads].contains($0.purpose) && $0.id == keyID && $0.verifies(at: now) }
    }

    /// The key set document (RFC 7517 §5), with keys that are going to sign and those whose tokens may still live.
    package func document(at now: Date) -> JSONValue {
        ["keys": .array(published(at: now) { $0.signsTokens }.map(JSONValue.object))]
    }

    /// The same for devices, which also verify what was signed for them (`docs/protocols/device-protocol.md` 1).
    package func deviceDocument(at now: Date) -> JSONValue {
        DeviceKeys.document(
            statements: published(at: now) { $0.purpose == .devices },
            tokens: published(at: now) { $0.signsTokens || $0.purpose == .payloads })
    }

    /// The keys that open payloads at a time: a new one as soon as it is published, an old one until it is given up.
    /// - Parameter agreements: the keys agreed on with senders of several payloads, for a reader of such.
    package func openers(at now: Date, agreements: Agreements? = nil) -> OpeningKeys {
        OpeningKeys(all.filter { $0.verifies(at: now) }.compactMap(\.opener), agreements: agreements)
    }

    /// The public key for which devices and apps seal payloads now.
    /// - Throws: `invalid` when the realm has none.
    package func payloadKey(at now: Date) throws -> JWK {
        guard let members = try signer(.payloads, at: now).published else {
            throw DomainError(.invalid, "a payload key without a public part")
        }
        return try JWK(members)
    }

    private func published(at now: Date, where isWanted: (RealmKey) -> Bool) -> [JSONObject] {
        all.filter { $0.verifies(at: now) && isWanted($0) }.compactMap(\.published)
    }

    /// The MAC of a message for one use, by the current key. Messages of different uses never have the same MAC.
    package func mac(_ use: String, over message: [UInt8], at now: Date) throws -> [UInt8] {
        guard let key = try signer(.hs256, at: now).mac else { throw DomainError(.invalid, "a MAC key without a secret") }
        return key.code(of: Self.framed(use, message))
    }

    /// Whether a MAC was made by a key that is still accepted.
    package func isMAC(_ mac: [UInt8], _ use: String, over message: [UInt8], at now: Date) -> Bool {
        let framed = Self.framed(use, message)
        return all.contains { key in
            guard let secret = key.mac, key.verifies(at: now) else { return false }
            return constantTimeEqual(mac, secret.code(of: framed))
        }
    }

    private static func framed(_ use: String, _ message: [UInt8]) -> [UInt8] {
        var framed: [UInt8] = []
        framed.reserveCapacity(use.utf8.count + 1 + message.count)
        framed.append(contentsOf: use.utf8)
        framed.append(0)
        framed.append(contentsOf: message)
        return framed
    }
}

extension RealmKey {
    /// Whether tokens that others verify are signed with it.
    fileprivate var signsTokens: Bool { published != nil && purpose != .devices && purpose != .payloads }
}
