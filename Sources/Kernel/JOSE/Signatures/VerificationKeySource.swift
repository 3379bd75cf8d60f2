import Primitives

/// The source from which a verifier takes the keys for a header.
public protocol VerificationKeySource: Sendable {
    /// The keys that may have made the signature, best first. Which `alg` they serve is checked afterwards.
    func verificationKeys(for header: JOSEHeader) -> [VerificationKey]
}

extension VerificationKey: VerificationKeySource {
    /// This key, unless the header and the key name different `kid`s.
    public func verificationKeys(for header: JOSEHeader) -> [VerificationKey] {
        matches(header.keyID) ? [self] : []
    }

    fileprivate func matches(_ wanted: String?) -> Bool {
        guard let wanted, let keyID else { return true }
        return wanted == keyID
    }
}

/// The keys of a JWK Set, prepared for verifying.
public struct VerificationKeys: VerificationKeySource {
    /// The keys, in the set's order.
    public let keys: [VerificationKey]

    /// Some prepared keys.
    public init(_ keys: [VerificationKey]) { self.keys = keys }

    /// The keys of a set that can verify; others, such as those for encryption, are left out.
    public init(_ set: JWKSet) { keys = set.keys.compactMap { try? VerificationKey($0) } }

    /// The keys with the header's `kid`, then those without any; all keys when the header has no `kid`.
    public func verificationKeys(for header: JOSEHeader) -> [VerificationKey] {
        guard let wanted = header.keyID else { return keys }
        return keys.filter { $0.keyID == wanted } + keys.filter { $0.keyID == nil }
    }
}
