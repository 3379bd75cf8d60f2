import Directory
import Foundations
package import Primitives
package import ResourceMessages

/// A client, as administrators see one.
package struct ClientReport: Sendable {
    /// The `client_id`, unique in the realm.
    package let id: String
    /// True for a client that has no way to prove itself.
    package let isPublic: Bool
    /// The secret, where it was just made; never shown again.
    package let secret: Secret?
    /// The issuer of its tokens; nil in lists.
    package let issuer: String?
    /// Its settings, without the secret.
    package let json: JSONObject

    init(_ client: Application, secret: Secret? = nil, issuer: String? = nil) throws {
        id = client.id
        isPublic = client.isPublic
        self.secret = secret
        self.issuer = issuer
        var object: JSONObject = ["id": .string(client.id), "type": .string(client.isPublic ? "public" : "confidential")]
        for member in try client.editor().object.members { object[member.name] = member.value }
        json = object
    }

    /// Its id, its type, its secret where that was just made, and all of its settings.
    package static var form: Form<Self> {
        let own: [ObjectShape.Member] = [
            .init(name: "id", shape: Form.name.shape, presence: .readOnly),
            .init(name: "type", shape: .choice(["public", "confidential"]), presence: .readOnly),
            .init(name: "secret", shape: Form<Secret>.shownOnce.shape, presence: .readOnly, help: "told once, when it was just made"),
            .init(
                name: "issuer", shape: .text, presence: .readOnly,
                help: "the issuer of its tokens, below which apps find the discovery document; told of one client, not in lists"),
        ]
        return .told(.object(ObjectShape(name: "Application", members: own + settings.members))) { report in
            var object = report.json
            object["secret"] = report.secret.map { .string($0.reveal()) }
            object["issuer"] = report.issuer.map { .string($0) }
            return .object(object)
        }
    }

    /// The settings that change.
    package static var settings: ObjectShape {
        let list: Shape = .list(.text)
        let seconds: Shape = .integer(0...Shape.tenYears, unit: .seconds)
        let members: [(String, Shape)] = [
            ("name", .text), ("redirectURIs", list), ("postLogoutRedirectURIs", list), ("scopes", list), ("defaultScopes", list),
            ("grantTypes", .list(.choice(CreateClient.grantTypes))),
            ("authentication", .choice(["none", "client_secret_basic", "client_secret_post"])), ("impliedConsent", .flag),
            ("audiences", list), ("accessTokenLifetime", seconds), ("refreshTokenLifetime", seconds),
            ("refreshGrace", .integer(0...ApplicationSettings.longestRefreshGrace, unit: .seconds)),
            ("idTokenAlgorithm", .choice(["RS256", "ES256"])), ("isEnabled", .flag),
            ("kind", .choice(ApplicationSettings.Kind.allCases.map(\.rawValue))), ("summary", .text),
            ("roles", .list(.choice(CreateClient.roles))), ("requiredJourneys", .list(.name(of: .journey))),
            ("requiredLevel", .integer(0...1000)), ("mobile", .open), ("look", PageLook.shape),
        ]
        return ObjectShape(
            name: "ApplicationSettings", members: members.map { .init(name: $0.0, shape: $0.1, presence: .optional) })
    }
}

extension Application {
    /// An editor for the application's settings.
    func editor() throws -> SettingsEditor<ApplicationSettings> {
        var settings = settings
        settings.requiredJourneys = settings.requiredJourneys ?? []
        return try SettingsEditor(
            settings, optional: ["accessTokenLifetime": 0, "refreshTokenLifetime": 0, "requiredLevel": 0, "refreshGrace": 0, "look": [:]],
            initial: ApplicationSettings(), choices: ["idTokenAlgorithm", "authentication"])
    }
}

extension AdministrationServices {
    /// The client of an id that was typed.
    /// - Throws: `unknown`.
    func existingClient(_ id: String, in realm: Realm) async throws -> Application {
        guard let application = try await directory.applications.application(id, in: realm.id) else {
            throw AdministrationError(.unknown, "there is no client \(id) in realm \(realm.path)")
        }
        return application
    }
}
