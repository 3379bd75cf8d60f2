package import DeviceMessages
import Foundation
import OAuthMessages
package import HTTPBase
import Primitives
package import Directory
import Foundations
package import Sessions

/// The families of paths by which a realm's endpoints are reached, and how each endpoint is called in them.
package enum PathFamily: Sendable, CaseIterable {
    /// `/am/oauth2/realms/root/realms/alpha/…`, by which the documented SDKs derive their other paths
    /// (`docs/protocols/step-protocol.md` 1.1, 4.7).
    case am
    /// `/realms/alpha/…`.
    case plain
    /// `/{environment}/as/…`, by which the platform's clients know a realm (`docs/protocols/platform.md` 6.1).
    case platform

    /// The path of a realm, without a slash at its end: the path of the family's issuer.
    package func path(of realm: Realm) -> String {
        switch self {
        case .am: ContextPath.preferred + "/oauth2/realms/root" + realm.path.pairs
        case .plain: realm.path.plainPath
        case .platform: "/\(realm.id.text)/as"
        }
    }

    /// Returns the name that follows the realm.
    package func name(of endpoint: Endpoint) -> String {
        switch (self, endpoint) {
        case (_, .authorize): "authorize"
        case (.am, .token): "access_token"
        case (_, .token): "token"
        case (_, .introspect): "introspect"
        case (.am, .revoke): "token/revoke"
        case (_, .revoke): "revoke"
        case (_, .userInfo): "userinfo"
        case (.am, .endSession): "connect/endSession"
        case (.plain, .endSession): "logout"
        case (.platform, .endSession): "signoff"
        case (.am, .idpEndSession): "connect/idpEndSession"
        case (.plain, .idpEndSession): "logout/silent"
        case (.platform, .idpEndSession): "idpSignoff"
        case (_, .push): "par"
        case (.am, .checkSession): "connect/checkSession"
        case (_, .checkSession): "checkSession"
        case (.am, .keys): "connect/jwk_uri"
        case (_, .keys): "jwks"
        case (_, .discovery): ".well-known/openid-configuration"
        }
    }

    /// An endpoint of OAuth 2.0 or OpenID Connect.
    package enum Endpoint {
        case authorize, token, introspect, revoke, userInfo, endSession, idpEndSession, push, keys, discovery, checkSession
    }
}

/// A realm's endpoint URLs in one family of paths.
package struct RealmFace: Sendable {
    package let realm: Realm
    package let family: PathFamily
    package let address: PublicAddress

    package init(realm: Realm, family: PathFamily, address: PublicAddress) {
        self.realm = realm
        self.family = family
        self.address = address
    }

    /// Each family is an issuer of its own, since a client that checks discovery needs the issuer to be the URL it asked
    /// (OpenID Connect Discovery §4.3).
    package var issuer: Issuer {
        let others = PathFamily.allCases.filter { $0 != family }
        return Issuer(name: issuerName(family), aliases: others.map(issuerName))
    }

    /// The issuer that mobile payloads are for, in whichever family of paths they come.
    package var devices: DeviceIssuer { DeviceIssuer(base: address.origin, realm: realm.id.text) }

    /// The URL of an endpoint.
    package func url(of endpoint: PathFamily.Endpoint) -> String { issuerName(family) + "/" + family.name(of: endpoint) }

    private func issuerName(_ family: PathFamily) -> String { address.url(family.path(of: realm)) }
}
