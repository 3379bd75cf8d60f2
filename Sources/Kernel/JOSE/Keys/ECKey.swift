import Crypto
public import Primitives

/// A key on a NIST curve (RFC 7518 §6.2). A value of this type has been checked: its point lies on the curve, and its private
/// part, when there is one, belongs to the point.
public struct ECKey: Sendable, Equatable {
    /// The curves (RFC 7518 §6.2.1.1).
    public enum Curve: String, Sendable, CaseIterable {
        /// The curve P-256, with coordinates of 32 bytes.
        case p256 = "P-256"
        /// The curve P-384, with coordinates of 48 bytes.
        case p384 = "P-384"
        /// The curve P-521, with coordinates of 66 bytes.
        case p521 = "P-521"

        /// The length of a coordinate and of a private number, in bytes.
        public var coordinateLength: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }
    }

    /// The curve.
    public let curve: Curve
    /// The point's coordinates, each ``Curve/coordinateLength`` bytes.
    public let x, y: [UInt8]
    /// The private number, of the same length; nil in a public key.
    public let d: Secret?

    /// A key from its numbers, big-endian and padded to the curve's length. Throws ``JWKError/Code/invalidKey`` for numbers of
    /// another length, a point off the curve, and a private number of another point.
    public init(curve: Curve, x: [UInt8], y: [UInt8], d: Secret? = nil) throws(JWKError) {
        let length = curve.coordinateLength
        guard x.count == length, y.count == length, d.map({ $0.count == length }) ?? true else {
            throw JWKError(.invalidKey, "a number of a \(curve.rawValue) key is not \(length) bytes long")
        }
        self.curve = curve
        self.x = x
        self.y = y
        self.d = d
        guard curve.contains(point) else { throw JWKError(.invalidKey, "the point is not on \(curve.rawValue)") }
        guard let d else { return }
        guard curve.point(of: d) == point else { throw JWKError(.invalidKey, "d and the point are not of one \(curve.rawValue) key") }
    }

    /// The key pair of a private number. Throws ``JWKError/Code/invalidKey`` when the number is none of the curve's.
    public init(curve: Curve, d: Secret) throws(JWKError) {
        let length = curve.coordinateLength
        guard d.count == length, let point = curve.point(of: d) else {
            throw JWKError(.invalidKey, "d is not a private number of \(curve.rawValue)")
        }
        self.curve = curve
        self.x = Array(point[1...length])
        self.y = Array(point[(length + 1)...])
        self.d = d
    }

    /// The point without compression (SEC 1 §2.3.3), as the cryptographic library takes it.
    var point: [UInt8] { [0x04] + x + y }

    var publicKey: ECKey { ECKey(publicPartOf: self) }

    private init(publicPartOf key: ECKey) {
        curve = key.curve
        x = key.x
        y = key.y
        d = nil
    }
}

extension ECKey.Curve {
    fileprivate func contains(_ point: [UInt8]) -> Bool {
        switch self {
        case .p256: (try? P256.Signing.PublicKey(x963Representation: point)) != nil
        case .p384: (try? P384.Signing.PublicKey(x963Representation: point)) != nil
        case .p521: (try? P521.Signing.PublicKey(x963Representation: point)) != nil
        }
    }

    /// The point that a private number makes; nil when it is zero or not below the group's order.
    fileprivate func point(of d: Secret) -> [UInt8]? {
        d.withBytes { d in
            switch self {
            case .p256: (try? P256.Signing.PrivateKey(rawRepresentation: d)).map { [UInt8]($0.publicKey.x963Representation) }
            case .p384: (try? P384.Signing.PrivateKey(rawRepresentation: d)).map { [UInt8]($0.publicKey.x963Representation) }
            case .p521: (try? P521.Signing.PrivateKey(rawRepresentation: d)).map { [UInt8]($0.publicKey.x963Representation) }
            }
        }
    }
}
