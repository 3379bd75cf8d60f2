import Crypto
import Primitives

/// The source from which an opener takes the key for a header.
public protocol OpeningKeySource: Sendable {
    /// The keys that the content may have been sealed to. Whether they serve `alg` and `enc` is checked afterwards.
    func openingKeys(for header: JOSEHeader) -> [OpeningKey]

    /// A header that exactly one of the keys would write itself, so that its text need not be read; nil when it must be.
    ///
    /// - Parameter text: a protected header, in base64url.
    func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader?

    /// Takes note of the key on which the sender of a token that opened has agreed.
    func remember(_ agreed: KnownHeader)
}

extension OpeningKeySource {
    /// None is known.
    public func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? { nil }

    /// Nothing is remembered.
    public func remember(_ agreed: KnownHeader) {}
}

/// A header whose text need not be read: the one that a key writes when nothing is added to it, or one that a token opened with.
public final class KnownHeader: Sendable {
    let text: [UInt8]
    let header: JOSEHeader
    let algorithm: KeyManagementAlgorithm
    let encryption: ContentEncryption
    let keyID: String?
    /// The cipher with the content's key, where that is shared (`dir`) or was agreed on (`ECDH-ES`).
    let shared: ContentCipher?

    /// Nil for an agreement, whose headers hold a key made for the one token.
    ///
    /// - Parameter key: the shared key of `dir`.
    init?(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, keyID: String?, key: SymmetricKey?) {
        guard algorithm != .ecdhES, algorithm != .ecdhESA256KW else { return nil }
        let members = Self.members(algorithm, encryption, keyID: keyID)
        var text: [UInt8] = []
        Base64URL.append(JSONValue.object(members).encoded, to: &text)
        self.text = text
        self.algorithm = algorithm
        self.encryption = encryption
        self.keyID = keyID
        header = JOSEHeader(members)
        shared = key.flatMap { ContentCipher(encryption, key: $0) }
    }

    /// The header and cipher on which two parties have agreed.
    init(_ text: [UInt8], _ header: JOSEHeader, keyID: String?, agreed: ContentCipher) {
        self.text = text
        self.header = header
        self.keyID = keyID
        algorithm = .ecdhES
        encryption = agreed.encryption
        shared = agreed
    }

    /// The members that a key writes into every header.
    static func members(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, keyID: String?) -> JSONObject {
        var members: JSONObject = ["alg": .string(algorithm.rawValue), "enc": .string(encryption.rawValue)]
        members["kid"] = keyID.map(JSONValue.string)
        return members
    }

    /// Whether its text is the given one.
    func isSpelled(_ other: UnsafeBufferPointer<UInt8>) -> Bool { text.withUnsafeBufferPointer { sameBytes($0, other) } }
}

extension OpeningKey: OpeningKeySource {
    /// This key, unless the header and the key name different `kid`s.
    public func openingKeys(for header: JOSEHeader) -> [OpeningKey] {
        guard let wanted = header.keyID, let keyID else { return [self] }
        return wanted == keyID ? [self] : []
    }

    /// Finds the known header that is spelled exactly like this; nil when there is none.
    public func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? { known.first { $0.isSpelled(text) } }
}

/// Several keys, such as the current one and those before it.
public struct OpeningKeys: OpeningKeySource {
    /// The keys.
    public let keys: [OpeningKey]
    private let agreements: Agreements?

    /// Some prepared keys.
    /// - Parameter agreements: the keys agreed on with senders who keep their `epk` for several tokens; nil to agree again for each.
    public init(_ keys: [OpeningKey], agreements: Agreements? = nil) {
        self.keys = keys
        self.agreements = agreements
    }

    /// The keys with the header's `kid`, then those without any; all keys when the header has no `kid`.
    public func openingKeys(for header: JOSEHeader) -> [OpeningKey] {
        guard let wanted = header.keyID else { return keys }
        return keys.filter { $0.keyID == wanted } + keys.filter { $0.keyID == nil }
    }

    /// Finds the one key that knows a header of exactly this spelling; nil when none does, or several do, or a key has no id.
    public func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
        if let agreed = agreements?.known(text), keys.contains(where: { $0.opens(agreed) }) { return agreed }
        // Where another key may be meant as well, all have their turn.
        guard keys.allSatisfy({ $0.keyID != nil }) else { return nil }
        let found = keys.compactMap { $0.knownHeader(text) }
        return found.count == 1 ? found[0] : nil
    }

    /// Keeps it for the sender's next token.
    public func remember(_ agreed: KnownHeader) { agreements?.remember(agreed) }
}

extension OpeningKey {
    /// Whether it is the key that agreed on what was remembered. A key without an id can't be told from others.
    fileprivate func opens(_ agreed: KnownHeader) -> Bool {
        keyID != nil && keyID == agreed.keyID && algorithm == agreed.algorithm && encryptions.contains(agreed.encryption)
    }
}
