import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives

/// The keys of installations: made, named and used in the key store.
struct KeyRing: Sendable {
    private static let prefix = "mfa."
    /// A key that nothing refers to is an unfinished attempt's after so many seconds.
    private static let grace: TimeInterval = 3600

    let store: any KeyStore
    let time: any TimeSource
    let random: any RandomSource

    /// Two fresh key pairs. Their names say when they were made, so that what a crash left over can be told from what is being made.
    func make() async throws(MFAError) -> KeyPairNames {
        let name = "\(Self.prefix)\(time.now.secondsSince1970).\(random.token(9))"
        let (signing, agreement) = ("\(name).sig", "\(name).enc")
        let point = try await translating(key: try await store.create(signing, for: .signing))
        _ = try await translating(key: try await store.create(agreement, for: .agreement))
        return KeyPairNames(signing: signing, agreement: agreement, thumbprint: try Self.jwk(point).thumbprintText)
    }

    func publicKey(_ name: String) async throws(MFAError) -> JWK {
        let point = try await translating(key: try await store.publicKey(name))
        guard let point else { throw MFAError(.key, "the key \(name) is lost; pair this device again") }
        return try Self.jwk(point)
    }

    func sign(_ bytes: [UInt8], with name: String) async throws(MFAError) -> [UInt8] {
        try await translating(key: try await store.sign(bytes, with: name))
    }

    /// Opens a passcode seed that was sealed for a key.
    func open(_ sealed: String, with name: String) async throws(MFAError) -> PasscodeSeed {
        guard let ephemeral = try? JWE.ephemeralKey(of: sealed), let point = ephemeral.publicPoint else {
            throw MFAError(.server, "the passcode's seed is sealed in another way than this protocol's")
        }
        let secret = try await translating(key: try await store.agree(with: point, using: name))
        return try translating(message: try PasscodeSeed(sealed: sealed, with: OpeningKey(agreed: secret, encryptions: [.a256GCM])))
    }

    func delete(_ keys: KeyPairNames) async throws(MFAError) {
        for name in [keys.signing, keys.agreement] {
            try await translating(key: try await store.delete(name))
        }
    }

    /// Removes what unfinished attempts left over.
    func sweep(keeping used: Set<String>) async throws(MFAError) {
        let names = try await translating(key: try await store.names())
        for name in names where name.hasPrefix(Self.prefix) && !used.contains(name) {
            let made = name.dropFirst(Self.prefix.count).prefix { $0 != "." }
            guard let made = TimeInterval(made), time.now.timeIntervalSince1970 - made > Self.grace else { continue }
            try await translating(key: try await store.delete(name))
        }
    }

    private static func jwk(_ point: PublicPoint) throws(MFAError) -> JWK {
        do { return JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y))) } catch {
            throw MFAError(.key, "the key store gave no key of P-256", underlying: error)
        }
    }
}

extension JWK {
    fileprivate var publicPoint: PublicPoint? {
        guard case .ec(let key) = material, key.curve == .p256 else { return nil }
        return PublicPoint(x: key.x, y: key.y)
    }
}
