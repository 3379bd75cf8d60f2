public import DeviceFoundation
public import JourneyMessages
import Primitives

/// Keys in a store, which sign once the user is verified, or at once where the user isn't to be asked.
public struct StoredKeyGuard: KeyGuard {
    private let keys: any SignatureKeys
    private let asks: Bool
    private let verification: (any UserVerification)?
    private let allowsFallback: Bool

    /// Keys that sign without asking the user.
    public init(_ keys: any KeyStore) { self.init(StoredKeys(keys: keys)) }

    /// Keys that sign once the user is verified.
    /// - Parameters:
    ///   - verification: nil where the device has none; then the guard is unsupported.
    ///   - allowsFallback: whether the device's own PIN will do as well as face or finger.
    public init(_ keys: any KeyStore, asking verification: (any UserVerification)?, allowsFallback: Bool) {
        self.init(StoredKeys(keys: keys), asking: verification, allowsFallback: allowsFallback)
    }

    init(_ keys: some SignatureKeys) {
        self.keys = keys
        asks = false
        verification = nil
        allowsFallback = true
    }

    init(_ keys: some SignatureKeys, asking verification: (any UserVerification)?, allowsFallback: Bool) {
        self.keys = keys
        asks = true
        self.verification = verification
        self.allowsFallback = allowsFallback
    }

    /// Whether the user need not be verified, or the device can do it.
    public var isSupported: Bool { get async { !asks || verification != nil } }

    /// Verifies the user where that is asked for, and makes a key pair in the key store.
    /// - Throws: ``DeviceBindingError``: `.unsupported` when the device verifies no users, `.unauthorized` when the user was not
    ///   recognised.
    public func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        try await verify(prompt)
        return try await keys.make(name)
    }

    /// Verifies the user where that is asked for, and returns the key.
    /// - Throws: ``DeviceBindingError``: `.unregistered` when there is no such key, `.unsupported` when the device verifies no users,
    ///   `.unauthorized` when the user was not recognised.
    public func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        guard let key = try await keys.find(name) else { throw DeviceBindingError(.unregistered, "the key is not on this device any more") }
        try await verify(prompt)
        return key
    }

    /// Whether the key store has a key of this name.
    /// - Throws: ``DeviceBindingError`` when the key store fails.
    public func has(_ name: String) async throws(DeviceBindingError) -> Bool {
        try await keys.find(name) != nil
    }

    /// Removes a key; removing none is no error.
    /// - Throws: ``DeviceBindingError`` when the key store fails.
    public func remove(_ name: String) async throws(DeviceBindingError) {
        try await keys.remove(name)
    }

    private func verify(_ prompt: DevicePrompt) async throws(DeviceBindingError) {
        guard asks else { return }
        guard let verification else { throw DeviceBindingError(.unsupported, "this device verifies no users") }
        let method: VerificationMethod
        do { method = try await verification.verify(prompt.description) } catch { throw DeviceBindingError(error) }
        guard allowsFallback || [.face, .fingerprint].contains(method) else {
            throw DeviceBindingError(.unauthorized, "the user was verified by \(method), which isn't face or finger")
        }
    }
}
