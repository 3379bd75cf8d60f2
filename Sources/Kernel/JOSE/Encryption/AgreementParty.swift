import Crypto
import Primitives

/// The parts of a key that a key agreement needs: its curve, its public point and, on its owner's side, the private key.
struct AgreementParty: Sendable {
    let kind: JWK.Kind
    let point: [UInt8]
    let privateKey: (any AgreementKey)?

    /// Throws ``JWKError/Code/notUsable`` for a key that agrees on nothing.
    init(_ key: JWK) throws(JWKError) {
        do {
            switch key.material {
            case .ec(let key):
                kind = key.curve.kind
                point = key.point
                privateKey = try key.d?.withBytes { d in try key.curve.agreementKey(d) }
            case .okp(let key) where key.curve == .x25519:
                kind = .x25519
                point = key.x
                privateKey = try key.d?.withBytes { d in try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: d) }
            default: throw JWKError(.notUsable, "the key's type serves no key agreement")
            }
        } catch let error as JWKError { throw error } catch {
            throw JWKError(.invalidKey, "the cryptographic library refuses the key", underlying: error)
        }
    }

    /// The secret shared with another party on the same curve.
    func secret(with other: AgreementParty) throws -> SharedSecret {
        guard let privateKey, kind == other.kind else { throw JWKError(.notUsable, "the two keys are not of one curve") }
        return try privateKey.secret(with: other.point)
    }
}

extension ECKey.Curve {
    fileprivate var kind: JWK.Kind {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        }
    }

    fileprivate func agreementKey(_ d: UnsafeRawBufferPointer) throws -> any AgreementKey {
        switch self {
        case .p256: try P256.KeyAgreement.PrivateKey(rawRepresentation: d)
        case .p384: try P384.KeyAgreement.PrivateKey(rawRepresentation: d)
        case .p521: try P521.KeyAgreement.PrivateKey(rawRepresentation: d)
        }
    }
}
