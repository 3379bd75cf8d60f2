package import Directory
package import Foundation

/// The OAuth clients that are part of Gatehouse.
package enum OwnClients {
    /// The client of `gatehouse login`, which every realm has from its beginning.
    package static let commandLineID = "gatehouse-cli"

    /// The URIs at which a program on the user's own machine listens for the browser's answer, on whatever port is free (RFC 8252 §7.3).
    package static let loopbackRedirects = ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback"]

    /// Makes the client of `gatehouse login` for a realm; it is public, so that it has no secret.
    package static func commandLine(in realm: UUID) -> Application {
        var settings = ApplicationSettings()
        settings.name = "Gatehouse in the terminal"
        settings.redirectURIs = loopbackRedirects
        // With the last one administrators ask for what they may do (docs/remote-administration.md); to others it gives nothing.
        settings.scopes = ["openid", "profile", "email", Scope.manageUsers]
        settings.defaultScopes = ["openid"]
        return Application(id: commandLineID, realm: realm, settings: settings, secret: nil)
    }
}
