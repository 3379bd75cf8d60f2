import OAuthMessages
package import Foundations

/// The paths of the hosted pages.
package enum HostedPath {
    package static let welcome = "/"
    package static let signIn = "/welcome/sign-in"
    package static let callback = "/welcome/callback"
    package static let signOut = "/welcome/sign-out"
    package static let signedOut = "/signed-out"

    /// A realm's sign-on page.
    package static func login(of realm: RealmPath) -> String { realm.plainPath + "/login" }

    /// The path to which the page of a link that was sent leads on.
    package static func resume(of realm: RealmPath) -> String { login(of: realm) + "/resume" }

    /// The path at which a sign-on page that waits looks whether it continues.
    package static func wait(of realm: RealmPath) -> String { login(of: realm) + "/wait" }

    /// The path to which an identity provider sends a browser back that a sign-on page sent there.
    package static func back(of realm: RealmPath) -> String { login(of: realm) + "/return" }

    /// The path at which a realm's users look after their own account.
    package static func account(of realm: RealmPath) -> String { realm.plainPath + "/account" }

    /// A query with its question mark.
    package static func query(_ parameters: [(String, String)]) -> String { "?" + FormBody(parameters).encoded }
}
