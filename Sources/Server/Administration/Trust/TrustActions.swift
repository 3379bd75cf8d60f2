import DevicePolicies
package import Directory
package import Foundations
import Primitives
import ResourceMessages

/// Lists a realm's trust stores.
package struct ListTrustStores: ReadingAction {
    package static let declaration = ActionDeclaration("realm.trust.list", .readConfiguration, "List a realm's trust stores.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("trust-stores", by: "alias", bound: "administrators make each"), .several(TrustStoreReport.form),
            from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [TrustStoreReport] {
        try await site.domain.devicePolicies.trustStores.all(in: realm.id).map(TrustStoreReport.init)
    }
}

/// Shows what a trust store holds.
package struct ShowTrustStore: ReadingAction {
    package static let declaration = ActionDeclaration("realm.trust.show", .readConfiguration, "Show what a trust store holds.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("trust-stores/{alias}"), TrustStoreReport.form, from: { Self(realm: $0, alias: "") },
            .init("alias", \.alias, .name, .required))
    }

    package var realm: RealmPath
    /// The alias of the trust store, unique in the realm.
    package var alias: String

    package init(realm: RealmPath, alias: String) {
        self.realm = realm
        self.alias = alias
    }

    package func perform(in realm: Realm, at site: Site) async throws -> TrustStoreReport {
        guard let store = try await site.domain.devicePolicies.trustStores.store(alias, in: realm.id) else {
            throw AdministrationError.missing(trustStore: alias, in: realm)
        }
        return TrustStoreReport(store)
    }
}

/// Removes a trust store.
package struct RemoveTrustStore: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.trust.remove", .administer, "Remove a trust store; nodes that demand it refuse every registration from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("trust-stores/{alias}", .hard), .nothing, from: { Self(realm: $0, alias: "") },
            .init("alias", \.alias, .name, .required))
    }

    package var realm: RealmPath
    /// The alias of the trust store, unique in the realm.
    package var alias: String

    package init(realm: RealmPath, alias: String) {
        self.realm = realm
        self.alias = alias
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard try await site.domain.devicePolicies.trustStores.remove(alias, in: realm.id) else {
            throw AdministrationError.missing(trustStore: alias, in: realm)
        }
    }
}

extension AdministrationError {
    fileprivate static func missing(trustStore alias: String, in realm: Realm) -> Self {
        Self(.unknown, "realm \(realm.path) has no trust store \(alias)")
    }
}
