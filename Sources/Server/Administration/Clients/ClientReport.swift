import Directory
package import Primitives

/// A client, as administrators see one.
package struct ClientReport: Sendable {
    package let id: String
    package let isPublic: Bool
    /// The secret, where it was just made; never shown again.
    package let secret: Secret?
    /// Its settings, without the secret.
    package let json: JSONObject

    init(_ client: Application, secret: Secret? = nil) throws {
        id = client.id
        isPublic = client.isPublic
        self.secret = secret
        var object: JSONObject = ["id": .string(client.id), "type": .string(client.isPublic ? "public" : "confidential")]
        for member in try client.editor().object.members { object[member.name] = member.value }
        json = object
    }
}

extension Application {
    /// An editor for the application's settings.
    func editor() throws -> SettingsEditor<ApplicationSettings> {
        var settings = settings
        settings.requiredJourneys = settings.requiredJourneys ?? []
        return try SettingsEditor(
            settings, optional: ["accessTokenLifetime": 0, "refreshTokenLifetime": 0, "requiredLevel": 0, "refreshGrace": 0],
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
