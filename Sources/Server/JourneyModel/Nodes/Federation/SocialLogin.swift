package import JourneyMessages
import Primitives
import ScriptMessages

/// The common actions of both social provider handlers.
package struct SocialLogin: Sendable {
    package static let known = "ACCOUNT_EXISTS"
    package static let unknown = "NO_ACCOUNT"
    package static let interrupted = "SOCIAL_AUTH_INTERRUPTED"
    /// The client that talks to the provider: the browser that shows the journey, or an app with the provider's own library.
    package enum ClientType: String, SettingValue, CaseIterable { case browser = "BROWSER", native = "NATIVE" }

    package var clientType = ClientType.browser
    package var usernameAttribute = "userName"
    var subjectAttribute = "aliasList"
    package var storesTokens = false
    /// The script that makes a user's attributes of a profile; empty for the usual ones.
    package var script = ""

    package var hasScript: Bool { !ScriptSource.isNone(script) }

    package var callbacks: [CallbackType] { [clientType == .browser ? .redirect : .identityProvider] }

    var objections: [SettingObjection] {
        ["aliasList", "iplanet-am-user-alias-list"].contains(subjectAttribute)
            ? [] : [SettingObjection("subjectAttribute", "links to providers are kept in aliasList")]
    }
}
