package import Foundations
package import HTTPBase
import Pages
import Primitives
package import Directory

/// The OAuth client that the welcome page is.
package enum WelcomeClient {
    /// The `client_id`, the same in every realm.
    package static let id = "gatehouse-welcome"
    /// The values that it asks for to have the user sign in by phone, by a code that the phone reads, by an authenticator app, or with a
    /// passkey (`acr_values`); a demonstration has them.
    package static let phoneClass = "phone"
    /// The context class of a sign-in by a code that the phone reads.
    package static let codeClass = "code"
    /// The context class of a sign-in by an authenticator app.
    package static let appClass = "app"
    /// The context class of a sign-in by a passkey.
    package static let passkeyClass = "passkey"
    static let classes: [WelcomePage.Way: String] = [.phone: phoneClass, .code: codeClass, .app: appClass, .passkey: passkeyClass]

    /// Sees to it that the welcome page's realm has the client, with this server's present address. To be called at each start,
    /// as the address may have changed since the last.
    package static func register(in directory: DirectoryServices, realm: RealmPath, at address: PublicAddress) async throws {
        let realm = try await directory.realms.realm(at: realm)
        let wanted = settings(at: address)
        guard var known = try await directory.applications.application(id, in: realm.id) else {
            return try await directory.applications.create(Application(id: id, realm: realm.id, settings: wanted, secret: nil))
        }
        guard known.settings != wanted else { return }
        known.settings = wanted
        try await directory.applications.update(known)
    }

    private static func settings(at address: PublicAddress) -> ApplicationSettings {
        var settings = ApplicationSettings()
        settings.name = "Gatehouse"
        settings.redirectURIs = [address.url(HostedPath.callback)]
        settings.postLogoutRedirectURIs = [address.url(HostedPath.signedOut)]
        settings.scopes = ["openid", "profile", "email"]
        settings.defaultScopes = ["openid"]
        settings.grantTypes = [.authorizationCode]
        return settings
    }
}
