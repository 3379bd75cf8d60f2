package import Foundation
package import Primitives
package import Foundations

/// A code that is sent to an address: only its keyed hash is stored.
package struct MessagedCode: Sendable {
    /// The code, to be sent and forgotten.
    package let code: Secret
    package let hash: [UInt8]
    /// The time of expiry.
    package let expires: Date

    /// - Parameter purpose: the purpose of the code, so that it is good for nothing else.
    package init(digits: Int, lifetime: Int, purpose: String, sealer: Sealer, at now: Date, random: any RandomSource) {
        code = Secret(bytes: random.characters(digits, of: "0123456789"))
        hash = Self.hashes(purpose, sealer).hash(code)
        expires = now.addingTimeInterval(TimeInterval(lifetime))
    }

    /// Whether a hash is that of a code.
    package static func isHash(_ hash: [UInt8], of code: Secret, purpose: String, _ sealer: Sealer) -> Bool {
        hashes(purpose, sealer).isHash(hash, of: code)
    }

    private static func hashes(_ purpose: String, _ sealer: Sealer) -> KeyedHash { KeyedHash("codes of \(purpose)", sealer) }
}
