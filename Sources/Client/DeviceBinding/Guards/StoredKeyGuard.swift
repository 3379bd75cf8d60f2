public import DeviceFoundation
import JOSE
public import JourneyMessages

/// Keys in a ``KeyStore``, which sign once the user is verified; or at once, where nobody is to be asked.
public struct StoredKeyGuard: KeyGuard {
    private let keys: any KeyStore
    private let asks: Bool
    private let verification: (any UserVerification)?
    private let allowsFallback: Bool

    /// Keys that sign without asking anybody.
    public init(_ keys: any KeyStore) {
        self.keys = keys
        asks = false
        verification = nil
        allowsFallback = true
    }

    /// Keys that sign once the user is verified.
    /// - Parameters:
    ///   - verification: nil where the device has none; then the guard is unsupported.
    ///   - allowsFallback: whether the device's own PIN will do as well as face or finger.
    public init(_ keys: any KeyStore, asking verification: (any UserVerification)?, allowsFallback: Bool) {
        self.keys = keys
        asks = true
        self.verification = verification
        self.allowsFallback = allowsFallback
    }

    public var isSupported: Bool { get async { !asks || verification != nil } }

    public func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        try await verify(prompt)
        let point: PublicPoint
        do { point = try await keys.create(name, for: .signing) } catch { throw DeviceBindingError(error) }
        return try unlocked(point, name)
    }

    public func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        let point: PublicPoint?
        do { point = try await keys.publicKey(name) } catch { throw DeviceBindingError(error) }
        guard let point else { throw DeviceBindingError(.unregistered, "the key is not on this device any more") }
        try await verify(prompt)
        return try unlocked(point, name)
    }

    public func has(_ name: String) async throws(DeviceBindingError) -> Bool {
        do { return try await keys.publicKey(name) != nil } catch { throw DeviceBindingError(error) }
    }

    public func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await keys.delete(name) } catch { throw DeviceBindingError(error) }
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

    private func unlocked(_ point: PublicPoint, _ name: String) throws(DeviceBindingError) -> UnlockedKey {
        guard let key = try? ECKey(curve: .p256, x: point.x, y: point.y) else {
            throw DeviceBindingError(.storage, "what is kept is no key")
        }
        return UnlockedKey(JWK(.ec(key))) { [keys] bytes throws(DeviceBindingError) in
            do throws(KeyError) { return try await keys.sign(bytes, with: name) } catch { throw DeviceBindingError(error) }
        }
    }
}
