import Administration
import ArgumentParser
import Primitives

/// `gatehouse realm schema`
struct RealmSchemaCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Show or replace the schema of a realm's user profiles.",
        discussion: """
            A schema is a JSON object whose "attributes" is a list: each has a name, a type (string, number, boolean, strings,
            structure), a title by language, the flags required, userEditable, searchable and sensitive, and rules (minLength, maxLength,
            minimum, maximum, shape, forbiddenCharacters, values, maxItems). Shapes are \(SetProfileSchema.shapes.joined(separator: ", ")).

            Examples:
              gatehouse realm schema alpha
              gatehouse realm schema alpha --json > schema.json
              gatehouse realm schema alpha --file schema.json --dry-run
              gatehouse realm schema alpha --standard
            """)

    @OptionGroup var realm: RealmArgument
    @Option(help: ArgumentHelp("Replace the schema by the one in a file.", valueName: "schema.json")) var file: String?
    @Flag(help: "Go back to the standard schema.") var standard = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard file == nil || !standard else { throw ValidationError("give either --file or --standard") }
    }

    func run(_ server: Operator) async throws {
        let path = try realm.path
        if let file {
            let schema = try await server(SetProfileSchema(realm: path, text: try InputFile.bytes(file)))
            return output.report("realm \(path) has a schema of \(schema.rows("attributes").count) attributes", schema.object, change)
        }
        if standard {
            let schema = try await server(ResetProfileSchema(realm: path))
            return output.report("realm \(path) has the standard schema", schema.object, change)
        }
        let schema = try await server(ShowProfileSchema(realm: path))
        if output.json { return output.report("", schema.object) }
        output.show(ProfileSchemaReport.rows(of: schema.object), columns: ["name", "type", "traits", "title"])
    }
}
