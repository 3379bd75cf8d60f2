import Directory
import Foundations
import Pages
import Primitives
import Sessions
import Translations

/// A request of a user who is signed in.
struct AccountTurn: Sendable {
    let realm: Realm
    let session: UserSession
    let user: User
    let schema: ProfileSchema
    let language: Language
    let languages: [String]
    /// Whether the session is young enough to change something.
    let isFresh: Bool
    /// The session's, which the forms' tokens are bound to.
    let token: Secret
}
