import Foundation
public import Primitives
import SwiftASN1

/// The private numbers of an RSA key (RFC 7518 §6.3.2), big-endian without leading zeros.
public struct RSASecrets: Sendable, Equatable {
    /// The private exponent.
    public let d: Secret
    /// The primes.
    public let p, q: Secret
    /// `d` modulo each prime less one.
    public let dp, dq: Secret
    /// The inverse of `q` modulo `p`.
    public let qi: Secret

    /// Reads them from `RSAPrivateKey` (RFC 8017 A.1.2), the one form in which the cryptographic library gives them out.
    init(pkcs1 der: Data) throws {
        self = try DER.sequence(try DER.parse([UInt8](der)), identifier: .sequence) { numbers in
            for _ in ["version", "n", "e"] { _ = try ArraySlice<UInt8>(derEncoded: &numbers) }
            return try RSASecrets(
                d: Self.next(&numbers), p: Self.next(&numbers), q: Self.next(&numbers), dp: Self.next(&numbers),
                dq: Self.next(&numbers), qi: Self.next(&numbers))
        }
    }

    private init(d: Secret, p: Secret, q: Secret, dp: Secret, dq: Secret, qi: Secret) {
        self.d = d
        self.p = p
        self.q = q
        self.dp = dp
        self.dq = dq
        self.qi = qi
    }

    private static func next(_ numbers: inout ASN1NodeCollection.Iterator) throws -> Secret {
        Secret(bytes: try ArraySlice<UInt8>(derEncoded: &numbers).drop { $0 == 0 })
    }
}
