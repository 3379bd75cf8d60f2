/// Where an opener finds the key for a header.
public protocol OpeningKeySource: Sendable {
    /// The keys that the content may have been sealed to. Whether they serve `alg` and `enc` is checked afterwards.
    func openingKeys(for header: JOSEHeader) -> [OpeningKey]
}

extension OpeningKey: OpeningKeySource {
    /// This key, unless the header and the key name different `kid`s.
    public func openingKeys(for header: JOSEHeader) -> [OpeningKey] {
        guard let wanted = header.keyID, let keyID else { return [self] }
        return wanted == keyID ? [self] : []
    }
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
}
