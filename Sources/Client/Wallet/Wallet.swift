public import DeviceFoundation
public import Foundation
import Primitives
import VerifiableClaims
import WalletMessages

/// A wallet, or a service that talks with wallets: issues, keeps, shares and verifies claims, by sealed messages that only their recipients can
/// read.
///
/// Everything that it knows is in the store, and claims and messages are sealed there under a key of the key store. When the process ends at
/// any moment, opening the wallet again and calling ``receive(_:)`` finishes what was begun.
///
/// ```swift
/// let configuration = WalletClientConfiguration(address: "https://id.example.com/wallets/alpha/v1/distributedid", consent: screen)
/// let wallet = try await Wallet.open(configuration, on: Device(transport: transport, store: vault))
/// try await wallet.register(reach: .push(token))
/// try await wallet.receive(inbox)
/// ```
public actor Wallet {
    /// The configuration that it was made with.
    public nonisolated let configuration: WalletClientConfiguration
    /// The id of the instance, by which others address it.
    public nonisolated let id: UUID

    nonisolated let device: Device
    nonisolated let keys: WalletKeyRing
    nonisolated let book: WalletBook
    nonisolated let channel: WalletChannel
    nonisolated var journal: Journal { channel.journal }
    nonisolated var claimBook: ClaimBook { ClaimBook(book: book) }

    /// Lets one change of the log's state, and one use of stamps, through at a time.
    nonisolated let logGate = SerialGate()
    nonisolated let stampGate = SerialGate()
    nonisolated let outgoingGate = SerialGate()
    var isReceiving = false
    var mustReceiveAgain = false
    var isRotating = false

    /// Opens the wallet, with the keys in `keys`, by default a ``SoftwareKeyStore`` in the device's own store. An instance that the store
    /// doesn't have is made: its id, its keys. No network is used.
    /// - Throws: ``WalletError/Code/configuration`` for an address that is no URL; ``WalletError/Code/storage`` when what is stored can't be
    ///   read; ``WalletError/Code/key`` when no key can be made.
    public static func open(
        _ configuration: WalletClientConfiguration, on device: Device, keys: (any KeyStore)? = nil
    ) async throws(WalletError) -> Wallet {
        let store = keys ?? SoftwareKeyStore(device.store, random: device.random)
        let ring = WalletKeyRing(store, random: device.random)
        let book = Self.book(configuration.name, device, store)
        if let stored = try await book.record(.instance) {
            return try Wallet(configuration, device, ring, book, try InstanceRecord(stored))
        }
        let made = InstanceRecord(id: device.random.uuid(), keys: try await ring.make(), reach: nil, osType: configuration.osType)
        try await book.write(made.json, .instance)
        return try Wallet(configuration, device, ring, book, made)
    }

    /// Puts an instance into the store, by keys that the key store has; one that is there already stays. No network is used.
    package static func prepare(
        _ configuration: WalletClientConfiguration, as identity: WalletIdentity, on device: Device, keyStore: any KeyStore
    ) async throws(WalletError) {
        let book = Self.book(configuration.name, device, keyStore)
        guard try await book.record(.instance) == nil else { return }
        let record = InstanceRecord(id: identity.id, keys: identity.keys, reach: identity.reach, osType: configuration.osType)
        try await book.write(record.json, .instance)
    }

    private static func book(_ name: String, _ device: Device, _ keys: any KeyStore) -> WalletBook {
        WalletBook(SealedStore(device.store, keys: keys, random: device.random), name: name)
    }

    private init(
        _ configuration: WalletClientConfiguration, _ device: Device, _ keys: WalletKeyRing, _ book: WalletBook, _ record: InstanceRecord
    ) throws(WalletError) {
        self.configuration = configuration
        self.device = device.withoutCookies
        self.keys = keys
        self.book = book
        id = record.id
        channel = try WalletChannel(configuration.address, instance: record.id, device: device.withoutCookies, keys: keys, book: book)
    }

    /// The instance as others know it.
    public var instance: WalletProfile {
        get async throws(WalletError) {
            let record = try await record()
            return WalletProfile(
                id: id, signing: try await keys.publicKey(record.keys.signing), agreement: try await keys.publicKey(record.keys.agreement),
                reach: record.reach, osType: record.osType, isRegistered: record.revision != nil)
        }
    }

    /// The claims that the wallet keeps, the oldest first. No network is used.
    public var claims: [HeldClaim] {
        get async throws(WalletError) { try await claimBook.all() }
    }

    /// Removes a claim from this wallet. In the log it stays as it is.
    /// - Throws: ``WalletError/Code/storage``.
    public func remove(_ claim: HeldClaim) async throws(WalletError) { try await claimBook.remove(claim.claim.head.dataHash) }

    /// The time by this device's clock.
    nonisolated var now: Date { device.time.now }

    nonisolated func record() async throws(WalletError) -> InstanceRecord {
        guard let stored = try await book.record(.instance) else { throw WalletError(.storage, "the instance isn't in the store any more") }
        return try InstanceRecord(stored)
    }

    /// Changes the stored instance, and gives it as it is then.
    @discardableResult
    nonisolated func update(_ edit: @Sendable (inout InstanceRecord) -> Void) async throws(WalletError) -> InstanceRecord {
        try await book.update(.instance) { stored throws(WalletError) in
            guard let members = stored else { throw WalletError(.storage, "the instance isn't in the store any more") }
            var record = try InstanceRecord(members)
            edit(&record)
            stored = record.json
            return record
        }
    }
}
