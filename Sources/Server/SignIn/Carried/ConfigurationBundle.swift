package import Foundation
package import Primitives
import ResourceMessages
import Store
package import Messaging
package import Sessions
package import Foundations

/// Journeys with what belongs to them, stored all together or not at all.
package struct ConfigurationBundle: Sendable {
    /// The scripts that the journeys run.
    package var scripts: [Script] = []
    /// The templates of mails that the journeys send.
    package var templates: [EmailTemplate] = []
    /// The providers at which the journeys sign users in.
    package var providers: [IdentityProvider] = []
    /// Objects of the file that nothing here reads, kept for an export.
    package var carried: [CarriedConfiguration.Object] = []
    /// Journeys' definitions by name.
    package var journeys: [(name: String, definition: JSONValue)] = []

    package init() {}

    /// Whether there is nothing to store.
    package var isEmpty: Bool {
        scripts.isEmpty && templates.isEmpty && providers.isEmpty && carried.isEmpty && journeys.isEmpty
    }
}

/// Stores bundles.
package struct ConfigurationBundles: Sendable {
    private let configuration: ConfigurationChange
    private let audit: AuditLog
    private let time: any TimeSource
    private let sealer: Sealer

    package init(configuration: ConfigurationChange, audit: AuditLog, time: any TimeSource, sealer: Sealer) {
        self.configuration = configuration
        self.audit = audit
        self.time = time
        self.sealer = sealer
    }

    /// Stores a bundle in one transaction; each object in place of the one of the same id or name. The audit log names each.
    /// - Throws: `invalid`; `alreadyExists` when another script has a script's name.
    package func store(_ bundle: ConfigurationBundle, in realm: UUID) async throws {
        guard !bundle.isEmpty else { return }
        for script in bundle.scripts { try script.check() }
        for provider in bundle.providers { try provider.check() }
        let (audit, now, sealer) = (audit, time.now, sealer)
        let secrets = try bundle.providers.map { try IdentityProviders.sealedSecret(of: $0, in: realm, sealer) }
        try await configuration.write(in: realm) { transaction in
            func note(_ kind: AuditEvent.Kind, _ member: String, _ name: String) throws {
                try audit.append(kind, [member: .string(name), "change": "imported"], at: now, realm: realm, client: nil, in: transaction)
            }
            func write(_ definition: JSONValue, secret: [UInt8]? = nil, _ kind: NamedDocuments.Kind, _ name: String) throws {
                try NamedDocuments.write(definition, secret: secret, kind, named: name, realm: realm, in: transaction)
                try note(kind.changed, kind.name, name)
            }
            for script in bundle.scripts {
                try ScriptLibrary.write(script, realm: realm, in: transaction)
                try note(.scriptChanged, "script", script.name)
            }
            for template in bundle.templates { try write(.object(template.json), EmailTemplates.kind, template.name) }
            for (provider, secret) in zip(bundle.providers, secrets) {
                try write(.object(provider.json), secret: secret, IdentityProviders.kind, provider.name)
            }
            for object in bundle.carried {
                try CarriedConfiguration.write(object, realm: realm, in: transaction)
                try note(.journeyChanged, object.kind, object.id)
            }
            for (name, definition) in bundle.journeys { try write(definition, JourneyLibrary.kind, name) }
        }
    }
}
