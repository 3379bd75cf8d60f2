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
        self = try Self.read(token, limits) { (parts) throws(JWEError) in try SealedToken(parts, limits) }
    }

    /// Opens a token with whichever of some keys fits it.
    static func open(_ token: String, with keys: some OpeningKeySource, limits: JOSELimits) throws(JWEError) -> JWE.Opened {
        try read(token, limits) { (parts) throws(JWEError) in
            // A header that a key would write itself need not be read.
            guard let known = keys.knownHeader(parts.header) else { return try SealedToken(parts, limits).open(with: keys) }
            guard let shared = known.shared else { return try SealedToken(parts, known).open(with: keys) }
            return try open(parts, known, shared)
        }
    }

    private static func read<Value>(
        _ token: String, _ limits: JOSELimits, _ body: (SealedParts) throws(JWEError) -> Value
    ) throws(JWEError) -> Value {
        guard token.utf8.count <= limits.token else { throw JWEError(.tooLarge, "a JWE longer than \(limits.token) bytes") }
        var token = token
        let result: Result<Value, JWEError> = token.withUTF8 { text in
            Result { () throws(JWEError) in
                guard let parts = SealedParts(text) else { throw JWEError(.malformed, "not the five parts of a compact JWE") }
                return try body(parts)
            }
        }
        return try result.get()
    }

    /// Opens content that is sealed with a shared key itself, from where it lies.
    private static func open(
        _ parts: SealedParts, _ known: KnownHeader, _ shared: ContentCipher
    ) throws(JWEError) -> JWE.Opened {
        try parts.withContent(known.encryption) { (content) throws(JWEError) in
            do {
                guard parts.encryptedKey.isEmpty else { throw CryptoKitError.incorrectParameterSize }
                return JWE.Opened(header: known.header, plaintext: try shared.open(content, authenticating: known.text), keyID: known.keyID)
            } catch { throw notOpened }
        }
    }

    private static var notOpened: JWEError { JWEError(.decryptionFailed, "the JWE does not open with this key") }

    private init(_ parts: SealedParts, _ limits: JOSELimits) throws(JWEError) {
        let header: JOSEHeader
        do { header = try JOSEHeader(encoded: parts.header, limits: limits.header) } catch { throw JWEError(error) }
        guard header["zip"] == nil else { throw JWEError(.compressed, "compressed content is refused") }
        let algorithm: KeyManagementAlgorithm = try Self.known("alg", header.algorithm)
        let encryption: ContentEncryption = try Self.known("enc", header.encryption)
        try self.init(parts, header, algorithm, encryption, authenticated: Array(parts.header))
    }

    private init(_ parts: SealedParts, _ known: KnownHeader) throws(JWEError) {
        try self.init(parts, known.header, known.algorithm, known.encryption, authenticated: known.text)
    }

    private init(
        _ parts: SealedParts, _ header: JOSEHeader, _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption,
        authenticated: [UInt8]
    ) throws(JWEError) {
        guard let key = Base64URL.decode(utf8: parts.encryptedKey) else { throw SealedParts.notBase64 }
        self.header = header
        self.algorithm = algorithm
        self.encryption = encryption
        self.authenticated = authenticated
        content = SealedContent(bytes: try parts.withContent(encryption) { (bytes) throws(JWEError) in Array(bytes) }, encryption)
        encryptedKey = key
    }

    private static func known<Value: RawRepresentable<String>>(_ name: String, _ text: String?) throws(JWEError) -> Value {
        guard let text else { throw JWEError(.malformed, "\(name) is missing in the header") }
        guard let value = Value(exactly: text) else {
            throw JWEError(.algorithmNotAllowed, "\(name) \(text.prefix(32)) in the header is not known")
        }
        return value
    }

    /// RFC 7516 §5.2 steps 6 to 16.
    private func open(with keys: some OpeningKeySource) throws(JWEError) -> JWE.Opened {
        let candidates = keys.openingKeys(for: header)
        guard !candidates.isEmpty else { throw JWEError(.noMatchingKey, "no key with kid \((header.keyID ?? "(none)").prefix(64))") }
        let fitting = candidates.filter { $0.algorithm == algorithm && $0.encryptions.contains(encryption) }
        guard !fitting.isEmpty else {
            throw JWEError(.algorithmNotAllowed, "the key does not open \(algorithm.rawValue) with \(encryption.rawValue)")
        }
        for key in fitting.dropLast() { if let opened = try? open(with: key, of: keys) { return opened } }
        return try open(with: fitting[fitting.count - 1], of: keys)
    }

    /// The same with a key that fits.
    private func open(with key: OpeningKey, of keys: some OpeningKeySource) throws(JWEError) -> JWE.Opened {
        do {
            guard let cipher = ContentCipher(encryption, key: try key.contentKey(of: self)) else {
                throw CryptoKitError.incorrectKeySize
            }
            let plaintext = try cipher.open(content, authenticating: authenticated)
            if algorithm == .ecdhES { keys.remember(KnownHeader(authenticated, header, keyID: key.keyID, agreed: cipher)) }
            return JWE.Opened(header: header, plaintext: plaintext, keyID: key.keyID)
        } catch { throw Self.notOpened }
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
