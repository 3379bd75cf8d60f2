import Primitives
import Services
import Directory

extension Application {
    /// An editor for the application's settings.
    func editor() throws -> SettingsEditor<ApplicationSettings> {
        var settings = settings
        settings.requiredJourneys = settings.requiredJourneys ?? []
        return try SettingsEditor(settings, optional: ["accessTokenLifetime": 0, "refreshTokenLifetime": 0, "requiredLevel": 0])
    }

    /// Returns the output of the command line about a client; its secret only where that was just made.
    func summary(showingSecret: Bool = false) throws -> JSONObject {
        var object: JSONObject = ["id": .string(id), "type": .string(isPublic ? "public" : "confidential")]
        if showingSecret, let secret { object["secret"] = .string(secret.reveal()) }
        for (name, value) in try editor().object.members { object[name] = value }
        return object
    }
}

extension Domain {
    /// The client of an id that was typed.
    func existingClient(_ id: String, in realm: Realm) async throws -> Application {
        guard let application = try await applications.application(id, in: realm.id) else {
            throw CommandFailure("there is no client \(id) in realm \(realm.path)")
        }
        return application
    }
}
