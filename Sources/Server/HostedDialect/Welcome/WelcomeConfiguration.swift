package import Foundations
package import Pages

/// The facts that the welcome page is told.
package struct WelcomeConfiguration: Sendable {
    /// The realm whose users the page signs in.
    package var realm: RealmPath
    /// The user whom the page tells every visitor of, on a server for demonstration; nil on all others.
    package var demonstration: WelcomePage.Demonstration?

    package init(realm: RealmPath = .root, demonstration: WelcomePage.Demonstration? = nil) {
        self.realm = realm
        self.demonstration = demonstration
    }
}
