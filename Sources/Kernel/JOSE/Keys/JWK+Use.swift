import Primitives

extension JWK {
    /// The purpose of a key in broad terms, `use` (RFC 7517 §4.2). Other values than the two named here may be met.
    public struct Use: Sendable, Hashable, RawRepresentable {
        /// The value in JSON.
        public let rawValue: String

        /// Any value.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `sig`: signatures and MACs.
        public static let signature = Use(rawValue: "sig")
        /// `enc`: encryption and key agreement.
        public static let encryption = Use(rawValue: "enc")
    }

    /// The purpose of a key in detail, `key_ops` (RFC 7517 §4.3). Other values than those named here may be met.
    public struct Operation: Sendable, Hashable, RawRepresentable {
        /// The value in JSON.
        public let rawValue: String

        /// Any value.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `sign`: compute a signature or MAC.
        public static let sign = Operation(rawValue: "sign")
        /// `verify`: verify a signature or MAC.
        public static let verify = Operation(rawValue: "verify")
        /// `encrypt`: encrypt content.
        public static let encrypt = Operation(rawValue: "encrypt")
        /// `decrypt`: decrypt content.
        public static let decrypt = Operation(rawValue: "decrypt")
        /// `wrapKey`: encrypt a key.
        public static let wrapKey = Operation(rawValue: "wrapKey")
        /// `unwrapKey`: decrypt a key.
        public static let unwrapKey = Operation(rawValue: "unwrapKey")
        /// `deriveKey`: derive a key.
        public static let deriveKey = Operation(rawValue: "deriveKey")
        /// `deriveBits`: derive bits that are no key.
        public static let deriveBits = Operation(rawValue: "deriveBits")

        /// The operation of the public half of a key pair when the private half does this; nil for what it has no part in.
        var publicCounterpart: Operation? {
            switch self {
            case .sign, .verify: .verify
            case .decrypt, .encrypt: .encrypt
            case .unwrapKey, .wrapKey: .wrapKey
            default: nil
            }
        }
    }

    /// Refuses a key whose metadata forbids what is asked of it.
    func require(use expected: Use, anyOf allowed: [Operation], algorithm name: String) throws(JWKError) {
        if let use, use != expected { throw JWKError(.notUsable, "the key's use is \(use.rawValue), not \(expected.rawValue)") }
        if let operations, !operations.contains(where: allowed.contains) {
            throw JWKError(.notUsable, "the key's key_ops do not include \(allowed.map(\.rawValue).joined(separator: " or "))")
        }
        if let algorithm, algorithm != name { throw JWKError(.notUsable, "the key is for \(algorithm), not \(name)") }
    }
}
