import OAuthMessages
import Foundations

/// The paths of the hosted pages.
enum HostedPath {
    static let welcome = "/"
    static let signIn = "/welcome/sign-in"
    static let callback = "/welcome/callback"
    static let signOut = "/welcome/sign-out"
    static let signedOut = "/signed-out"

    /// A realm's sign-on page.
    static func login(of realm: RealmPath) -> String { PathFamily.plainPath(of: realm) + "/login" }

    /// The path to which the page of a link that was sent leads on.
    static func resume(of realm: RealmPath) -> String { login(of: realm) + "/resume" }

    /// The path at which a sign-on page that waits looks whether it goes on.
    static func wait(of realm: RealmPath) -> String { login(of: realm) + "/wait" }

    /// The path to which an identity provider sends a browser back that a sign-on page sent there.
    static func back(of realm: RealmPath) -> String { login(of: realm) + "/return" }

    /// The path at which a realm's users look after their own account.
    static func account(of realm: RealmPath) -> String { PathFamily.plainPath(of: realm) + "/account" }

    /// A query with its question mark.
    static func query(_ parameters: [(String, String)]) -> String { "?" + FormBody(parameters).encoded }
}
