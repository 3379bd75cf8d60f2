package import Directory
package import Foundations
package import Messaging
import Primitives
import ResourceMessages
package import Sessions
package import SignIn

/// The kinds of objects, by names that need no module of the domain.
package typealias JourneyObject = StoredJourney
/// The scripts as objects, by a name that generic actions can use.
package typealias ScriptObject = Script
/// The policy sets as objects.
package typealias PolicySetObject = PolicySet
/// The identity providers as objects.
package typealias ProviderObject = IdentityProvider
/// The e-mail templates as objects.
package typealias TemplateObject = EmailTemplate

extension StoredJourney: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "journey", path: "journeys", noun: "journey", columns: ["name", "default", "description"], changing: .administer,
            showing: "Show what a journey is made of.",
            deleting:
                "Remove a journey that neither the realm nor a client names; runs of it end, and journeys that run it inside fail from then on."
        )
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.signIn.journeys.all(in: realm.id)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.signIn.journeys.entry(name, in: realm.id)
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        RealmObjectReport(
            name: name,
            row: [
                "name": .string(name), "default": .bool(name == realm.settings[JourneySettings.self].defaultJourney),
                "description": definition["description"] ?? .null, "revision": .integer(revision),
            ], json: definition.object ?? [:])
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.signIn.journeys.delete(name, in: realm.id)
    }
}

extension Script: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "script", path: "scripts", noun: "script", columns: ["name", "context", "evaluatorVersion", "_id", "description"],
            changing: .administer,
            showing: "Print a script, by its name or its id.",
            deleting: "Remove a script, by its name or its id; journeys that use it fail from then on.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.signIn.scripts.all(in: realm.id)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.signIn.scripts.script(name, in: realm.id)
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        RealmObjectReport(
            name: name, row: JSONObject(json.members.filter { $0.name != "script" }.map { ($0.name, $0.value) }), json: json, text: text)
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.signIn.scripts.delete(self, in: realm.id)
    }
}

extension PolicySet: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "policy", path: "policies", noun: "policy set", columns: ["name", "policies", "description"],
            changing: .changeConfiguration,
            showing: "Show the policies of a set; with --json the file that save reads.",
            deleting: "Remove a policy set; nothing is allowed by it from then on.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.signIn.policies.all(in: realm.id)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.signIn.policies.shown(name, in: realm.id)
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        let row: JSONObject = [
            "name": .string(name), "policies": .array(policies.map { .string($0.name) }),
            "description": description.map(JSONValue.string) ?? .null,
        ]
        return RealmObjectReport(name: name, row: row, json: json.object ?? [:])
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.signIn.policies.delete(name, in: realm.id)
    }
}

extension IdentityProvider: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "provider", path: "providers", noun: "identity provider",
            columns: ["name", "kind", "enabled", "clientId", "issuer", "redirectURI"],
            changing: .administer, showing: "Print an identity provider, without its secret.",
            deleting: "Remove an identity provider; users' links to it stay, and count again when it comes back.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.session.providers.all(in: realm.id)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.session.providers.provider(name, in: realm.id)
    }

    package func report(in realm: Realm) -> RealmObjectReport { RealmObjectReport(name: name, row: json, json: json) }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.session.providers.delete(name, in: realm.id)
    }
}

extension EmailTemplate: RealmObject {
    package static var kind: RealmObjectKind {
        RealmObjectKind(
            name: "template", path: "templates", noun: "e-mail template", columns: ["name", "displayName", "enabled", "languages"],
            changing: .administer,
            showing: "Print an e-mail template, as JSON.", deleting: "Remove an e-mail template; journeys that use it fail from then on.")
    }

    package static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self] {
        try await domain.messaging.templates.all(in: realm.id)
    }

    package static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self? {
        try await domain.messaging.templates.template(name, in: realm.id)
    }

    package func report(in realm: Realm) -> RealmObjectReport {
        let languages = json["subject"]?.object?.names ?? []
        let row: JSONObject = [
            "name": .string(name), "displayName": .string(displayName), "enabled": .bool(isEnabled),
            "languages": .array(languages.map(JSONValue.string)),
        ]
        return RealmObjectReport(name: name, row: row, json: json)
    }

    package func delete(in realm: Realm, of domain: AdministrationServices) async throws {
        try await domain.messaging.templates.delete(name, in: realm.id)
    }
}
