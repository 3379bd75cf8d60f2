import ArgumentParser
import Primitives
import Services

/// `gatehouse template`
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "E-mail templates: what a realm's messages say.",
        subcommands: [
            TemplateListCommand.self, TemplateShowCommand.self, TemplateSaveCommand.self, TemplateDeleteCommand.self,
            TemplateRenderCommand.self,
        ])
}

extension Domain {
    /// The template of a name that somebody typed.
    func existingTemplate(_ name: String, in realm: Realm) async throws -> EmailTemplate {
        guard let template = try await templates.template(name, in: realm.id) else {
            throw CommandFailure("there is no e-mail template \(name) in realm \(realm.path); see gatehouse template list")
        }
        return template
    }
}

/// `gatehouse template list`
struct TemplateListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's e-mail templates.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let templates = try await domain.templates.all(in: realm.realm(in: domain).id)
        output.show(templates.map(\.summary), columns: ["name", "displayName", "enabled", "languages"])
    }
}

/// `gatehouse template show`
struct TemplateShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print an e-mail template, as JSON.",
        discussion: "Example:\n  gatehouse template show resetPassword > resetPassword.json")

    @Argument(help: "The template's name.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        print(JSONValue.object(try await domain.existingTemplate(name, in: realm.realm(in: domain)).json).text)
    }
}

/// `gatehouse template delete`
struct TemplateDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove an e-mail template; journeys that use it fail from then on.",
        discussion: "Example:\n  gatehouse template delete welcome --yes")

    @Argument(help: "The template's name.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let template = try await domain.existingTemplate(name, in: realm)
        try confirmation.confirm("Remove the e-mail template \(name) from realm \(realm.path)?")
        try await domain.templates.delete(template.name, in: realm.id)
        output.report("removed the e-mail template \(name)", ["name": .string(name), "deleted": true])
    }
}

extension EmailTemplate {
    fileprivate var summary: JSONObject {
        let languages = json["subject"]?.object?.names ?? []
        return [
            "name": .string(name), "displayName": .string(displayName), "enabled": .bool(isEnabled),
            "languages": .array(languages.map(JSONValue.string)),
        ]
    }
}
