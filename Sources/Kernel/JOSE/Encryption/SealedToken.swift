import Crypto
import Primitives

/// A compact JWE that has been parsed but not decrypted (RFC 7516 §5.2 steps 1 to 5).
struct SealedToken {
    let header: JOSEHeader
    let encryption: ContentEncryption
    let algorithm: KeyManagementAlgorithm
    let encryptedKey: [UInt8]
    private let content: SealedContent
    /// The protected header as it came, which is the additional authenticated data.
    private let authenticated: [UInt8]

    init(_ token: String, limits: JOSELimits) throws(JWEError) {
        guard token.utf8.count <= limits.token else { throw JWEError(.tooLarge, "a JWE longer than \(limits.token) bytes") }
        guard let parts = CompactParts(token, count: 5) else { throw JWEError(.malformed, "not the five parts of a compact JWE") }
        do { header = try JOSEHeader(encoded: parts[0], limits: limits.header) } catch { throw JWEError(error) }
        guard header["zip"] == nil else { throw JWEError(.compressed, "compressed content is refused") }
        algorithm = try Self.known("alg", header.algorithm)
        encryption = try Self.known("enc", header.encryption)
        guard let key = parts.decoded(1), let vector = parts.decoded(2), let ciphertext = parts.decoded(3), let tag = parts.decoded(4)
        else { throw JWEError(.malformed, "a part of the JWE is not base64url") }
        guard vector.count == encryption.vectorLength, tag.count == encryption.tagLength else {
            throw JWEError(.malformed, "the initialisation vector or the tag has not the length of \(encryption.rawValue)")
        }
        encryptedKey = key
        content = SealedContent(vector: vector, ciphertext: ciphertext, tag: tag)
        authenticated = Array(parts[0])
    }

    private static func known<Value: RawRepresentable<String>>(_ name: String, _ text: String?) throws(JWEError) -> Value {
        guard let text else { throw JWEError(.malformed, "\(name) is missing in the header") }
        guard let value = Value(rawValue: text) else {
            throw JWEError(.algorithmNotAllowed, "\(name) \(text.prefix(32)) in the header is not known")
        }
        return value
    }

    /// RFC 7516 §5.2 steps 6 to 16.
    func open(with keys: some OpeningKeySource) throws(JWEError) -> JWE.Opened {
        let candidates = keys.openingKeys(for: header)
        guard !candidates.isEmpty else { throw JWEError(.noMatchingKey, "no key with kid \((header.keyID ?? "(none)").prefix(64))") }
        let fitting = candidates.filter { $0.algorithm == algorithm && $0.encryptions.contains(encryption) }
        guard !fitting.isEmpty else {
            throw JWEError(.algorithmNotAllowed, "the key does not open \(algorithm.rawValue) with \(encryption.rawValue)")
        }
        for key in fitting {
            guard let plaintext = try? plaintext(key) else { continue }
            return JWE.Opened(header: header, plaintext: plaintext, keyID: key.keyID)
        }
        throw JWEError(.decryptionFailed, "the JWE does not open with this key")
    }

    private func plaintext(_ key: OpeningKey) throws -> [UInt8] {
        guard let cipher = ContentCipher(encryption, key: try key.contentKey(of: self)) else {
            throw CryptoKitError.incorrectKeySize
        }
        return try cipher.open(content, authenticating: authenticated)
    }
}

extension JWEError {
    init(_ refusal: JOSEHeader.Refusal) {
        switch refusal {
        case .malformed(let reason): self.init(.malformed, reason)
        case .critical: self.init(.criticalHeader, "crit names an extension; none is understood")
        }
    }
}
