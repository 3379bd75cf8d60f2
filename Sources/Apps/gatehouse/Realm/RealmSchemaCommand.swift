import ArgumentParser
import Foundation
import Primitives
import Services
import Directory
import Foundations

/// `gatehouse realm schema`
struct RealmSchemaCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Show or replace the schema of a realm's user profiles.",
        discussion: """
            A schema is a JSON object whose "attributes" is a list: each has a name, a type (string, number, boolean, strings,
            structure), a title by language, the flags required, userEditable, searchable and sensitive, and rules (minLength, maxLength,
            minimum, maximum, shape, forbiddenCharacters, values, maxItems). Shapes are \(TextShape.allCases.map(\.rawValue).joined(separator: ", ")).

            Examples:
              gatehouse realm schema alpha
              gatehouse realm schema alpha --json > schema.json
              gatehouse realm schema alpha --file schema.json
              gatehouse realm schema alpha --standard
            """)

    @Argument(help: "The realm, such as alpha.") var path: String
    @Option(help: ArgumentHelp("Replace the schema by the one in a file.", valueName: "schema.json")) var file: String?
    @Flag(help: "Go back to the standard schema.") var standard = false
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard file == nil || !standard else { throw ValidationError("give either --file or --standard") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        if let file {
            let schema = try Self.read(file)
            try await domain.schemas.set(schema, of: realm.id)
            return output.report("realm \(realm.path) has a schema of \(schema.attributes.count) attributes", try Self.json(schema))
        }
        if standard {
            try await domain.schemas.reset(realm.id)
            return output.report("realm \(realm.path) has the standard schema", try Self.json(.standard))
        }
        try show(try await domain.accounts.schema(of: realm))
    }

    private func show(_ schema: ProfileSchema) throws {
        let object = try Self.json(schema)
        if output.json { return output.report("", object) }
        output.show(schema.attributes.map(Self.row), columns: ["name", "type", "traits", "title"])
    }

    private static func row(_ attribute: ProfileAttribute) -> JSONObject {
        let traits = [
            (attribute.isRequired, "required"), (attribute.isUserEditable, "editable"), (attribute.isSearchable, "searchable"),
            (attribute.isSensitive, "sensitive"),
        ].filter(\.0).map(\.1)
        return [
            "name": .string(attribute.name), "type": .string(attribute.kind.rawValue), "traits": .string(traits.joined(separator: " ")),
            "title": .string(attribute.title(in: ["en"])),
        ]
    }

    private static func read(_ path: String) throws -> ProfileSchema {
        guard let text = FileManager.default.contents(atPath: path) else { throw CommandFailure("\(path) can't be read") }
        do {
            // The strict reader first: it refuses what names a member twice, and bounds the depth.
            _ = try JSONValue(parsing: [UInt8](text))
            return try JSONDecoder().decode(ProfileSchema.self, from: text)
        } catch let error as DecodingError {
            throw CommandFailure("\(path) is no schema: \(reason(error))")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context)) lacks \(key.stringValue)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(place(context)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "it" : context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func json(_ schema: ProfileSchema) throws -> JSONObject {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try JSONValue(parsing: [UInt8](try encoder.encode(schema))).object ?? JSONObject()
    }
}
