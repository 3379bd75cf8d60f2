package import Directory
package import Foundation
package import Foundations

/// The server's knowledge of the client that it talks to.
package struct ClientContext: Sendable {
    /// The network address; limits guesses.
    package var address: String
    /// The client's `User-Agent`; nil for none.
    package var userAgent: String?
    /// The languages the user reads, best first, as tags such as `de-CH`.
    package var languages: [String]
    /// A value that only this browser has, such as a cookie of the hosted page; nil for clients of the API. A journey that
    /// began with one continues with that one only.
    package var binding: String?
    /// This server's own origin as clients see it, such as `https://login.example.com`; nil where there is none.
    package var origin: String?
    /// The address at which authenticator apps hold a realm's push conversation, as they see it; nil where there is no such place.
    package var pushEndpoint: @Sendable (RealmPath) -> String?
    /// Whether a user of a realm has signed in with this client before, by a mark that the client carries.
    package var isKnown: @Sendable (UUID, Realm) -> Bool
    /// The request as it came, read only when a script asks for it.
    package var request: @Sendable () -> RequestFacts

    package init(
        address: String, userAgent: String? = nil, languages: [String] = [], binding: String? = nil, origin: String? = nil,
        pushEndpoint: @escaping @Sendable (RealmPath) -> String? = { _ in nil },
        isKnown: @escaping @Sendable (UUID, Realm) -> Bool = { _, _ in false },
        request: @escaping @Sendable () -> RequestFacts = { RequestFacts() }
    ) {
        self.address = address
        self.userAgent = userAgent
        self.languages = languages
        self.binding = binding
        self.origin = origin
        self.pushEndpoint = pushEndpoint
        self.isKnown = isKnown
        self.request = request
    }

    /// The asker of what reaches a user of a realm, as far as the client itself shows who it is.
    package func budgetAsker(about user: UUID?, in realm: Realm) -> BudgetAsker {
        guard let user, isKnown(user, realm) else { return .stranger(at: address) }
        return BudgetAsker(.browser(of: user), at: address)
    }
}
