package import JourneyMessages
import Primitives
import ScriptMessages

/// The common actions of both social provider handlers.
package struct SocialLogin: Sendable {
    /// The outcome of an account that is linked to a user.
    package static let known = "ACCOUNT_EXISTS"
    /// The outcome of an account that is linked to none.
    package static let unknown = "NO_ACCOUNT"
    /// The outcome for a user who has turned back.
    package static let interrupted = "SOCIAL_AUTH_INTERRUPTED"
    /// The client that talks to the provider: the browser that shows the journey, or an app with the provider's own library.
    package enum ClientType: String, SettingValue, CaseIterable { case browser = "BROWSER", native = "NATIVE" }

    /// The kind of client: a browser that is sent to the provider, or an app with the provider's own SDK.
    package var clientType = ClientType.browser
    /// The attribute that becomes the user name.
    package var usernameAttribute = "userName"
    var subjectAttribute = "aliasList"
    /// Whether the provider's tokens are kept in the state.
    package var storesTokens = false
    /// The script that makes a user's attributes of a profile; empty for the usual ones.
    package var script = ""

    /// Whether a script makes the attributes.
    package var hasScript: Bool { !ScriptSource.isNone(script) }

    /// The callbacks of the kind of client.
    package var callbacks: [CallbackType] { [clientType == .browser ? .redirect : .identityProvider] }

    var objections: [SettingObjection] {
        ["aliasList", "iplanet-am-user-alias-list"].contains(subjectAttribute)
            ? [] : [SettingObjection("subjectAttribute", "links to providers are kept in aliasList")]
    }
}
