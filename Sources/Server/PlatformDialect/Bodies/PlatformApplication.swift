import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import Directory

/// An application as the platform writes one (`docs/protocols/platform.md` 4). Settings of which this server can do one value only, such as
/// codes with S256 alone, may be sent with that value and with no other.
struct PlatformApplication: Sendable {
    var name = ""
    var summary: String?
    var isEnabled = true
    var kind = ApplicationSettings.Kind.web
    var connection = Connection.openID
    var grants: [GrantType] = []
    /// Follows from the grants: a code where AUTHORIZATION_CODE is one of them.
    var responseTypes: [ResponseType]?
    var authentication = Authentication.none
    var redirectURIs: [String] = []
    var postLogoutRedirectURIs: [String] = []
    var pkce = PKCE.s256
    var pushedRequests = Requirement.optional
    var refreshTokenDuration: Int?
    /// The scopes that it may ask for.
    var scopes: [String]?
    /// The roles that it has when it acts for itself, by their names.
    var roles: [AdministratorRole]?
    var mobile: MobileSettings?

    enum Connection: String, Sendable, CaseIterable { case openID = "OPENID_CONNECT" }
    enum ResponseType: String, Sendable, CaseIterable { case code = "CODE" }
    enum PKCE: String, Sendable, CaseIterable { case s256 = "S256_REQUIRED" }
    enum Requirement: String, Sendable, CaseIterable { case optional = "OPTIONAL" }

    enum GrantType: String, Sendable, CaseIterable {
        case code = "AUTHORIZATION_CODE"
        case refresh = "REFRESH_TOKEN"
        case client = "CLIENT_CREDENTIALS"

        var grant: ApplicationSettings.GrantType {
            switch self {
            case .code: .authorizationCode
            case .refresh: .refreshToken
            case .client: .clientCredentials
            }
        }
    }

    enum Authentication: String, Sendable, CaseIterable {
        case none = "NONE"
        case basic = "CLIENT_SECRET_BASIC"
        case post = "CLIENT_SECRET_POST"

        var method: ApplicationSettings.ClientAuthentication {
            switch self {
            case .none: .none
            case .basic: .secretBasic
            case .post: .secretPost
            }
        }
    }
}

extension PlatformApplication: Shaped {
    static let shapeName = "Application"
    static let members: [Member<Self>] = [
        Member("name", \.name, .text(1...256), .required), Member("description", optional: \.summary, .text(0...1024)),
        Member("enabled", \.isEnabled, .flag), Member("type", \.kind, .choice, .required),
        Member("protocol", \.connection, .choice, .required), Member("grantTypes", \.grants, .set(.choice, count: 0...3), .required),
        Member("responseTypes", optional: \.responseTypes, .set(.choice, count: 0...1)),
        Member("tokenEndpointAuthMethod", \.authentication, .choice, .required),
        Member("redirectUris", \.redirectURIs, .list(.text(1...2048), count: 0...64)),
        Member("postLogoutRedirectUris", \.postLogoutRedirectURIs, .list(.text(1...2048), count: 0...64)),
        Member("pkceEnforcement", \.pkce, .choice), Member("parRequirement", \.pushedRequests, .choice),
        Member("refreshTokenDuration", optional: \.refreshTokenDuration, .integer(60...2_147_483_647)),
        Member("scopes", optional: \.scopes, .set(.scope, count: 0...100)),
        Member("roles", optional: \.roles, .set(.choice, count: 0...8)),
        Member("mobile", optional: \.mobile, .object.renamed(.mobileSettings)),
    ]

    func check(_ reading: inout ShapeReading) {
        if kind == .worker, !grants.contains(.client) || authentication == .none {
            reading.refuse(.invalid, "a worker has the grant CLIENT_CREDENTIALS and a secret", at: "grantTypes")
        }
        if let responseTypes, responseTypes.isEmpty == grants.contains(.code) {
            reading.refuse(.invalid, "CODE belongs to the grant AUTHORIZATION_CODE, and that to CODE", at: "responseTypes")
        }
        if mobile != nil, kind != .native { reading.refuse(.invalid, "only a NATIVE_APP has it", at: "mobile") }
        if !(roles ?? []).isEmpty, !grants.contains(.client) {
            reading.refuse(.invalid, "only an application with the grant CLIENT_CREDENTIALS has roles", at: "roles")
        }
        for (index, uri) in redirectURIs.enumerated() where !Self.isRedirectURI(uri) {
            reading.refuse(.invalid, "it is an absolute URI without a fragment or wildcard", at: "redirectUris[\(index)]")
        }
    }

    private static func isRedirectURI(_ text: String) -> Bool {
        guard let parsed = URL(string: text), parsed.scheme != nil, parsed.fragment == nil else { return false }
        return !text.contains("*")
    }
}

extension PlatformApplication {
    /// The scopes that the platform's clients may ask for when nothing else is said.
    private static let standardScopes = ["openid", "profile", "email", "phone", "address"]

    /// The settings with what was sent.
    func settings(replacing old: ApplicationSettings?) -> ApplicationSettings {
        var settings = old ?? ApplicationSettings()
        (settings.name, settings.summary, settings.isEnabled, settings.kind) = (name, summary, isEnabled, kind)
        settings.grantTypes = grants.map(\.grant)
        settings.authentication = authentication.method
        (settings.redirectURIs, settings.postLogoutRedirectURIs) = (redirectURIs, postLogoutRedirectURIs)
        settings.refreshTokenLifetime = refreshTokenDuration
        settings.scopes = scopes ?? old?.scopes ?? (kind == .worker ? [] : Self.standardScopes)
        settings.roles = roles
        settings.mobile = mobile.map { Self.keepingKeys($0, of: old?.mobile) }
        return settings
    }

    /// Keys aren't told, so a client that sends back what it read sends none: those that there are stay.
    private static func keepingKeys(_ mobile: MobileSettings, of old: MobileSettings?) -> MobileSettings {
        guard let before = old?.integrityDetection?.googlePlay, var play = mobile.integrityDetection?.googlePlay,
            play.verification == before.verification
        else { return mobile }
        play.decryptionKey = play.decryptionKey ?? before.decryptionKey
        play.verificationKey = play.verificationKey ?? before.verificationKey
        play.serviceAccount = play.serviceAccount ?? before.serviceAccount
        var kept = mobile
        kept.integrityDetection?.googlePlay = play
        return kept
    }

    init(_ application: Application) {
        let settings = application.settings
        name = settings.name.isEmpty ? application.id : settings.name
        summary = settings.summary
        isEnabled = settings.isEnabled
        kind = settings.kind ?? (application.isPublic ? .singlePage : .web)
        grants = GrantType.allCases.filter { settings.grantTypes.contains($0.grant) }
        responseTypes = grants.contains(.code) ? [.code] : []
        authentication = Authentication.allCases.first { $0.method == settings.authentication } ?? .none
        redirectURIs = settings.redirectURIs
        postLogoutRedirectURIs = settings.postLogoutRedirectURIs
        refreshTokenDuration = settings.refreshTokenLifetime
        scopes = settings.scopes
        roles = settings.roles
        mobile = settings.mobile
    }
}

extension Form where Value == String {
    /// RFC 6749 §3.3.
    fileprivate static var scope: Form {
        text(1...128, pattern: #"^[\x21\x23-\x5B\x5D-\x7E]+$"#) { text in
            text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
        }
    }
}
