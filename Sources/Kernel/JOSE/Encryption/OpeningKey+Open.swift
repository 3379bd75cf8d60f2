import Crypto
import Primitives

extension OpeningKey {
    /// The content's key (RFC 7516 §5.2 steps 6 to 12).
    func contentKey(of token: SealedToken) throws -> SymmetricKey {
        switch method {
        case .direct(let key): return try withoutEncryptedKey(token, key)
        case .unwrap(let wrapping): return unwrapped(token) { try AES.KeyWrap.unwrap($0, using: wrapping) }
        case .decrypt(let wrapping): return unwrapped(token) { try wrapping.unwrap($0) }
        case .agreed(let secret):
            let derivation = try ConcatKDF(algorithm, token.encryption, header: token.header.members)
            return try withoutEncryptedKey(token, secret.withBytes { derivation.key(from: $0) })
        case .agree(let recipient):
            let agreed = try agreedKey(token, recipient)
            guard algorithm == .ecdhESA256KW else { return try withoutEncryptedKey(token, agreed) }
            return unwrapped(token) { try AES.KeyWrap.unwrap($0, using: agreed) }
        }
    }

    /// Step 10: with a shared or directly agreed key the second part is empty.
    private func withoutEncryptedKey(_ token: SealedToken, _ key: SymmetricKey) throws -> SymmetricKey {
        guard token.encryptedKey.isEmpty else { throw CryptoKitError.incorrectParameterSize }
        return key
    }

    /// The unwrapped key, or when that fails or is of the wrong length a random one, with which the tag will fail: so a forger can't
    /// tell by the clock where it went wrong (RFC 7516 §11.5). It is the machine's randomness, since nothing that can be seen comes of it.
    private func unwrapped(_ token: SealedToken, _ unwrap: ([UInt8]) throws -> SymmetricKey) -> SymmetricKey {
        let bits = token.encryption.keyLength * 8
        let substitute = SymmetricKey(size: SymmetricKeySize(bitCount: bits))
        guard let key = try? unwrap(token.encryptedKey), key.bitCount == bits else { return substitute }
        return key
    }

    private func agreedKey(_ token: SealedToken, _ recipient: AgreementParty) throws -> SymmetricKey {
        guard let members = token.header["epk"]?.object else { throw JWEError(.malformed, "epk is missing in the header") }
        let secret = try recipient.secret(with: AgreementParty(JWK(members)))
        return try ConcatKDF(algorithm, token.encryption, header: token.header.members).key(from: secret)
    }
}
