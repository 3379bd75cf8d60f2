import DeviceFoundation
import DeviceMessages
import Primitives

/// The installations of all realms, in the store. Every change is one write, so that a crash leaves the former state or the new one.
struct InstallationBook: Sendable {
    private static let service = "mfa.installations"

    private let store: any SecureStore
    private let gate = SerialGate()

    init(_ store: any SecureStore) { self.store = store }

    func installation(at issuer: DeviceIssuer) async throws(MFAError) -> RealmInstallation? {
        let stored = try await translating(storage: try await store.get(Self.key(issuer)))
        return try stored.map(Self.read)
    }

    func all() async throws(MFAError) -> [RealmInstallation] {
        let names = try await translating(storage: try await store.keys(in: Self.service))
        var all: [RealmInstallation] = []
        for name in names {
            let stored = try await translating(storage: try await store.get(StoreKey(Self.service, name)))
            if let stored { all.append(try Self.read(stored)) }
        }
        return all
    }

    /// The installation at an issuer, made by `make` when there is none.
    func installation(
        at issuer: DeviceIssuer, orMake make: @Sendable () async throws(MFAError) -> RealmInstallation
    ) async throws(MFAError) -> RealmInstallation {
        try await gate.run { () async throws(MFAError) -> RealmInstallation in
            if let known = try await installation(at: issuer) { return known }
            let made = try await make()
            try await write(made)
            return made
        }
    }

    /// Changes the installation at an issuer, if there is one, and gives it as it is then.
    @discardableResult
    func update(_ issuer: DeviceIssuer, _ edit: @Sendable (inout RealmInstallation) -> Void) async throws(MFAError) -> RealmInstallation? {
        try await gate.run { () async throws(MFAError) -> RealmInstallation? in
            guard var installation = try await installation(at: issuer) else { return nil }
            let before = installation
            edit(&installation)
            if installation != before { try await write(installation) }
            return installation
        }
    }

    func remove(_ issuer: DeviceIssuer) async throws(MFAError) {
        try await gate.run { () async throws(MFAError) in
            try await translating(storage: try await store.delete(Self.key(issuer)))
        }
    }

    private func write(_ installation: RealmInstallation) async throws(MFAError) {
        let record = Secret(bytes: installation.json.encoded)
        try await translating(storage: try await store.set(record, for: Self.key(installation.issuer)))
    }

    private static func key(_ issuer: DeviceIssuer) -> StoreKey { StoreKey(service, issuer.description) }

    private static func read(_ secret: Secret) throws(MFAError) -> RealmInstallation {
        guard let json = secret.withBytes({ try? JSONValue(parsing: $0) }) else {
            throw MFAError(.storage, "the stored installation can't be read")
        }
        return try RealmInstallation(json: json)
    }
}
