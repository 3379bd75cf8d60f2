package import Foundation
package import Primitives
import ResourceMessages

/// An OAuth 2.0 client of a realm (RFC 6749 §2).
package struct Application: Sendable, Equatable, Identifiable {
    /// The `client_id`.
    package let id: String
    /// The id of the realm.
    package let realm: UUID
    package var settings: ApplicationSettings
    /// nil for a public client.
    package var secret: Secret?
    /// The time when it was made; nil for one that isn't stored yet.
    package let created: Date?

    package init(id: String, realm: UUID, settings: ApplicationSettings, created: Date? = nil, secret: Secret?) {
        self.created = created
        self.id = id
        self.realm = realm
        self.settings = settings
        self.secret = secret
    }

    /// Whether the client has no way to prove itself (RFC 6749 §2.1).
    package var isPublic: Bool { settings.authentication == .none }

    /// The name to show to people.
    package var shownName: String { settings.name.isEmpty ? id : settings.name }
}

/// The settings of an application. Durations are in seconds; nil takes the realm's.
package struct ApplicationSettings: Sendable, Equatable, Codable {
    /// A name to show; empty shows the id.
    package var name = ""
    /// The addresses to which codes may be sent: compared as exact texts, but for the port of a loopback address (RFC 8252 §7.3).
    package var redirectURIs: [String] = []
    /// The addresses to which the end session endpoint may send the browser.
    package var postLogoutRedirectURIs: [String] = []
    /// The scopes that may be asked for, and those that are given to a request that asks for none.
    package var scopes: [String] = []
    /// The scopes of a request that asks for none.
    package var defaultScopes: [String] = []
    /// The grant types that the client may use; by default codes and refresh tokens.
    package var grantTypes: [GrantType] = [.authorizationCode, .refreshToken]
    /// The way in which the client proves itself at the token endpoint.
    package var authentication = ClientAuthentication.none
    /// Whether codes are issued without asking the user for consent.
    package var impliedConsent = true
    /// The other audiences that its access tokens may be for; the issuer's own endpoints are always one.
    package var audiences: [String] = []
    /// The lifetime of access tokens in seconds; nil takes the realm's.
    package var accessTokenLifetime: Int?
    /// The lifetime of refresh tokens in seconds; nil takes the realm's.
    package var refreshTokenLifetime: Int?
    /// The seconds for which a spent refresh token is answered as it was when it was spent; none unless set
    /// (docs/decisions/0116-a-grace-that-clients-ask-for.md).
    package var refreshGrace: Int?
    /// `RS256`, which clients expect unless they are told another (OpenID Connect Core §3.1.3.7, Dynamic Client Registration §2), or `ES256`.
    package var idTokenAlgorithm = "RS256"
    /// Whether the client may be used.
    package var isEnabled = true
    /// The sort of program; nil for one that was made without saying.
    package var kind: Kind?
    /// The purpose, in the words of its administrator.
    package var summary: String?
    /// The roles that it has when it acts for itself.
    package var roles: [AdministratorRole]?
    /// Journeys of which a session must have passed one to become a code for it, in place of those that its realm requires; and the level.
    package var requiredJourneys: [String]?
    /// The level that a session must have at least to become a code for it; nil for no requirement beyond the realm's.
    package var requiredLevel: Int?
    /// The look of pages on the way to it, in place of parts of its realm's; nil for the realm's.
    package var look: PageLook?
    /// Its mobile app's settings; of native applications only.
    package var mobile: MobileSettings?

    /// The longest ``refreshGrace``, in seconds.
    package static let longestRefreshGrace = 300

    package init() {}

    /// The sorts of program, as the platform names them.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case web = "WEB_APP"
        case native = "NATIVE_APP"
        case singlePage = "SINGLE_PAGE_APP"
        /// Acts for itself, by its roles.
        case worker = "WORKER"
        case service = "SERVICE"
        case custom = "CUSTOM_APP"
    }

    /// A grant type by its name in a token request (RFC 6749 §4).
    package enum GrantType: String, Sendable, Codable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
        case clientCredentials = "client_credentials"
    }

    /// `token_endpoint_auth_method` (RFC 7591 §2). A client with a secret may use either way of sending it.
    package enum ClientAuthentication: String, Sendable, Codable {
        case none
        case secretBasic = "client_secret_basic"
        case secretPost = "client_secret_post"
    }
}

extension ApplicationSettings {
    /// The settings that name other things of the realm.
    static let naming = Form<ApplicationSettings>.object(
        "ClientSettings", [Member("requiredJourneys", optional: \.requiredJourneys, .list(.journey, count: 0...64))],
        from: { ApplicationSettings() })
}

extension Form where Value == String {
    fileprivate static var journey: Form { Form.text(1...256).naming(.journey) }
}
