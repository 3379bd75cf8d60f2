package import Directory
package import Foundations
package import Primitives
import SignIn

/// Makes the links by which suspended journeys continue: `…?suspendedId=…&authIndexType=service&authIndexValue=…&realm=…`
/// (`docs/protocols/step-protocol.md` 2.6).
package struct ResumeLinks: Sendable {
    private let signOnPage: @Sendable (RealmPath) -> String

    /// - Parameter signOnPage: the address of a realm's sign-on page, where links lead unless the realm's `resumeURL` says otherwise.
    package init(signOnPage: @escaping @Sendable (RealmPath) -> String) { self.signOnPage = signOnPage }

    /// The link that resumes a suspended run: to the realm's `resumeURL`, or its own sign-on page.
    package func link(_ id: Secret, journey: String, in realm: Realm) -> String {
        let base =
            realm.settings[JourneySettings.self].resumeURL.isEmpty ? signOnPage(realm.path) : realm.settings[JourneySettings.self].resumeURL
        let parameters = [
            ("suspendedId", id.reveal()), ("authIndexType", "service"), ("authIndexValue", journey), ("realm", realm.path.description),
        ]
        let query = parameters.map { "\($0.0)=\(String(percentEncoding: $0.1))" }.joined(separator: "&")
        return base + (base.contains("?") ? "&" : "?") + query
    }
}
