package import Foundation
import Primitives
package import Store
package import WebAuthn

extension TrustStores {
    /// AM's name for the trust store of nodes that name none; the platform's policies, which name none, go by it, too.
    package static let defaultAlias = "trustalias"

    /// The rules for one answer of an authenticator, by what a store knows.
    ///
    /// - Parameters:
    ///   - leastLevel: the level of certification that metadata must tell of the model; nil for none.
    ///   - checksRevocation: whether lists of revoked certificates must cover the authenticator's.
    package func policy(
        for response: RegistrationResponse, by store: TrustStore, leastLevel: CertificationLevel?, checksRevocation: Bool, in realm: UUID
    ) async throws -> AttestationPolicy {
        var policy = AttestationPolicy(anchors: TrustAnchors(all: store.certificates.map(\.der)))
        if store.metadata != nil, let object = try? AttestationObject(bytes: response.attestationObject) {
            policy.models = try await models(named: object.modelNames, of: store.alias, in: realm)
        }
        policy.leastLevel = leastLevel
        policy.revocations = checksRevocation ? store.revocations : nil
        return policy
    }

    /// The entries of a store's metadata that have an AAGUID, by it.
    package func models(of alias: String, in realm: UUID) async throws -> [MetadataEntry] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT model, entry FROM trusted_models WHERE realm = ?1 AND alias = ?2 ORDER BY model", realm, alias
            ).compactMap { row in
                let entry = MetadataEntry(try JSONValue(parsing: try row.text("entry"), limits: .own()))
                return try row.text("model") == entry?.model ? entry : nil
            }
        }
    }

    /// Reads what the default store's metadata says of a model.
    package static func model(_ name: String, realm: UUID, in transaction: any ReadTransaction) throws -> MetadataEntry? {
        let row = try transaction.row(
            "SELECT entry FROM trusted_models WHERE realm = ?1 AND alias = ?2 AND model = ?3", realm, defaultAlias, name)
        return try row.flatMap { MetadataEntry(try JSONValue(parsing: try $0.text("entry"), limits: .own())) }
    }

    /// Whether a realm's default store has metadata.
    static func hasMetadata(realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try store(defaultAlias, in: realm, transaction)?.metadata != nil
    }
}
