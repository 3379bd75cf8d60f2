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
}

extension OpeningKeySource {
    /// None is known.
    public func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? { nil }
}

/// The header that a key writes when nothing is added to it, with its text.
public final class KnownHeader: Sendable {
    let text: [UInt8]
    let header: JOSEHeader
    let algorithm: KeyManagementAlgorithm
    let encryption: ContentEncryption
    let keyID: String?
    /// The cipher with the key itself, where that is shared (`dir`).
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

    /// Some prepared keys.
    public init(_ keys: [OpeningKey]) { self.keys = keys }

    /// The keys with the header's `kid`, then those without any; all keys when the header has no `kid`.
    public func openingKeys(for header: JOSEHeader) -> [OpeningKey] {
        guard let wanted = header.keyID else { return keys }
        return keys.filter { $0.keyID == wanted } + keys.filter { $0.keyID == nil }
    }

    /// Finds the one key that knows a header of exactly this spelling; nil when none does, or several do, or a key has no id.
    public func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
        // Where another key may be meant as well, all have their turn.
        guard keys.allSatisfy({ $0.keyID != nil }) else { return nil }
        let found = keys.compactMap { $0.knownHeader(text) }
        return found.count == 1 ? found[0] : nil
    }
}
