import Foundation
import JOSE
import Primitives
import VerifiableClaims
import WalletMessages

/// Another party's keys, each of which the log has as that party's.
struct Peer: Sendable {
    let keys: InstanceKeys

    /// The key to which envelopes are sealed.
    var agreement: JWK { keys.agreement }
    /// The key to which claims are bound.
    var signing: JWK? { keys.current }

    /// The keys that may have signed at a moment. Earlier ones count until they were replaced.
    func verificationKeys(at moment: Date) -> VerificationKeys {
        let good = keys.signing.filter { key in key.ended.map { moment <= $0 + Wallet.clockLeeway } ?? true }
        return VerificationKeys(
            good.compactMap { signing in
                var key = signing.key
                key.keyID = signing.key.thumbprintText
                return try? VerificationKey(key)
            })
    }
}
