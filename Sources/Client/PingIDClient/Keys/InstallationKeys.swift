import DeviceFoundation
import DeviceMessages
import JOSE
import Primitives

/// The two key pairs of the installation. Their names are fixed, since the product's successor looks for the one that signs.
struct InstallationKeys: Sendable {
    static let signing = MigrationPlaces.key
    static let agreement = "pingid.enc"

    let store: any KeyStore

    /// The public half of the key that signs; both are made where they aren't there.
    func make() async throws(PingIDError) -> JWK {
        _ = try await key(Self.agreement, .agreement)
        return try await key(Self.signing, .signing)
    }

    /// The thumbprint of the key that signs; nil when there is none.
    var thumbprint: String? {
        get async throws(PingIDError) {
            let point = try await translating(key: try await store.publicKey(Self.signing))
            return try point.map(Self.jwk)?.thumbprintText
        }
    }

    func publicKey(_ name: String) async throws(PingIDError) -> JWK {
        let point = try await translating(key: try await store.publicKey(name))
        guard let point else { throw PingIDError(.key, "the key \(name) is lost; remove the local data and pair this device again") }
        return try Self.jwk(point)
    }

    func sign(_ bytes: [UInt8]) async throws(PingIDError) -> [UInt8] {
        try await translating(key: try await store.sign(bytes, with: Self.signing))
    }

    /// A key that opens one text, which was sealed for the installation; nil for a text that wasn't.
    func opening(_ sealed: String) async throws(PingIDError) -> OpeningKey? {
        guard let ephemeral = try? JWE.ephemeralKey(of: sealed), case .ec(let key) = ephemeral.material, key.curve == .p256,
            let point = PublicPoint(x: key.x, y: key.y)
        else { return nil }
        let secret: Secret
        do throws(KeyError) { secret = try await store.agree(with: point, using: Self.agreement) } catch {
            guard error.code == .invalidPoint else { throw PingIDError(error) }
            return nil
        }
        return OpeningKey(agreed: secret, encryptions: [.a256GCM])
    }

    func delete() async throws(PingIDError) {
        for name in [Self.signing, Self.agreement] {
            try await translating(key: try await store.delete(name))
        }
    }

    private func key(_ name: String, _ use: KeyUse) async throws(PingIDError) -> JWK {
        if let known = try await translating(key: try await store.publicKey(name)) { return try Self.jwk(known) }
        return try Self.jwk(try await translating(key: try await store.create(name, for: use)))
    }

    private static func jwk(_ point: PublicPoint) throws(PingIDError) -> JWK {
        do { return JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y))) } catch {
            throw PingIDError(.key, "the key store gave no key of P-256", underlying: error)
        }
    }
}
