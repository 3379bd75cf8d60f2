import Crypto
import Primitives

/// The content's key and how it reaches the recipient.
struct ContentKey {
    var key: SymmetricKey
    /// The second part of the compact serialisation; empty when the recipient has or derives the key.
    var encrypted: [UInt8] = []
    /// The public half of the ephemeral key, for `epk`.
    var ephemeral: JSONObject?
}

extension SealingKey {
    /// RFC 7516 §5.1 steps 1 to 6.
    func contentKey(header: JSONObject, random: some RandomSource) throws(JWEError) -> ContentKey {
        do {
            switch method {
            case .direct(let key): return ContentKey(key: key)
            case .wrap(let wrapping): return try wrapped(by: wrapping, random)
            case .encrypt(let wrapping):
                let key = fresh(random)
                return ContentKey(key: key, encrypted: try wrapping.wrap(key))
            case .agree(let recipient): return try agreed(with: recipient, header, random)
            case .agreed(let key, let ephemeral): return ContentKey(key: key, ephemeral: ephemeral)
            }
        } catch let error as JWEError { throw error } catch {
            throw JWEError(.sealingFailed, "no content key could be made with \(algorithm.rawValue)", underlying: error)
        }
    }

    func protectedHeader(_ extra: JSONObject, ephemeral: JSONObject?) throws(JWEError) -> [UInt8] {
        let own: JSONObject = ephemeral.map { ["epk": .object($0)] } ?? JSONObject()
        do { return try template.encode(adding: extra, own: own) } catch {
            throw JWEError(.reservedHeader, "\(error.name) in a header is set by the key")
        }
    }

    func seal(
        _ plaintext: [UInt8], _ key: SymmetricKey, _ vector: [UInt8], header: [UInt8]
    ) throws(JWEError) -> SealedContent {
        do {
            guard let cipher = ContentCipher(encryption, key: key) else { throw CryptoKitError.incorrectKeySize }
            return try cipher.seal(plaintext, vector: vector, authenticating: header)
        } catch { throw JWEError(.sealingFailed, "\(encryption.rawValue) could not encrypt", underlying: error) }
    }

    private func fresh(_ random: some RandomSource) -> SymmetricKey { SymmetricKey(data: random.bytes(encryption.keyLength)) }

    private func wrapped(by wrapping: SymmetricKey, _ random: some RandomSource) throws -> ContentKey {
        let key = fresh(random)
        return ContentKey(key: key, encrypted: [UInt8](try AES.KeyWrap.wrap(key, using: wrapping)))
    }

    /// RFC 7518 §4.6.
    private func agreed(
        with recipient: AgreementParty, _ header: JSONObject, _ random: some RandomSource
    ) throws -> ContentKey {
        var pair = try JWK.generate(recipient.kind, random: random)
        pair.keyID = nil
        let secret = try AgreementParty(pair).secret(with: recipient)
        let derivation = try ConcatKDF(algorithm, encryption, header: header)
        guard algorithm == .ecdhESA256KW else {
            return ContentKey(key: derivation.key(from: secret), ephemeral: pair.publicJSON)
        }
        var content = try wrapped(by: derivation.key(from: secret), random)
        content.ephemeral = pair.publicJSON
        return content
    }
}

extension ConcatKDF {
    /// The derivation that an algorithm and a header ask for (RFC 7518 §4.6.2).
    init(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, header: JSONObject) throws(JWEError) {
        let wraps = algorithm == .ecdhESA256KW
        self.algorithm = wraps ? algorithm.rawValue : encryption.rawValue
        length = wraps ? 32 : encryption.keyLength
        producer = try Self.party("apu", header)
        recipient = try Self.party("apv", header)
    }

    private static func party(_ name: String, _ header: JSONObject) throws(JWEError) -> [UInt8] {
        guard let value = header[name] else { return [] }
        guard let bytes = value.string.flatMap(Base64URL.decode) else {
            throw JWEError(.malformed, "\(name) in the header is not base64url")
        }
        return bytes
    }
}
