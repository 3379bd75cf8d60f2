package import DeviceFoundation
import Foundation
package import JOSE
package import Primitives
import VerifiableClaims

/// The keys of instances: made, named and used in the key store.
package struct WalletKeyRing: Sendable {
    private static let prefix = "wallet."

    private let store: any KeyStore
    private let random: any RandomSource

    package init(_ store: any KeyStore, random: any RandomSource) {
        self.store = store
        self.random = random
    }

    /// Two fresh key pairs.
    package func make() async throws(WalletError) -> KeyPairNames {
        let name = Self.prefix + random.token(12)
        let (signing, agreement) = ("\(name).sig", "\(name).enc")
        let point = try await translating(key: try await store.create(signing, for: .signing))
        _ = try await translating(key: try await store.create(agreement, for: .agreement))
        return KeyPairNames(signing: signing, agreement: agreement, thumbprint: try Self.jwk(point).thumbprintText)
    }

    /// The names of the key pair whose `sig` key has a thumbprint; nil when the key store has none.
    package func find(thumbprint: String) async throws(WalletError) -> KeyPairNames? {
        for name in try await translating(key: try await store.names()) where name.hasPrefix(Self.prefix) && name.hasSuffix(".sig") {
            guard try await publicKey(name).thumbprintText == thumbprint else { continue }
            return KeyPairNames(signing: name, agreement: "\(name.dropLast(4)).enc", thumbprint: thumbprint)
        }
        return nil
    }

    package func publicKey(_ name: String) async throws(WalletError) -> JWK {
        guard let point = try await translating(key: try await store.publicKey(name)) else {
            throw WalletError(.key, "the key \(name) is lost")
        }
        return try Self.jwk(point)
    }

    func sign(_ bytes: [UInt8], with name: String) async throws(WalletError) -> [UInt8] {
        try await translating(key: try await store.sign(bytes, with: name))
    }

    /// Signs claims as a compact JWS of ES256.
    func sign(_ claims: JSONObject, type: String, with keys: KeyPairNames, namesKey: Bool = false) async throws(WalletError) -> String {
        var header: JSONObject = ["alg": "ES256", "typ": .string(type)]
        if namesKey { header["kid"] = .string(keys.thumbprint) }
        let input = JWS.signingInput(header: header, claims: claims)
        return JWS.text(input, signature: try await sign(input, with: keys.signing))
    }

    /// The key that opens one envelope, by the agreement of a key pair with the envelope's own.
    func openingKey(for envelope: String, with name: String) async throws(WalletError) -> OpeningKey {
        let ephemeral = try? JWE.ephemeralKey(of: envelope, limits: OpenedEnvelope.limits)
        guard case .ec(let key)? = ephemeral?.material, key.curve == .p256, let point = PublicPoint(x: key.x, y: key.y) else {
            throw WalletError(.envelope(.malformed), "the envelope isn't sealed by a key on P-256")
        }
        do { return OpeningKey(agreed: try await store.agree(with: point, using: name), encryptions: [.a256GCM]) } catch {
            guard error.code == .invalidPoint else { throw WalletError(error) }
            throw WalletError(.envelope(.malformed), "the envelope isn't sealed by a key on P-256", underlying: error)
        }
    }

    func delete(_ name: String) async throws(WalletError) { try await translating(key: try await store.delete(name)) }

    private static func jwk(_ point: PublicPoint) throws(WalletError) -> JWK {
        do { return JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y))) } catch {
            throw WalletError(.key, "the key store gave no key of P-256", underlying: error)
        }
    }
}
