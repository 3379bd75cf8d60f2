package import Directory
import Foundation
package import Foundations
package import Primitives
package import ResourceMessages

/// A schema of user profiles, as administrators see one.
package struct ProfileSchemaReport: Sendable {
    /// The schema as a file has it.
    package let json: JSONObject

    /// A row for each attribute of a schema as a file has it: name, type, traits and title.
    package static func rows(of json: JSONObject) -> [JSONObject] {
        let schema = try? JSONDecoder().decode(ProfileSchema.self, from: Data(JSONValue.object(json).encoded))
        return schema?.attributes.map(row) ?? []
    }

    /// The schema as a file has it.
    package static var form: Form<Self> { .told(.open) { .object($0.json) } }

    init(_ schema: ProfileSchema) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        json = try JSONValue(parsing: [UInt8](try encoder.encode(schema))).object ?? JSONObject()
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
}

/// Shows the schema of a realm's user profiles.
package struct ShowProfileSchema: ReadingAction {
    package static let declaration = ActionDeclaration(
        "realm.schema.show", .readConfiguration, "Show the schema of a realm's user profiles.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.get("profile-schema"), ProfileSchemaReport.form, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> ProfileSchemaReport {
        try ProfileSchemaReport(try await site.domain.directory.accounts.schema(of: realm))
    }
}

/// Replaces the schema of a realm's user profiles.
package struct SetProfileSchema: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.schema.set", .administer, "Replace the schema of a realm's user profiles.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("profile-schema"), ProfileSchemaReport.form, document: .init("schema", \.schemaObject, .file, .required),
            from: { Self(realm: $0, text: []) })
    }
    /// The shapes that an attribute's text may have.
    package static let shapes = TextShape.allCases.map(\.rawValue)

    package var realm: RealmPath
    /// The schema as a file has it, in JSON.
    package var text: [UInt8]

    package init(realm: RealmPath, text: [UInt8]) {
        self.realm = realm
        self.text = text
    }

    package func perform(in realm: Realm, at site: Site) async throws -> ProfileSchemaReport {
        let schema = try schema()
        try await site.domain.directory.schemas.set(schema, of: realm.id)
        return try ProfileSchemaReport(schema)
    }

    /// ``text`` as an object.
    fileprivate var schemaObject: JSONObject {
        get { (try? JSONValue(parsing: text).object) ?? JSONObject() }
        set { text = JSONValue.object(newValue).encoded }
    }

    private func schema() throws -> ProfileSchema {
        do {
            // The strict reader first: it refuses what names a member twice, and bounds the depth.
            _ = try JSONValue(parsing: text)
            return try JSONDecoder().decode(ProfileSchema.self, from: Data(text))
        } catch let error as DecodingError {
            throw AdministrationError(.invalid, "that is no schema: \(error.explained)")
        }
    }
}

/// Gives a realm the standard schema again.
package struct ResetProfileSchema: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.schema.reset", .administer, "Go back to the standard schema of user profiles.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.delete("profile-schema"), ProfileSchemaReport.form, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> ProfileSchemaReport {
        try await site.domain.directory.schemas.reset(realm.id)
        return try ProfileSchemaReport(.standard)
    }
}

extension DecodingError {
    /// The place and the reason, in words.
    fileprivate var explained: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context)) lacks \(key.stringValue)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(Self.place(context)): \(context.debugDescription)"
        @unknown default: "\(self)"
        }
    }

    private static func place(_ context: Context) -> String {
        context.codingPath.isEmpty ? "it" : context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
