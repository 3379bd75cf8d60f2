import JOSE
import Primitives

/// Key pairs as the 32 bytes that make them: the private number of P-256, the seed of ML-DSA-65.
extension JWK {
    /// Makes a pair.
    static func pair(_ algorithm: SignatureAlgorithm, random: any RandomSource) throws(DeviceBindingError) -> JWK {
        do throws(JWKError) { return try generate(algorithm == .mlDSA65 ? .mlDSA65 : .p256, random: random) } catch {
            throw DeviceBindingError(.unsupported, "no key could be made", underlying: error)
        }
    }

    init(_ algorithm: SignatureAlgorithm, privateBytes: Secret) throws(JWKError) {
        switch algorithm {
        case .mlDSA65: self.init(.akp(try AKPKey(algorithm: .mlDSA65, priv: privateBytes)))
        default: self.init(.ec(try ECKey(curve: .p256, d: privateBytes)))
        }
    }

    /// Nil for other keys, and public ones.
    var privateBytes: Secret? {
        switch material {
        case .ec(let key): key.d
        case .akp(let key): key.priv
        default: nil
        }
    }
}
