package import DeviceFoundation
package import Primitives
import Synchronization

/// A Secure Enclave with its user: it asks before each use of a key that was made so, and a key of the enrolled biometrics is gone once
/// others are enrolled.
package final class EnclaveDouble: KeyStore {
    private struct State {
        var method: VerificationMethod?
        var biometrics = 1
        var made: [String: (access: KeyAccess, biometrics: Int)] = [:]
        var asked: [String] = []
    }

    private let keys: SoftwareKeyStore
    private let state = Mutex(State())

    /// An enclave whose user shows `method`; nil for one whom it never recognises.
    package init(over store: any SecureStore = InMemoryStore(), user method: VerificationMethod? = .face) {
        keys = SoftwareKeyStore(store, random: SeededRandom(seed: 77))
        state.withLock { $0.method = method }
    }

    /// Another user has the device.
    package func turn(to method: VerificationMethod?) { state.withLock { $0.method = method } }
    /// Enrolls other biometrics.
    package func enroll() { state.withLock { $0.biometrics += 1 } }
    /// The texts with which the user was asked.
    package var asked: [String] { state.withLock { $0.asked } }
    /// The accesses with which keys were made.
    package var accesses: [KeyAccess] { state.withLock { $0.made.values.map { $0.access } } }

    package func enforces(_ access: KeyAccess) -> Bool { true }

    package func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint {
        let point = try await keys.create(name, for: use)
        state.withLock { $0.made[name] = (access, $0.biometrics) }
        return point
    }

    package func access(of name: String) async throws(KeyError) -> KeyAccess? { state.withLock { $0.made[name]?.access } }
    package func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? { try await keys.publicKey(name) }

    package func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8] {
        try state.withLock { (state) throws(KeyError) in
            guard let key = state.made[name] else { throw KeyError(.absent, "there is no key \(name)") }
            if key.access == .afterFirstUnlock { return }
            state.asked.append(reason)
            if key.access == .enrolledBiometrics, key.biometrics != state.biometrics { throw KeyError(.refused, "other biometrics") }
            let counts: [VerificationMethod] = key.access == .userPresence ? [.face, .fingerprint, .pin] : [.face, .fingerprint]
            guard let method = state.method, counts.contains(method) else { throw KeyError(.unverified, "the user was not recognised") }
        }
        return try await keys.sign(bytes, with: name)
    }

    package func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        try await keys.agree(with: other, using: name)
    }

    package func delete(_ name: String) async throws(KeyError) { try await keys.delete(name) }
    package func names() async throws(KeyError) -> [String] { try await keys.names() }
}
