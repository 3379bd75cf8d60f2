import Services

/// The paths of the hosted pages.
enum HostedPath {
    static let welcome = "/"
    static let signIn = "/welcome/sign-in"
    static let callback = "/welcome/callback"
    static let signOut = "/welcome/sign-out"
    static let signedOut = "/signed-out"

    /// A realm's sign-on page.
    static func login(of realm: RealmPath) -> String { self.realm(realm) + "/login" }

    /// A realm's plain path.
    static func realm(_ realm: RealmPath) -> String {
        realm == .root ? "/realms/root" : realm.names.map { "/realms/" + $0 }.joined()
    }
}
