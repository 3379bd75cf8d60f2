public import DeviceFoundation
public import JourneyMessages
import Primitives

/// Keys in a store, which sign once the user is verified, or at once where the user isn't to be asked.
///
/// A store that itself asks the user before each use of a key, as the Secure Enclave does, is left to do so. Before any other, the user
/// is verified here.
public struct StoredKeyGuard: KeyGuard {
    private let keys: any SignatureKeys
    private let access: KeyAccess
    private let verification: (any UserVerification)?

    /// Keys that sign without asking the user.
    public init(_ keys: any KeyStore) { self.init(StoredKeys(keys: keys)) }

    /// Keys that sign once the user is verified.
    /// - Parameters:
    ///   - verification: nil where the device has none; then the guard is supported by a store that asks the user alone.
    ///   - allowsFallback: whether the device's own PIN will do as well as face or finger.
    public init(_ keys: any KeyStore, asking verification: (any UserVerification)?, allowsFallback: Bool) {
        self.init(StoredKeys(keys: keys), asking: verification, allowsFallback: allowsFallback)
    }

    init(_ keys: some SignatureKeys) {
        self.keys = keys
        access = .afterFirstUnlock
        verification = nil
    }

    init(_ keys: some SignatureKeys, asking verification: (any UserVerification)?, allowsFallback: Bool) {
        self.keys = keys
        access = allowsFallback ? .userPresence : .enrolledBiometrics
        self.verification = verification
    }

    /// Whether the user need not be verified, or the device can do it.
    public var isSupported: Bool { get async { verification != nil || keys.enforce(access) } }

    /// The biometrics that are enrolled, where the user is verified.
    public var enrollment: BiometricEnrollment {
        get async {
            guard access != .afterFirstUnlock, let verification else { return .unknown }
            return await verification.enrollment()
        }
    }

    /// Makes a key pair in the key store, which asks the user; where it doesn't, the user is verified before.
    /// - Throws: ``DeviceBindingError``: `.unsupported` when the device verifies no users, `.unauthorized` when the user was not
    ///   recognised.
    public func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        if keys.enforce(access) { return try await keys.make(name, access: access, asking: prompt.description) }
        try await verify(prompt)
        return try await keys.make(name, access: .afterFirstUnlock, asking: prompt.description)
    }

    /// Verifies the user where the key itself doesn't ask for as much, and returns the key.
    /// - Throws: ``DeviceBindingError``: `.unregistered` when there is no such key, `.unsupported` when the device verifies no users,
    ///   `.unauthorized` when the user was not recognised.
    public func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        guard let found = try await keys.find(name, asking: prompt.description) else {
            throw DeviceBindingError(.unregistered, "the key is not on this device any more")
        }
        if found.access.rawValue < access.rawValue { try await verify(prompt) }
        return found.key
    }

    /// Whether the key store has a key of this name.
    /// - Throws: ``DeviceBindingError`` when the key store fails.
    public func has(_ name: String) async throws(DeviceBindingError) -> Bool {
        try await keys.find(name, asking: "") != nil
    }

    /// Removes a key; removing none is no error.
    /// - Throws: ``DeviceBindingError`` when the key store fails.
    public func remove(_ name: String) async throws(DeviceBindingError) {
        try await keys.remove(name)
    }

    private func verify(_ prompt: DevicePrompt) async throws(DeviceBindingError) {
        guard let verification else { throw DeviceBindingError(.unsupported, "this device verifies no users") }
        let factors: UserFactors = access == .userPresence ? .biometricsOrPasscode : .biometrics
        do { _ = try await verification.verify(prompt.description, by: factors) } catch { throw DeviceBindingError(error) }
    }
}
