import ArgumentParser
import Primitives
import Services
import Foundations
import Directory
import Messaging

/// `gatehouse template save`
struct TemplateSaveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Store an e-mail template from a file, new or in place of the one of the same name.",
        discussion: """
            The file is JSON, as tenants export it:
              { "enabled": true, "defaultLocale": "en", "mimeType": "text/html", "from": "",
                "subject": { "en": "Welcome" }, "message": { "en": "<p>Hello {{object.givenName}}</p>" } }

            Placeholders are {{object.x}} for an attribute, {{object.resumeURI}} for the link, {{#if object.x}}…{{else}}…{{/if}}.

            Example:
              gatehouse template save welcome welcome.json
            """)

    @Argument(help: "The template's name.") var name: String
    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let isNew = try await domain.templates.template(name, in: realm.id) == nil
        let template: EmailTemplate
        do { template = try EmailTemplate(name, InputFile.object(file)) } catch let error as DomainError {
            throw CommandFailure("\(file): \(error.reason)")
        }
        try await domain.templates.save(template, in: realm.id)
        output.report(
            "\(isNew ? "added" : "replaced") the e-mail template \(name) in realm \(realm.path)",
            ["name": .string(name), "change": isNew ? "add" : "replace"])
    }
}

/// `gatehouse template render`
struct TemplateRenderCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Show what a message would say; nothing is sent.",
        discussion: """
            Examples:
              gatehouse template render resetPassword givenName=Ada resumeURI=https://example.com/resume
              gatehouse template render welcome --user demo --language de
            """)

    @Argument(help: "The template's name.") var name: String
    @Argument(help: ArgumentHelp("Values for the placeholders.", valueName: "name=value")) var values: [String] = []
    @Option(help: "A user whose attributes are the values.") var user: String?
    @Option(help: "The reader's language, such as de.") var language: [String] = []
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let template = try await EmailTemplate.existing(name, in: realm, domain)
        let content = try template.content(try await object(domain, realm), languages: language)
        output.show([
            "subject": .string(content.subject), "text": .string(content.text), "html": content.html.map(JSONValue.string) ?? .null,
        ])
    }

    private func object(_ domain: Domain, _ realm: Realm) async throws -> JSONObject {
        var object = JSONObject()
        if let user {
            guard let found = try await domain.users.user(named: user, in: realm.id) else {
                throw CommandFailure("there is no user \(user) in realm \(realm.path)")
            }
            object = AccountDocument.profile(found, by: try await domain.accounts.schema(of: realm))
        }
        for value in values {
            let halves = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2 else { throw CommandFailure("\(value) is no value; write name=value") }
            object[halves[0]] = .string(halves[1])
        }
        return object
    }
}
