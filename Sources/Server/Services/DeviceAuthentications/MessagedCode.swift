import Crypto
import Foundation
import Primitives

/// A code that is sent to an address: only its keyed hash is stored.
struct MessagedCode: Sendable {
    let code: Secret
    let hash: [UInt8]
    let expires: Date

    /// - Parameter purpose: what the code is for, so that it is good for nothing else.
    init(digits: Int, lifetime: Int, purpose: String, sealer: Sealer, at now: Date, random: any RandomSource) {
        code = Secret(bytes: random.characters(digits, of: "0123456789"))
        hash = Self.hash(code, purpose: purpose, sealer)
        expires = now.addingTimeInterval(TimeInterval(lifetime))
    }

    static func hash(_ code: Secret, purpose: String, _ sealer: Sealer) -> [UInt8] {
        let key = sealer.derivedKey("codes of \(purpose)")
        return code.withBytes { bytes in
            key.withBytes { Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: $0))) }
        }
    }
}
