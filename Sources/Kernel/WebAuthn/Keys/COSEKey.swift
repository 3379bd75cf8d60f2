public import CBOR
import Primitives

/// A public key of a credential, with the one algorithm that it is for (RFC 9052 §7, RFC 9053 §7; L3 §6.5.1.1).
public struct COSEKey: Sendable, Equatable {
    /// The numbers of a key, by type.
    enum Material: Sendable, Equatable {
        /// A point of the algorithm's curve.
        case ec(x: [UInt8], y: [UInt8])
        /// The public bytes of Ed25519.
        case okp(x: [UInt8])
        case rsa(n: [UInt8], e: [UInt8])
        /// The public bytes of ML-DSA (RFC 9964).
        case akp(pub: [UInt8])
    }

    /// The algorithm for which the key is used.
    public let algorithm: COSEAlgorithm
    let material: Material

    /// A key whose numbers fit its algorithm. That a point lies on its curve is checked as well.
    init(_ algorithm: COSEAlgorithm, _ material: Material) throws(WebAuthnError) {
        self.algorithm = algorithm
        self.material = material
        guard (try? verifier()) != nil else {
            throw WebAuthnError(.unsupportedKey, "the numbers are no key for the algorithm \(algorithm.name ?? "\(algorithm.rawValue)")")
        }
    }

    /// An elliptic-curve key by its point. Throws ``WebAuthnError/Code/unsupportedKey``.
    ///
    /// - Parameter point: uncompressed, 0x04 first (SEC 1 §2.3.3).
    public init(_ algorithm: COSEAlgorithm, point: [UInt8]) throws(WebAuthnError) {
        guard let length = algorithm.coordinateLength, point.count == 1 + 2 * length, point.first == 4 else {
            throw WebAuthnError(.unsupportedKey, "the bytes are no uncompressed point of the algorithm's curve")
        }
        try self.init(algorithm, .ec(x: Array(point[1...length]), y: Array(point[(length + 1)...])))
    }

    /// The point without compression; nil for other keys.
    var point: [UInt8]? { if case .ec(let x, let y) = material { [0x04] + x + y } else { nil } }
}

extension COSEAlgorithm {
    /// The length of a coordinate on the algorithm's curve.
    var coordinateLength: Int? {
        switch self {
        case .es256: 32
        case .es384: 48
        case .es512: 66
        default: nil
        }
    }

    /// The number of the algorithm's curve in COSE: WebAuthn ties each to one (L3 §5.8.5).
    var curve: Int? {
        switch self {
        case .es256: 1
        case .es384: 2
        case .es512: 3
        case .edDSA: 6
        default: nil
        }
    }
}

// MARK: - Wire

extension COSEKey {
    private enum Label {
        static let kty: CBORKey = 1
        static let alg: CBORKey = 3
        static let crv: CBORKey = -1
        static let x: CBORKey = -2
        static let y: CBORKey = -3
        static let n: CBORKey = -1
        static let e: CBORKey = -2
        static let pub: CBORKey = -1
    }

    private enum KeyType {
        static let okp = 1
        static let ec2 = 2
        static let rsa = 3
        static let akp = 7
    }

    /// Reads a key. `alg` must be there, and nothing beside it but what the key's type requires (L3 §6.5.1.1): neither a private part nor
    /// optional members such as `kid` and `key_ops`.
    ///
    /// Throws ``WebAuthnError/Code/unsupportedKey``.
    public init(cbor value: CBORValue) throws(WebAuthnError) {
        guard let members = value.map, let type = members[Label.kty]?.integer, let number = members[Label.alg]?.integer else {
            throw WebAuthnError(.unsupportedKey, "the public key is no COSE key with kty and alg")
        }
        let algorithm = COSEAlgorithm(rawValue: number)
        guard let material = Self.material(type, algorithm, members) else {
            throw WebAuthnError(.unsupportedKey, "a key of type \(type) for the algorithm \(number) is not known, or is incomplete")
        }
        try self.init(algorithm, material)
        // All required members were found, so that an equal number means that there are no others.
        guard members.count == cbor.map?.count else {
            throw WebAuthnError(.unsupportedKey, "the public key holds members besides those that its type requires")
        }
    }

    private static func material(_ type: Int, _ algorithm: COSEAlgorithm, _ members: [CBORKey: CBORValue]) -> Material? {
        switch (type, algorithm) {
        case (KeyType.ec2, .es256), (KeyType.ec2, .es384), (KeyType.ec2, .es512):
            guard members[Label.crv]?.integer == algorithm.curve, let x = members[Label.x]?.bytes, let y = members[Label.y]?.bytes else {
                return nil
            }
            guard x.count == algorithm.coordinateLength, y.count == x.count else { return nil }
            return .ec(x: x, y: y)
        case (KeyType.okp, .edDSA):
            guard members[Label.crv]?.integer == algorithm.curve, let x = members[Label.x]?.bytes else { return nil }
            return .okp(x: x)
        case (KeyType.rsa, .rs256), (KeyType.rsa, .rs384), (KeyType.rsa, .rs512), (KeyType.rsa, .ps256):
            guard let n = members[Label.n]?.bytes, let e = members[Label.e]?.bytes else { return nil }
            return .rsa(n: n, e: e)
        case (KeyType.akp, .mlDSA65), (KeyType.akp, .mlDSA87): return members[Label.pub]?.bytes.map { .akp(pub: $0) }
        default: return nil
        }
    }

    /// The key as COSE has it.
    public var cbor: CBORValue {
        let alg = CBORValue.integer(algorithm.rawValue)
        return switch material {
        case .ec(let x, let y):
            .map([
                Label.kty: .integer(KeyType.ec2), Label.alg: alg, Label.crv: .integer(algorithm.curve ?? 0), Label.x: .bytes(x),
                Label.y: .bytes(y),
            ])
        case .okp(let x):
            .map([Label.kty: .integer(KeyType.okp), Label.alg: alg, Label.crv: .integer(algorithm.curve ?? 0), Label.x: .bytes(x)])
        case .rsa(let n, let e): .map([Label.kty: .integer(KeyType.rsa), Label.alg: alg, Label.n: .bytes(n), Label.e: .bytes(e)])
        case .akp(let pub): .map([Label.kty: .integer(KeyType.akp), Label.alg: alg, Label.pub: .bytes(pub)])
        }
    }
}
