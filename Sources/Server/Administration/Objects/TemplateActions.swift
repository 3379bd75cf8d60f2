package import Directory
package import Foundations
import Messaging
package import Primitives
import ResourceMessages

/// Stores an e-mail template.
package struct SaveTemplate: ChangingAction {
    package static let declaration = ActionDeclaration(
        "template.save", .administer, "Store an e-mail template from a file, new or in place of the one of the same name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("templates/{name}"), SavedObject.form, document: .init("template", \.object, .file, .required),
            from: { Self(realm: $0, name: "", object: [:]) }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The template's name, unique in the realm.
    package var name: String
    /// The template as a file has it.
    package var object: JSONObject

    package init(realm: RealmPath, name: String, object: JSONObject) {
        self.realm = realm
        self.name = name
        self.object = object
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SavedObject {
        let isNew = try await site.domain.messaging.templates.template(name, in: realm.id) == nil
        try await site.domain.messaging.templates.save(try EmailTemplate(name, object), in: realm.id)
        return SavedObject(name: name, change: isNew ? .add : .replace)
    }
}

/// Tells what a message would say.
package struct RenderTemplate: ReadingAction {
    package static let declaration = ActionDeclaration(
        "template.render", .readConfiguration, "Show what a message would say; nothing is sent.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("templates/{name}:render"), .told(RenderTemplate.shape) { .object($0) }, from: { Self(realm: $0, name: "") },
            .init("name", \.name, .name, .required), .init("values", \.values, .changes(of: .open)),
            .init("username", optional: \.username, .name), .init("languages", \.languages, .list(.name, count: 0...16)))
    }

    package var realm: RealmPath
    /// The template's name, unique in the realm.
    package var name: String
    /// Values for the placeholders.
    package var values: [Assignment]
    /// The user whose attributes are the other values.
    package var username: String?
    /// The reader's languages.
    package var languages: [String]

    package init(realm: RealmPath, name: String, values: [Assignment] = [], username: String? = nil, languages: [String] = []) {
        self.realm = realm
        self.name = name
        self.values = values
        self.username = username
        self.languages = languages
    }

    package func perform(in realm: Realm, at site: Site) async throws -> JSONObject {
        let template = try await EmailTemplate.existing(name, in: realm, of: site.domain)
        var object = JSONObject()
        if let username {
            let user = try await site.domain.existingUser(username, in: realm)
            object = AccountDocument.profile(user, by: try await site.domain.directory.accounts.schema(of: realm))
        }
        for value in values { object[value.name] = value.text }
        let content = try template.content(object, languages: languages)
        return [
            "subject": .string(content.subject), "text": .string(content.text), "html": content.html.map(JSONValue.string) ?? .null,
        ]
    }

    fileprivate static let shape: Shape = .object(
        ObjectShape(
            name: "RenderedTemplate",
            members: [
                .init(name: "subject", shape: .text, presence: .readOnly), .init(name: "text", shape: .text, presence: .readOnly),
                .init(name: "html", shape: .nullable(.text), presence: .readOnly),
            ]))
}
