package import Primitives
package import Directory
import Translations

/// One message to a user: what it is about, and how the client that had it sent wants it.
package struct NotificationOccasion: Sendable {
    let template: NotificationTemplate
    package let user: User
    package let realm: Realm
    package let choice: NotificationChoice
    /// The name of the application that is signed in to.
    let application: String?
    let code: Secret?
    /// The device that was added.
    let device: DeviceKind?
    /// The link that an app takes the code from.
    let link: Secret?

    package init(
        _ template: NotificationTemplate, _ user: User, in realm: Realm, _ choice: NotificationChoice = NotificationChoice(),
        application: String? = nil, code: Secret? = nil, device: DeviceKind? = nil, link: Secret? = nil
    ) {
        self.template = choice.template ?? template
        self.user = user
        self.realm = realm
        self.choice = choice
        self.application = application
        self.code = code
        self.device = device
        self.link = link
    }

    /// The language that is wanted; nil when none is said.
    var locale: NotificationLocale? { tag.flatMap { NotificationLocale($0) } }

    /// The same as a language of the server's own texts; nil when they aren't written in it.
    var language: Language? { tag.flatMap { Language(matching: $0) } }

    private var tag: String? {
        (choice.locale ?? user.attribute("preferredLanguage")).map { String($0.prefix { !",;".contains($0) }.filter { $0 != " " }) }
    }

    var variables: NotificationVariables { NotificationVariables(self) }
}
