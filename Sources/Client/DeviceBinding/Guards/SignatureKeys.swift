import DeviceFoundation
import JOSE
import Primitives

/// Makes, keeps and uses keys of one algorithm.
protocol SignatureKeys: Sendable {
    func make(_ name: String) async throws(DeviceBindingError) -> UnlockedKey
    /// Nil when there is none of the name.
    func find(_ name: String) async throws(DeviceBindingError) -> UnlockedKey?
    func remove(_ name: String) async throws(DeviceBindingError)
}

/// Keys on P-256, in whatever keeps such.
struct StoredKeys: SignatureKeys {
    let keys: any KeyStore

    func make(_ name: String) async throws(DeviceBindingError) -> UnlockedKey {
        do { return try unlocked(try await keys.create(name, for: .signing), name) } catch let error as KeyError {
            throw DeviceBindingError(error)
        } catch { throw Self.unreadable }
    }

    func find(_ name: String) async throws(DeviceBindingError) -> UnlockedKey? {
        let point: PublicPoint?
        do { point = try await keys.publicKey(name) } catch { throw DeviceBindingError(error) }
        return try point.map { (point) throws(DeviceBindingError) in try unlocked(point, name) }
    }

    func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await keys.delete(name) } catch { throw DeviceBindingError(error) }
    }

    private func unlocked(_ point: PublicPoint, _ name: String) throws(DeviceBindingError) -> UnlockedKey {
        guard let key = try? ECKey(curve: .p256, x: point.x, y: point.y) else { throw Self.unreadable }
        return UnlockedKey(JWK(.ec(key))) { [keys] bytes throws(DeviceBindingError) in
            do throws(KeyError) { return try await keys.sign(bytes, with: name) } catch { throw DeviceBindingError(error) }
        }
    }

    private static let unreadable = DeviceBindingError(.storage, "what is kept is no key")
}

/// Keys of ML-DSA-65, as their seeds in the device's store: no hardware that we know has such.
struct PostQuantumKeys: SignatureKeys {
    private static let service = "bound-ml-dsa-seeds"

    let store: any SecureStore
    let random: any RandomSource

    func make(_ name: String) async throws(DeviceBindingError) -> UnlockedKey {
        let pair = try JWK.pair(.mlDSA65, random: random)
        guard let seed = pair.privateBytes else { throw DeviceBindingError(.unsupported, "no key could be made") }
        do { try await store.set(seed, for: StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
        return try UnlockedKey(pair)
    }

    func find(_ name: String) async throws(DeviceBindingError) -> UnlockedKey? {
        let seed: Secret?
        do { seed = try await store.get(StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
        guard let seed else { return nil }
        guard let pair = try? JWK(.mlDSA65, privateBytes: seed) else { throw DeviceBindingError(.storage, "what is kept is no key") }
        return try UnlockedKey(pair)
    }

    func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await store.delete(StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
    }
}
