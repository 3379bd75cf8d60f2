public import DeviceFoundation
import Foundation
import Primitives
import WebAuthn

/// A platform authenticator in software: its passkeys are keys of a ``KeyStore`` and records of a ``SecureStore``.
///
/// It does what WebAuthn asks of an authenticator that is part of the machine (L3 §6.3): one passkey for each account of a relying party that
/// is found without its id, a counter that is stored before a signature is given, user verification by what the app supplies.
///
/// ```swift
/// let authenticator = PasskeyAuthenticator(
///     PasskeyConfiguration(verification: SimulatedVerification(.fingerprint)), keys: SoftwareKeyStore(vault), on: device)
/// let passkey = try await authenticator.register(creationOptions, from: "https://login.example.com")
/// let assertion = try await authenticator.authenticate(requestOptions, from: "https://login.example.com")
/// ```
public struct PasskeyAuthenticator: PasskeyProvider {
    /// The configuration that it was made with.
    public let configuration: PasskeyConfiguration

    let book: PasskeyBook
    let random: any RandomSource
    let time: any TimeSource
    /// One change of what is stored at a time.
    let gate = SerialGate()

    /// An authenticator whose records are in the device's store.
    /// - Parameter service: the service of the store that they are in; by default `passkeys`.
    public init(
        _ configuration: PasskeyConfiguration = PasskeyConfiguration(), keys: any KeyStore, on device: Device, service: String = "passkeys"
    ) {
        self.configuration = configuration
        book = PasskeyBook(store: device.store, keys: keys, service: service)
        random = device.random
        time = device.time
    }

    /// The passkeys of this device, those used last first.
    /// - Parameter relyingParty: the relying party; nil for all.
    /// - Throws: ``PasskeyError/Code/storage`` when the store can't be read.
    public func passkeys(for relyingParty: String? = nil) async throws(PasskeyError) -> [Passkey] {
        try await book.all().map(\.passkey).filter { relyingParty == nil || $0.relyingPartyID == relyingParty }
            .sorted { ($0.lastUsed ?? $0.created, $0.id.count) > ($1.lastUsed ?? $1.created, $1.id.count) }
    }

    /// Removes a passkey from this device; the relying party isn't told. Removing none is no error.
    /// - Throws: ``PasskeyError`` when the store or the keys fail.
    public func remove(_ id: [UInt8]) async throws(PasskeyError) {
        try await gate.run { () async throws(PasskeyError) in try await book.remove(id) }
    }

    var model: AuthenticatorModel {
        AuthenticatorModel(
            aaguid: configuration.model, isBackedUp: configuration.isBackedUp, attestsItself: configuration.attestsItself)
    }
}
