public import DeviceFoundation
import Foundation
package import JOSE
public import JourneyMessages
package import Primitives

/// Keys in the device's store, each sealed under a PIN of this application.
///
/// The PIN is never kept, nor sent anywhere. A few digits are no protection against an attacker who has the store's contents and its key;
/// they protect against one with the device in hand: after some wrong PINs in a row the key is deleted, and only binding the device again
/// helps.
public struct PINKeyGuard: KeyGuard {
    private static let service = "bound-pin-keys"

    private let store: any SecureStore
    private var pins: (any PINCollector)?
    private let mostWrong: Int
    private let random: any RandomSource
    private let algorithm: SignatureAlgorithm
    /// Counting and trying are one thing: two tries at once would count as one, also of two guards before the same store.
    private static let gate = SerialGate()

    /// - Parameters:
    ///   - pins: nil where no PIN can be asked for; then the guard is unsupported.
    ///   - mostWrong: after so many wrong PINs in a row the key is deleted.
    public init(_ store: any SecureStore, pins: (any PINCollector)?, mostWrong: Int = 5) {
        self.init(store, pins: pins, mostWrong: mostWrong, random: SystemRandom())
    }

    /// - Parameter algorithm: of new keys: ES256 or ML-DSA-65.
    package init(
        _ store: any SecureStore, pins: (any PINCollector)?, mostWrong: Int, random: any RandomSource,
        algorithm: SignatureAlgorithm = .es256
    ) {
        self.store = store
        self.pins = pins
        self.mostWrong = max(1, mostWrong)
        self.random = random
        self.algorithm = algorithm
    }

    /// The same keys, whose PINs another asks for.
    func asking(_ pins: any PINCollector) -> Self {
        var copy = self
        copy.pins = pins
        return copy
    }

    /// Whether the app can ask for a PIN.
    public var isSupported: Bool { get async { pins != nil } }

    /// Biometrics have no part in it.
    public var enrollment: BiometricEnrollment { get async { .unknown } }

    /// Asks for a new PIN, makes a key pair, and keeps it sealed under the PIN.
    /// - Throws: ``DeviceBindingError``: `.unsupported` when the app asks for no PIN, `.abort` when none was given, `.storage` when the
    ///   store fails.
    public func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        let pin = try await ask(prompt, isNew: true)
        let pair = try JWK.pair(algorithm, random: random)
        try await write(try SealedKey(pair, of: algorithm, under: pin, name: name, random: random), name)
        return try UnlockedKey(pair)
    }

    /// Asks for the PIN and opens the key with it; a wrong PIN is counted, and the last one allowed deletes the key.
    /// - Throws: ``DeviceBindingError``: `.unregistered` when there is no such key, `.unauthorized` for a wrong PIN, `.abort` when none was
    ///   given.
    public func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        guard try await has(name) else { throw Self.unregistered }
        let pin = try await ask(prompt, isNew: false)
        let pair = try await Self.gate.run { () async throws(DeviceBindingError) in try await open(name, with: pin) }
        return try UnlockedKey(pair)
    }

    /// Whether a key of this name is kept.
    /// - Throws: ``DeviceBindingError`` when the store can't be read.
    public func has(_ name: String) async throws(DeviceBindingError) -> Bool { try await read(name) != nil }

    /// Removes a key; removing none is no error.
    /// - Throws: ``DeviceBindingError`` when the store fails.
    public func remove(_ name: String) async throws(DeviceBindingError) {
        do { try await store.delete(StoreKey(Self.service, name)) } catch { throw DeviceBindingError(error) }
    }

    /// A try is counted before it is made, so that pulling the plug saves none.
    private func open(_ name: String, with pin: Secret) async throws(DeviceBindingError) -> JWK {
        guard var sealed = try await read(name) else { throw Self.unregistered }
        sealed.failures += 1
        try await write(sealed, name)
        guard let pair = try sealed.open(with: pin, name: name) else {
            guard sealed.failures < mostWrong else {
                try await remove(name)
                throw DeviceBindingError(.unauthorized, "the last of \(mostWrong) wrong PINs: the key is deleted; bind the device again")
            }
            throw DeviceBindingError(.unauthorized, "the PIN is wrong; \(mostWrong - sealed.failures) tries are left")
        }
        sealed.failures = 0
        try await write(sealed, name)
        return pair
    }

    private func ask(_ prompt: DevicePrompt, isNew: Bool) async throws(DeviceBindingError) -> Secret {
        guard let pins else { throw DeviceBindingError(.unsupported, "this app asks for no PIN") }
        guard let pin = await pins.pin(prompt, isNew: isNew), !pin.isEmpty else { throw DeviceBindingError(.abort, "no PIN was given") }
        return pin
    }

    private func read(_ name: String) async throws(DeviceBindingError) -> SealedKey? {
        do {
            let record = try await store.get(StoreKey(Self.service, name))
            return record.flatMap { $0.withBytes { try? JSONValue(parsing: $0) } }.flatMap(SealedKey.init(json:))
        } catch { throw DeviceBindingError(error) }
    }

    private func write(_ key: SealedKey, _ name: String) async throws(DeviceBindingError) {
        do { try await store.set(Secret(bytes: key.json.encoded), for: StoreKey(Self.service, name)) } catch {
            throw DeviceBindingError(error)
        }
    }

    private static let unregistered = DeviceBindingError(.unregistered, "the key is not on this device any more")
}
