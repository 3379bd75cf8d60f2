import ArgumentParser
import Primitives
import Messaging
import Services
import Directory

/// `gatehouse template`
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "E-mail templates: what a realm's messages say.",
        subcommands: [
            ListCommand<EmailTemplate>.self, ShowCommand<EmailTemplate>.self, TemplateSaveCommand.self, DeleteCommand<EmailTemplate>.self,
            TemplateRenderCommand.self,
        ])
}

extension EmailTemplate: RealmObject {
    static var kind: RealmObjectKind {
        RealmObjectKind(
            command: "template", noun: "e-mail template", columns: ["name", "displayName", "enabled", "languages"],
            showing: "Print an e-mail template, as JSON.", examples: ["template show resetPassword > resetPassword.json"],
            example: "welcome", deleting: "Remove an e-mail template; journeys that use it fail from then on.")
    }

    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self] { try await domain.templates.all(in: realm.id) }

    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self? {
        try await domain.templates.template(name, in: realm.id)
    }

    func summary(in realm: Realm) -> JSONObject {
        let languages = json["subject"]?.object?.names ?? []
        return [
            "name": .string(name), "displayName": .string(displayName), "enabled": .bool(isEnabled),
            "languages": .array(languages.map(JSONValue.string)),
        ]
    }

    func show(_ output: OutputOptions) { print(JSONValue.object(json).text) }
    func delete(in realm: Realm, _ domain: Domain) async throws { try await domain.templates.delete(name, in: realm.id) }
}
