import OAuthMessages
package import Foundations

/// The paths of the hosted pages.
package enum HostedPath {
    /// The page that a visitor of the server's address sees.
    package static let welcome = "/"
    /// The beginning of a central login by the welcome page.
    package static let signIn = "/welcome/sign-in"
    /// The redirect URI of the welcome page's login.
    package static let callback = "/welcome/callback"
    /// The end of the welcome page's login.
    package static let signOut = "/welcome/sign-out"
    /// The page that confirms a logout.
    package static let signedOut = "/signed-out"

    /// The beginning of the paths at which the reader of a page chooses a language, by its tag.
    package static let language = "/language/"

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

    /// A file of a realm's look.
    package static func look(of realm: RealmPath, _ name: String) -> String { realm.plainPath + "/look/" + name }

    /// A query with its question mark.
    package static func query(_ parameters: [(String, String)]) -> String { "?" + FormBody(parameters).encoded }
}
