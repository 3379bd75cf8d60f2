public import DeviceFoundation
public import DeviceMessages
import JOSE
import Primitives

/// An installation of the older product on this device, whose key shows that it is the same device.
public struct OldInstallation: Sendable {
    /// The device's id there.
    public var device: String
    /// Signs with its key (ES256, r and s in 32 bytes each).
    public var sign: @Sendable ([UInt8]) async throws -> [UInt8]

    /// An installation.
    public init(device: String, sign: @escaping @Sendable ([UInt8]) async throws -> [UInt8]) {
        self.device = device
        self.sign = sign
    }

    /// The place where an older product's app leaves the id of its device, and in the key store the key of this name.
    public static let record = StoreKey(MigrationPlaces.service, MigrationPlaces.installation)
    /// The key's name.
    public static let keyName = MigrationPlaces.key

    /// The installation that a device's store knows of; nil when there is none.
    ///
    /// - Parameter appData: the store that is lost when the app is removed, as the older app had it; nil where all stores are. An app that
    ///   was installed again moves over only what was to stay after that.
    public static func stored(
        in store: any SecureStore, keys: any KeyStore, appData: (any SecureStore)? = nil
    ) async throws -> OldInstallation? {
        guard let id = try await store.get(record)?.reveal(), try await keys.publicKey(keyName) != nil else { return nil }
        guard try await isOfThisApp(store, appData) else { return nil }
        return OldInstallation(device: id) { try await keys.sign($0, with: keyName) }
    }

    private static func isOfThisApp(_ store: any SecureStore, _ appData: (any SecureStore)?) async throws -> Bool {
        guard let appData else { return true }
        if try await store.get(StoreKey(MigrationPlaces.service, MigrationPlaces.keep)) != nil { return true }
        return try await appData.get(StoreKey(MigrationPlaces.mark.service, MigrationPlaces.mark.name)) != nil
    }
}

extension MFADevice {
    /// Whether a migration is under way: what is done meanwhile may be undone by it.
    package var isMigrating: Bool { running.contains(.migration) }

    /// Moves an installation of the older product over: its users are paired with this device afterwards.
    ///
    /// - Throws: ``MFAError`` `.migrationNotNeeded` when the device is paired already, or the server knows nothing to move;
    ///   `.migrationRunning`; a temporary one when it may be tried again.
    public func migrate(_ old: OldInstallation, at issuer: DeviceIssuer? = nil) async throws(MFAError) -> [PairingOutcome] {
        try begin(.migration, orThrow: .migrationRunning)
        defer { end(.migration) }
        let issuer = issuer ?? configuration.issuers[0]
        if let installation = try await book.installation(at: issuer) {
            guard !installation.isPaired else { throw MFAError(.migrationNotNeeded, "this device is paired already") }
            let outcomes = try await confirmAll(at: issuer)
            if !outcomes.isEmpty { return outcomes }
        }
        let installation = try await introduced(at: issuer)
        for grant in try await grants(for: old, installation) { _ = try await keep(grant, "migration", for: installation) }
        let outcomes = try await confirmAll(at: issuer)
        guard !outcomes.isEmpty else { throw MFAError(.pairingKey, "the move has lapsed; begin again") }
        return outcomes
    }

    /// Takes a push that came for an installation of the older product: moves that over, and then brings what it asks. One that is for this
    /// installation is taken as by ``process(remoteNotification:)``.
    ///
    /// A push of a kind that asks nothing of the user moves nothing over.
    /// - Throws: ``MFAError`` as ``process(remoteNotification:)`` and ``migrate(_:at:)``.
    public func process(
        remoteNotification statement: String, movingOver old: OldInstallation
    ) async throws(MFAError) -> MFAEvent? {
        let claimed = try Self.claimed(statement)
        let issuer = configuration.issuers.first { $0.description == claimed.issuer }
        guard claimed.audience == old.device, let issuer else { return try await process(remoteNotification: statement) }
        let push = try await verified(statement, at: issuer, for: old.device)
        guard push.kind == .authentication else { return nil }
        if try await !isPaired { _ = try await migrate(old, at: issuer) }
        guard let installation = try await book.installation(at: issuer), installation.isPaired else { throw Self.notPaired }
        return try await take(push, statement, nil, for: installation)
    }

    /// Confirms what was granted, now or before the process ended; what has lapsed is dropped.
    private func confirmAll(at issuer: DeviceIssuer) async throws(MFAError) -> [PairingOutcome] {
        var outcomes: [PairingOutcome] = []
        for pending in try await book.installation(at: issuer)?.pending ?? [] {
            if let outcome = try await attempt(pending, at: issuer) { outcomes.append(outcome) }
        }
        return outcomes
    }

    private func grants(for old: OldInstallation, _ installation: RealmInstallation) async throws(MFAError) -> [PairingGrant] {
        let signer = try await channel.introduction(installation)
        let nonce = try await nonce(for: .migration, at: installation.issuer, as: signer)
        let migration = InstallationMigration(
            device: old.device, nonce: nonce, signing: try await keys.publicKey(installation.keys.signing),
            agreement: try await keys.publicKey(installation.keys.agreement))
        let signature: [UInt8]
        do { signature = try await old.sign(migration.signingInput) } catch {
            throw MFAError(.key, "the older installation's key can't be used", underlying: error)
        }
        let body = migration.json(signature: signature, app: configuration.app, device: configuration.description)
        let json = try await channel.call(.post, "/migrations", at: installation.issuer, as: signer, json: body)
        guard let list = json["pairings"]?.array, list.count <= 100 else {
            throw MFAError(.server, "the server's answer lists no pairings")
        }
        var grants: [PairingGrant] = []
        for item in list { grants.append(try translating(message: try PairingGrant(json: item))) }
        return grants
    }
}
