import Crypto
package import Primitives

extension KeyedHash {
    /// Seals a value under a key that is this hash of a message (A256GCM). The message is kept nowhere, so that only one who sends it again has the
    /// value opened: not a reader of the database, and not one with the server's keys either.
    ///
    /// A message seals one value; it must be beyond guessing.
    package func seal(_ secret: Secret, for message: [UInt8], random: any RandomSource) throws(SealError) -> [UInt8] {
        do {
            let box = try secret.withBytes { bytes in
                try AES.GCM.seal(bytes, using: SymmetricKey(data: hash(message)), nonce: AES.GCM.Nonce(data: random.bytes(12)))
            }
            return Array(box.nonce) + box.ciphertext + box.tag
        } catch {
            throw SealError(.malformed, "a value can't be sealed: \(error)")
        }
    }

    /// Opens a value that was sealed for a message.
    package func open(_ sealed: [UInt8], for message: [UInt8]) throws(SealError) -> Secret {
        do {
            return Secret(bytes: try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: SymmetricKey(data: hash(message))))
        } catch {
            throw SealError(.notAuthentic, "a value was changed, or sealed for another message")
        }
    }
}
