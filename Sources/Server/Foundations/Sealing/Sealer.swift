import Crypto
import Foundation
package import Primitives

/// Seals secrets at rest: each with a data key of its own (A256GCM), which is wrapped by the master key (A256KW, RFC 3394).
///
/// A value is bound to its context, such as `alpha/client_secret/42`, so that none can be moved to another's place.
package struct Sealer: Sendable {
    let keys: MasterKeyRing
    /// The roots from which other keys are derived; nothing but ``seal(_:context:)`` uses a master key.
    package let roots: DerivationRoots
    private let random: any RandomSource

    /// A sealer whose derived keys are those of the master key itself. A server's are its database's: ``opening(_:with:time:random:)``.
    package init(_ keys: MasterKeyRing, random: any RandomSource) {
        self.init(keys, roots: DerivationRoots(madeOf: keys), random: random)
    }

    init(_ keys: MasterKeyRing, roots: DerivationRoots, random: any RandomSource) {
        self.keys = keys
        self.roots = roots
        self.random = random
    }

    /// Seals a secret for a context.
    package func seal(_ secret: Secret, context: String) throws(SealError) -> [UInt8] {
        let dataKey = SymmetricKey(data: random.bytes(32))
        do {
            let header = SealedValue.header(keys.current.id)
            let wrapped = try AES.KeyWrap.wrap(dataKey, using: keys.current.symmetricKey)
            let box = try secret.withBytes { bytes in
                try AES.GCM.seal(
                    bytes, using: dataKey, nonce: AES.GCM.Nonce(data: random.bytes(12)),
                    authenticating: SealedValue.bound(header, to: context))
            }
            return header + wrapped + box.nonce + box.ciphertext + box.tag
        } catch {
            throw SealError(.malformed, "a value can't be sealed: \(error)")
        }
    }

    /// The secret that was sealed for this context.
    package func open(_ sealed: [UInt8], context: String) throws(SealError) -> Secret {
        let value = try SealedValue(parsing: sealed)
        guard let key = keys.key(value.keyID) else {
            throw SealError(.unknownKey, "\(context) was sealed with a master key that this server doesn't have")
        }
        do {
            let dataKey = try AES.KeyWrap.unwrap(value.wrappedKey, using: key.symmetricKey)
            let box = try AES.GCM.SealedBox(combined: value.box)
            let opened = try AES.GCM.open(
                box, using: dataKey, authenticating: SealedValue.bound(value.header, to: context))
            return Secret(bytes: opened)
        } catch {
            throw SealError(.notAuthentic, "\(context) was changed, or sealed for another place")
        }
    }

    /// Whether a value was sealed with an older master key.
    package func needsReseal(_ sealed: [UInt8]) -> Bool {
        (try? SealedValue(parsing: sealed))?.keyID.elementsEqual(keys.current.id) != true
    }
}
