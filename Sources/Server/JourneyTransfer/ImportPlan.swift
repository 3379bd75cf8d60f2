package import AMFormat
package import Directory
import Foundation
import Foundations
import JourneyModel
import Messaging
import Primitives
import ResourceMessages
import Sessions
package import SignIn

/// The changes that an import makes in a realm, worked out before anything is changed.
package struct ImportPlan: Sendable {
    /// The change of an object; its raw value is the word for administrators.
    package enum Action: String, Sendable { case add, replace, keep = "leave unchanged" }

    /// The change of one object.
    package struct Change: Sendable {
        /// `journey`, `script`, `e-mail template`, `identity provider`, or the container of what is only kept.
        package let kind: String
        /// The name of the object.
        package let name: String
        package let action: Action
        /// The differences from what is stored, a line each.
        package let differences: [String]
    }

    /// The changes, in the order in which they are made.
    package private(set) var changes: [Change] = []
    /// The findings of the import.
    package private(set) var findings: [ImportFinding]
    /// The configuration to be stored.
    package private(set) var bundle = ConfigurationBundle()

    /// The realm's new look, of the files' default theme; nil for none.
    package private(set) var look: PageLook?

    /// Compares an import with a realm.
    package init(_ files: JourneyImport, into realm: Realm, of services: TransferServices) async throws {
        findings = files.findings
        let stored = Stored(
            journeyNames: try await services.signIn.journeys.names(in: realm.id),
            scripts: try await services.signIn.scripts.all(in: realm.id),
            templates: try await services.messaging.templates.all(in: realm.id),
            providers: try await services.session.providers.all(in: realm.id),
            applications: try await services.directory.applications.all(in: realm.id),
            schema: try await services.directory.accounts.schema(of: realm),
            carried: try await services.signIn.carried.all(in: realm.id))
        for script in files.scripts { plan(script, stored) }
        for template in files.templates { plan(template, stored) }
        for imported in files.providers { plan(try await secured(imported, stored, realm, services), stored) }
        for object in files.carried { plan(object, stored) }
        if let theme = files.carried.first(where: ImportedTheme.isDefault) { plan(theme, realm) }
        for journey in files.journeys {
            plan(journey, try await services.signIn.journeys.entry(journey.name, in: realm.id)?.definition)
            try WorkProgress.step()
        }
        let known = Self.known(files, stored, realm)
        for journey in files.journeys { findings += Self.oddities(of: journey) + Self.references(of: journey, among: known) }
        for provider in files.providers.map(\.provider) { findings += Self.references(of: provider, among: known) }
    }

    /// The changes that would replace an object.
    package var replacements: [Change] { changes.filter { $0.action == .replace } }

    private struct Stored {
        let journeyNames: [String]
        let scripts: [Script]
        let templates: [EmailTemplate]
        let providers: [IdentityProvider]
        let applications: [Application]
        let schema: ProfileSchema
        let carried: [CarriedConfiguration.Object]
    }

    private mutating func plan(_ journey: JourneyDefinition, _ old: JSONValue?) {
        let new = journey.json
        if note("journey", journey.name, old, new) { bundle.journeys.append((journey.name, new)) }
    }

    private mutating func plan(_ script: Script, _ stored: Stored) {
        if let other = stored.scripts.first(where: { $0.name == script.name && $0.id != script.id }) {
            let id = other.id.text
            return findings.append(
                ImportFinding(.error, "script \(script.name)", "there is another of this name, \(id); rename one of them. Left out"))
        }
        let old = stored.scripts.first { $0.id == script.id }
        if note("script", script.name, (old?.json).map(JSONValue.object), .object(script.json)) { bundle.scripts.append(script) }
    }

    private mutating func plan(_ template: EmailTemplate, _ stored: Stored) {
        let old = stored.templates.first { $0.name == template.name }
        if note("e-mail template", template.name, (old?.json).map(JSONValue.object), .object(template.json)) {
            bundle.templates.append(template)
        }
    }

    private mutating func plan(_ provider: IdentityProvider, _ stored: Stored) {
        let old = stored.providers.first { $0.name == provider.name }
        let isNew = note("identity provider", provider.name, (old?.json).map(JSONValue.object), .object(provider.json))
        if isNew || old?.secret != provider.secret { bundle.providers.append(provider) }
    }

    /// A provider of a file with its secret: the file's, the realm's of the label in the file, or the one that is stored already. Without any
    /// it is switched off.
    private mutating func secured(
        _ imported: ImportedProvider, _ stored: Stored, _ realm: Realm, _ services: TransferServices
    ) async throws -> IdentityProvider {
        var provider = imported.provider
        if let label = imported.secretLabel { provider.secret = try await services.directory.secrets.secret(label, in: realm) }
        provider.secret = provider.secret ?? stored.providers.first { $0.name == provider.name }?.secret
        guard provider.isEnabled, provider.secret == nil, provider.authentication != .none else { return provider }
        provider.isEnabled = false
        let source = imported.secretLabel.map { "the realm has no secret \($0)" } ?? "its secret is not in the file"
        findings.append(
            ImportFinding(
                .warning, AMProvider.subject(provider.name), member: AMProvider.secret,
                "\(source); it is switched off until gatehouse provider save brings one"))
        return provider
    }

    private mutating func plan(_ object: CarriedConfiguration.Object, _ stored: Stored) {
        let old = stored.carried.first { $0.kind == object.kind && $0.id == object.id }?.value
        let isNew = old != object.value
        if CarriedObjects.details.contains(object.kind) {
            // The administrator isn't asked about an object's details in the file.
            if isNew { bundle.carried.append(object) }
        } else if note(object.kind, object.id, old, object.value) {
            bundle.carried.append(object)
        }
    }

    /// Takes the default theme for the look of a realm that has none.
    private mutating func plan(_ theme: CarriedConfiguration.Object, _ realm: Realm) {
        guard realm.settings[LookSettings.self].look == nil else {
            return findings.append(
                ImportFinding(.note, "\(theme.kind) \(theme.id)", "is kept for export; the realm has a look already, which stays"))
        }
        let imported = ImportedTheme(theme)
        findings += imported.findings
        guard imported.look != PageLook() else { return }
        look = imported.look
        changes.append(Change(kind: "look", name: realm.path.name, action: .add, differences: []))
    }

    /// Takes down a change; true when there is one.
    private mutating func note(_ kind: String, _ name: String, _ old: JSONValue?, _ new: JSONValue) -> Bool {
        let action: Action = old == nil ? .add : old == new ? .keep : .replace
        let differences = action == .replace ? JSONDifference.lines(from: old ?? .null, to: new) : []
        changes.append(Change(kind: kind, name: name, action: action, differences: differences))
        return action != .keep
    }

    private static func known(_ files: JourneyImport, _ stored: Stored, _ realm: Realm) -> JourneyReferences.Known {
        var known = JourneyReferences.Known()
        known.journeys = Set(files.journeys.map(\.name) + stored.journeyNames)
        known.templates = Set(files.templates.map(\.name) + stored.templates.map(\.name))
        known.providers = Set(files.providers.map(\.provider.name) + stored.providers.map(\.name))
        known.variables = Set(realm.settings[ScriptingSettings.self].scriptVariables.keys)
        known.applications = Set(stored.applications.map(\.id))
        known.hasAttribute = { [schema = stored.schema] in schema[$0] != nil }
        known.take(files.scripts, areRead: true)
        known.take(stored.scripts)
        known.take(files.carried + stored.carried)
        return known
    }

    /// Settings of a journey that are odd, and those that are set and have no effect.
    private static func oddities(of journey: JourneyDefinition) -> [ImportFinding] {
        journey.everyNode.flatMap { node in
            node.warnings.map {
                ImportFinding(.warning, "journey \(journey.name)", node: node.id, kind: node.kind, member: $0.setting, $0.reason)
            }
        }
    }

    /// Finds what a journey refers to that is nowhere to be found.
    private static func references(of journey: JourneyDefinition, among known: JourneyReferences.Known) -> [ImportFinding] {
        JourneyReferences(journey).missing(from: known).map { missing in
            ImportFinding(
                .warning, "journey \(journey.name)", node: missing.node, kind: missing.kind, member: missing.member, missing.reason)
        }
    }

    /// The same for a provider.
    private static func references(of provider: IdentityProvider, among known: JourneyReferences.Known) -> [ImportFinding] {
        guard let transform = provider.transform, !Script.isNone(transform), known.script(transform) == nil else { return [] }
        return [
            ImportFinding(.warning, AMProvider.subject(provider.name), member: "transform", known.absence(ofScript: transform))
        ]
    }
}
