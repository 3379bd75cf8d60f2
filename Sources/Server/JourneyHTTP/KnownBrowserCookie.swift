package import Directory
import Foundation
package import HTTPBase
package import Hummingbird
package import Sessions

/// The cookie by which a browser says which users have signed in there before (``KnownBrowsers``).
package struct KnownBrowserCookie: Sendable {
    private static let name = "gatehouse_known"

    private let browsers: KnownBrowsers
    private let address: PublicAddress

    /// - Parameter address: this server's address, for which the cookie is.
    package init(_ browsers: KnownBrowsers, at address: PublicAddress) {
        self.browsers = browsers
        self.address = address
    }

    /// A check of whether users have signed in with the browser of a request before.
    func check(of request: Request) -> @Sendable (UUID, Realm) -> Bool {
        { [browsers, marks = marks(in: request)] user, realm in browsers.isKnown(marks, to: user, in: realm) }
    }

    /// The marks that a browser carries.
    ///
    /// Of several cookies of the name all are read: a planted one is in no other's way.
    package func marks(in request: Request) -> String? {
        let all = cookie(lifetime: 0).values(in: request)
        return all.isEmpty ? nil : all.joined(separator: ".")
    }

    /// Marks a browser, once a user has signed in there; changes nothing where the realm keeps no such marks.
    ///
    /// - Parameter marks: those that it carries already.
    package func mark(_ response: inout Response, for session: UserSession?, in realm: Realm, beside marks: String?) {
        let lifetime = realm.settings[BoundsSettings.self].knownBrowserLifetime
        guard lifetime > 0, let session, !session.isAnonymous else { return }
        let marks = browsers.adding(session.user, in: realm, to: marks)
        response.setCookie(cookie(lifetime: lifetime).carrying(marks))
    }

    private func cookie(lifetime: Int) -> PrivateCookie {
        PrivateCookie(Self.name, lifetime: lifetime, at: address)
    }
}
