import Administration
import ArgumentParser
import Primitives

/// `gatehouse template save`
struct TemplateSaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SaveTemplate.declaration.purpose,
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
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, object) = (try realm.path, try InputFile.object(file))
        let saved = try await InputFile.naming(file) { try await server(SaveTemplate(realm: realm, name: name, object: object)) }
        output.report(
            "\(saved.text("change") == ObjectChange.add.rawValue ? "added" : "replaced") the e-mail template \(name) in realm \(realm)",
            ["name": .string(name), "change": .string(saved.text("change"))], change)
    }
}

/// `gatehouse template render`
struct TemplateRenderCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: RenderTemplate.declaration.purpose,
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

    func run(_ server: ReadingOperator) async throws {
        let values = try values.map(Assignment.init(parsing:))
        output.show(
            try await server(RenderTemplate(realm: realm.path, name: name, values: values, username: user, languages: language)).object)
    }
}
