import JOSE
import Primitives

/// Keys made from a seed, one for each type.
enum TestKeys {
    static let p256 = generated(.p256)
    static let p384 = generated(.p384)
    static let p521 = generated(.p521)
    static let ed25519 = generated(.ed25519)
    static let x25519 = generated(.x25519)
    static let mlDSA65 = generated(.mlDSA65)
    static let rsa = generated(.rsa(bits: 2048))

    static func symmetric(_ bytes: Int) -> JWK { generated(.symmetric(bytes: bytes)) }

    private static func generated(_ kind: JWK.Kind) -> JWK {
        do { return try JWK.generate(kind, random: SeededRandom(seed: 7)) } catch { fatalError("\(error)") }
    }

    /// A key that serves an algorithm.
    static func key(for algorithm: SignatureAlgorithm) -> JWK {
        switch algorithm {
        case .es256: p256
        case .es384: p384
        case .es512: p521
        case .rs256, .rs384, .rs512, .ps256: rsa
        case .edDSA: ed25519
        case .mlDSA65: mlDSA65
        case .hs256, .hs384, .hs512: symmetric(64)
        }
    }

    /// The keys that serve an algorithm and an encryption.
    static func keys(for algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) -> [JWK] {
        switch algorithm {
        case .direct: [symmetric(encryption.keyLength)]
        case .a256KW: [symmetric(32)]
        case .ecdhES, .ecdhESA256KW: [p256, p384, p521, x25519]
        case .rsaOAEP256: [rsa]
        }
    }
}
