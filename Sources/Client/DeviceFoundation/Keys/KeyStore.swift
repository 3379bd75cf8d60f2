public import Primitives

/// Keeps P-256 key pairs whose private halves it never gives out: they sign and agree inside.
///
/// Adapters: ``SoftwareKeyStore`` over any ``SecureStore``, and on Apple systems `SecureEnclaveKeyStore`.
/// Every call throws ``KeyError``, `.locked` when the device must be unlocked first.
public protocol KeyStore: Sendable {
    /// Tells if this store itself asks the user before each use of a key that was made with such an access.
    func enforces(_ access: KeyAccess) -> Bool
    /// Makes a key pair of a name that isn't taken, for one use; it is kept when this returns.
    /// - Throws: `.exists` when there is a key of that name; `.unsupported` for an access that the store doesn't enforce.
    func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint
    /// The access that a key was made with, or nil when there is none of that name.
    func access(of name: String) async throws(KeyError) -> KeyAccess?
    /// The public half of a key, or nil when there is none of that name.
    func publicKey(_ name: String) async throws(KeyError) -> PublicPoint?
    /// An ECDSA signature of SHA-256 (ES256), r and s in 32 bytes each.
    /// - Parameter reason: the text for a user whom the store asks, one sentence.
    /// - Throws: `.absent`; `.wrongUse` for a key of another use; `.unverified` and `.cancelled` where the user is asked.
    func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8]
    /// The raw secret shared with another party's key (ECDH), 32 bytes.
    /// - Throws: `.absent`; `.wrongUse` for a key of another use.
    func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret
    /// Removes a key; removing none is no error.
    func delete(_ name: String) async throws(KeyError)
    /// The names of all keys, sorted.
    func names() async throws(KeyError) -> [String]
}

extension KeyStore {
    /// Makes a key pair of a name that isn't taken, for one use, without the user's part.
    /// - Throws: `.exists` when there is a key of that name.
    public func create(_ name: String, for use: KeyUse) async throws(KeyError) -> PublicPoint {
        try await create(name, for: use, access: .afterFirstUnlock)
    }

    /// An ECDSA signature of SHA-256 (ES256), r and s in 32 bytes each.
    /// - Throws: `.absent`; `.wrongUse` for a key of another use.
    public func sign(_ bytes: [UInt8], with name: String) async throws(KeyError) -> [UInt8] {
        try await sign(bytes, with: name, asking: "Use a key of this device")
    }
}

/// The purpose of a key; a key is never used for both.
public enum KeyUse: String, Sendable, CaseIterable {
    /// A purpose: signatures (ECDSA), or the agreement on a secret with another party (ECDH).
    case signing, agreement
}

/// The public half of a P-256 key: a point on the curve.
public struct PublicPoint: Sendable, Hashable {
    /// The coordinates, 32 bytes each.
    public let x, y: [UInt8]

    /// A point of its coordinates; nil for other lengths. Whether it lies on the curve shows when it is used.
    public init?(x: [UInt8], y: [UInt8]) {
        guard x.count == 32, y.count == 32 else { return nil }
        self.x = x
        self.y = y
    }

    /// A point in its uncompressed form (SEC 1 §2.3.3): 4, then the coordinates.
    init?(uncompressed bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 65, bytes[0] == 4 else { return nil }
        self.init(x: Array(bytes[1...32]), y: Array(bytes[33...]))
    }

    /// The uncompressed form.
    var uncompressed: [UInt8] { [4] + x + y }
}
