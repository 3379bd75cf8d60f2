import DeviceFoundation
import Foundation
import JOSE
import Primitives

/// The keys of transactions: made, named and used in the key store.
struct VerificationKeyRing: Sendable {
    private let store: any KeyStore
    private let prefix: String
    private let random: any RandomSource

    init(_ store: any KeyStore, name: String, random: any RandomSource) {
        self.store = store
        prefix = "verification.\(name)."
        self.random = random
    }

    /// Two fresh key pairs.
    func make() async throws(VerificationError) -> KeyPairNames {
        let name = prefix + random.token(12)
        let (signing, agreement) = ("\(name).sig", "\(name).enc")
        let point = try await translating(key: try await store.create(signing, for: .signing))
        _ = try await translating(key: try await store.create(agreement, for: .agreement))
        return KeyPairNames(signing: signing, agreement: agreement, thumbprint: try Self.jwk(point).thumbprintText)
    }

    func publicKey(_ name: String) async throws(VerificationError) -> JWK {
        guard let point = try await translating(key: try await store.publicKey(name)) else {
            throw VerificationError(.key, "the key \(name) is lost")
        }
        return try Self.jwk(point)
    }

    func sign(_ bytes: [UInt8], with keys: KeyPairNames) async throws(VerificationError) -> [UInt8] {
        try await translating(key: try await store.sign(bytes, with: keys.signing))
    }

    /// Removes the pairs of this verification but for those whose `sig` keys have one of these names.
    func delete(except used: Set<String>) async throws(VerificationError) {
        for name in try await translating(key: try await store.names()) where name.hasPrefix(prefix) {
            let signing = name.hasSuffix(".enc") ? "\(name.dropLast(4)).sig" : name
            if !used.contains(signing) { try await translating(key: try await store.delete(name)) }
        }
    }

    private static func jwk(_ point: PublicPoint) throws(VerificationError) -> JWK {
        do { return JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y))) } catch {
            throw VerificationError(.key, "the key store gave no key of P-256", underlying: error)
        }
    }
}
