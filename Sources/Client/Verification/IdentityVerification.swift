public import DeviceFoundation
import Foundation
import JOSE
import Primitives
import VerifiableClaims
import VerificationMessages

/// The app's half of a verification of its user's identity: begins with a code, uploads sealed images, submits signed and sealed data, and
/// reads the result (`docs/protocols/verify.md`).
///
/// Everything that it knows is sealed in the store, under a key of the key store; images that wait for their upload are sealed files. When
/// the process ends at any moment, opening it again and calling ``resume(push:)`` finishes what was begun: one result, no image twice.
///
/// ```swift
/// let verification = try await IdentityVerification.open(configuration, on: device, images: folder)
/// let transaction = try await verification.start(scanned, push: address)
/// let report = try await verification.submit([licence, selfie])
/// ```
public actor IdentityVerification {
    /// The configuration that it was made with.
    public nonisolated let configuration: VerificationClientConfiguration

    nonisolated let device: Device
    nonisolated let keys: VerificationKeyRing
    nonisolated let book: VerificationBook
    nonisolated let images: any PendingImages
    nonisolated let channel: VerificationChannel
    nonisolated var journal: Journal { channel.journal }
    nonisolated var now: Date { device.time.now }

    /// Lets one start or submission through at a time.
    nonisolated let gate = SerialGate()
    var isSubmitting = false

    /// Opens what the store has. No network is used.
    /// - Parameters:
    ///   - keys: the store of the app's keys, by default a ``SoftwareKeyStore`` in the device's own store.
    ///   - images: the place of images that wait for their upload.
    /// - Throws: ``VerificationError/Code/storage`` and ``VerificationError/Code/key`` when what is left from before can't be removed.
    public static func open(
        _ configuration: VerificationClientConfiguration, on device: Device, keys: (any KeyStore)? = nil, images: any PendingImages
    ) async throws(VerificationError) -> IdentityVerification {
        let opened = IdentityVerification(configuration, device, keys ?? SoftwareKeyStore(device.store, random: device.random), images)
        try await opened.sweep()
        return opened
    }

    private init(
        _ configuration: VerificationClientConfiguration, _ device: Device, _ keyStore: any KeyStore, _ images: any PendingImages
    ) {
        let device = device.withoutCookies
        self.configuration = configuration
        self.device = device
        self.images = images
        keys = VerificationKeyRing(keyStore, name: configuration.name, random: device.random)
        book = VerificationBook(SealedStore(device.store, keys: keyStore, random: device.random), name: configuration.name)
        channel = VerificationChannel(device, keys: keys, book: book)
    }

    /// The transaction that was begun last; nil before the first. No network is used.
    public var transaction: VerificationTransaction? {
        get async throws(VerificationError) {
            guard let record = try await book.transaction() else { return nil }
            return VerificationTransaction(record, isPending: try await book.submission(of: record.configuration?.transaction) != nil)
        }
    }

    /// The claims of successful verifications that are kept, each with the documents that it is about. No network is used.
    public var claims: [KeptClaim] {
        get async throws(VerificationError) { try await book.claims() }
    }

    /// Removes a claim, so that its documents are verified again.
    /// - Throws: ``VerificationError/Code/storage`` and ``VerificationError/Code/key``.
    public func remove(_ claim: KeptClaim) async throws(VerificationError) {
        try await book.delete(.claims, claim.claim.head.dataHash)
        try await sweep()
    }

    /// Forgets the transaction, what waits for its submission, and all claims, with their keys. The server's data stay.
    /// - Throws: ``VerificationError/Code/storage`` and ``VerificationError/Code/key``.
    public func forget() async throws(VerificationError) {
        try await gate.run { () async throws(VerificationError) in
            for kind in VerificationBook.Kind.allCases {
                for key in try await book.keys(kind) { try await book.delete(kind, key) }
            }
        }
        try await sweep()
    }

    /// Removes keys and images that nothing refers to: what a process left that ended between two writes.
    nonisolated func sweep() async throws(VerificationError) {
        try await gate.run { () async throws(VerificationError) in
            var used = Set(try await book.claims().map(\.keys.signing))
            for kind in [VerificationBook.Kind.starting, .transaction] {
                if let record = try await book.record(kind) { used.insert(try TransactionRecord(record).keys.signing) }
            }
            try await keys.delete(except: used)
            let transaction = try await book.transaction()?.configuration?.transaction
            let pending = try await book.submission(of: transaction)?.images.map(\.id) ?? []
            if pending.isEmpty { try await book.delete(.submission) }
            for id in try await translating(storage: try await images.ids()) where !pending.contains(id) {
                try await translating(storage: try await images.delete(id))
            }
        }
    }
}
