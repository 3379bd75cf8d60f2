import DeviceFoundation
import JOSE
import Primitives

/// Makes, keeps and uses keys of one algorithm.
protocol SignatureKeys: Sendable {
    /// True for keys that ask the user themselves before each use.
    func enforce(_ access: KeyAccess) -> Bool
    /// Makes a key.
    /// - Parameter reason: the text for a user whom the key itself asks.
    func make(_ name: String, access: KeyAccess, asking reason: String) async throws(DeviceBindingError) -> UnlockedKey
    /// Finds a key and its access; nil when there is none of the name.
    func find(_ name: String, asking reason: String) async throws(DeviceBindingError) -> (key: UnlockedKey, access: KeyAccess)?
    func remove(_ name: String) async throws(DeviceBindingError)
}

/// Keys on P-256, in whatever keeps such.
struct StoredKeys: SignatureKeys {
    let keys: any KeyStore

    func enforce(_ access: KeyAccess) -> Bool { keys.enforces(access) }

    func make(_ name: String, access: KeyAccess, asking reason: String) async throws(DeviceBindingError) -> UnlockedKey {
        let point: PublicPoint
        do { point = try await keys.create(name, for: .signing, access: access) } catch { throw DeviceBindingError(error) }
        return try unlocked(point, name, reason)
    }

    func find(_ name: String, asking reason: String) async throws(DeviceBindingError) -> (key: UnlockedKey, access: KeyAccess)? {
        let (point, access): (PublicPoint?, KeyAccess?)
        do { (point, access) = (try await keys.publicKey(name), try await keys.access(of: name)) } catch { throw DeviceBindingError(error) }
        guard let point, let access else { return nil }
        return (try unlocked(point, name, reason), access)
    }

    func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await keys.delete(name) } catch { throw DeviceBindingError(error) }
    }

    private func unlocked(_ point: PublicPoint, _ name: String, _ reason: String) throws(DeviceBindingError) -> UnlockedKey {
        guard let key = try? ECKey(curve: .p256, x: point.x, y: point.y) else { throw Self.unreadable }
        return UnlockedKey(JWK(.ec(key))) { [keys] bytes throws(DeviceBindingError) in
            do throws(KeyError) { return try await keys.sign(bytes, with: name, asking: reason) } catch { throw DeviceBindingError(error) }
        }
    }

    private static let unreadable = DeviceBindingError(.storage, "what is kept is no key")
}

/// Keys of ML-DSA-65, as their seeds in the device's store: no hardware that we know has such.
struct PostQuantumKeys: SignatureKeys {
    private static let service = "bound-ml-dsa-seeds"

    let store: any SecureStore
    let random: any RandomSource

    func enforce(_ access: KeyAccess) -> Bool { access == .afterFirstUnlock }

    func make(_ name: String, access: KeyAccess, asking reason: String) async throws(DeviceBindingError) -> UnlockedKey {
        let pair = try JWK.pair(.mlDSA65, random: random)
        guard let seed = pair.privateBytes else { throw DeviceBindingError(.unsupported, "no key could be made") }
        do { try await store.set(seed, for: StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
        return try UnlockedKey(pair)
    }

    func find(_ name: String, asking reason: String) async throws(DeviceBindingError) -> (key: UnlockedKey, access: KeyAccess)? {
        let seed: Secret?
        do { seed = try await store.get(StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
        guard let seed else { return nil }
        guard let pair = try? JWK(.mlDSA65, privateBytes: seed) else { throw DeviceBindingError(.storage, "what is kept is no key") }
        return (try UnlockedKey(pair), .afterFirstUnlock)
    }

    func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await store.delete(StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
    }
}
