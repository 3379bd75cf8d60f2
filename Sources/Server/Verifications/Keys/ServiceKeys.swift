import DeviceMessages
import Foundation
import Foundations
import JOSE
import Primitives
import Store
import Synchronization

/// The service's keys of each realm, sealed at rest. They are made once: claims are verified by them as long as they live.
final class ServiceKeys: Sendable {
    /// The table `verification_keys`; rows go with their realm.
    static let feature = Feature(
        history: [SchemaStep(61, "verification keys", tables)],
        tables: [.free("verification_keys", filled: .byAdministration, because: "keys of realms")])

    private static let tables: [SQL] = [
        "CREATE TABLE verification_keys (realm TEXT NOT NULL, signing BLOB NOT NULL, agreement BLOB NOT NULL, PRIMARY KEY (realm))"
    ]

    private let database: any Database
    private let sealer: Sealer
    private let random: any RandomSource
    private let known = Mutex<[UUID: VerificationServiceKeys]>([:])

    init(_ platform: Platform) {
        database = platform.database
        sealer = platform.sealer
        random = platform.random
    }

    func keys(of realm: UUID) async throws -> VerificationServiceKeys {
        if let keys = known.withLock({ $0[realm] }) { return keys }
        let keys: VerificationServiceKeys
        if let kept = try await read(realm) { keys = kept } else { keys = try await make(realm) }
        known.withLock { $0[realm] = keys }
        return keys
    }

    private func read(_ realm: UUID) async throws -> VerificationServiceKeys? {
        let row = try await database.read {
            try $0.row("SELECT signing, agreement FROM verification_keys WHERE realm = ?1", realm)
        }
        return try row.map { row in
            VerificationServiceKeys(
                signing: try key(try row.blob("signing"), Self.context(realm, "signing")),
                agreement: try key(try row.blob("agreement"), Self.context(realm, "agreement")))
        }
    }

    private func make(_ realm: UUID) async throws -> VerificationServiceKeys {
        let (first, second) = try pair()
        let signing = try seal(first, Self.context(realm, "signing"))
        let agreement = try seal(second, Self.context(realm, "agreement"))
        try await database.write { transaction in
            // Another request may have made them meanwhile.
            _ = try transaction.execute(
                "INSERT INTO verification_keys (realm, signing, agreement) VALUES (?1, ?2, ?3) ON CONFLICT (realm) DO NOTHING", realm,
                signing, agreement)
        }
        guard let keys = try await read(realm) else { throw DeviceError(.server, "the keys that were just made are gone") }
        return keys
    }

    private func pair() throws -> (JWK, JWK) {
        let source = random
        return (try JWK.generate(.p256, random: source), try JWK.generate(.p256, random: source))
    }

    private func key(_ sealed: [UInt8], _ context: String) throws -> JWK {
        try JWK(try sealer.openJSON(sealed, context: context).object ?? JSONObject())
    }

    private func seal(_ key: JWK, _ context: String) throws -> [UInt8] {
        try sealer.seal(.object(key.privateJSON), context: context)
    }

    private static func context(_ realm: UUID, _ use: String) -> String { "verification-key/\(realm.text)/\(use)" }
}
