package import Directory
import Foundation
import Foundations
import JOSE
import Primitives
import ResourceMessages
package import VerificationMessages
package import VerificationPolicies
import Verifications

/// The verify policies as objects, by a name that needs no module of the domain.
package typealias VerifyPolicyObject = VerifyPolicy
/// The providers of verifications as objects.
package typealias WebhookProviderObject = WebhookProvider

extension VerifyPolicy: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "verification.policy", path: "verify-policies", noun: "verify policy",
            columns: ["name", "default", "document", "selfie", "provider", "description"], changing: .changeConfiguration,
            showing: "Show a verify policy; with --json the file that save reads.",
            deleting: "Remove a verify policy that isn't the default; transactions that were made by it keep it.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.verifications.rules.policies.all(in: realm)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await all(in: realm, of: domain).first { $0.name == name }
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        RealmObjectReport(
            name: name,
            row: [
                "name": .string(name), "default": .bool(isDefault), "document": .string(governmentID.use.rawValue),
                "selfie": .string(facialComparison.use.rawValue), "provider": governmentID.provider.map(JSONValue.string) ?? .null,
                "description": details.map(JSONValue.string) ?? .null,
            ], json: json)
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.verifications.rules.policies.delete(id, in: realm)
    }
}

extension WebhookProvider: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "verification.provider", path: "verification-providers", noun: "verification provider", columns: ["name", "address"],
            changing: .administer, showing: "Show a provider of verifications; with --json the file that save reads.",
            deleting: "Remove a provider of verifications that no policy names; its answers are refused from then on.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.verifications.rules.providers.all(in: realm)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.verifications.rules.providers.provider(name, in: realm)
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        RealmObjectReport(name: id, row: ["name": .string(id), "address": .string(address)], json: json)
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.verifications.rules.providers.delete(id, in: realm)
    }
}
