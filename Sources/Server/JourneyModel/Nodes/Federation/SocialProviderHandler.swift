package import JourneyMessages
import Primitives
import ResourceMessages

/// The common parts of both social provider handlers.
package protocol SocialHandler: ProvesUser {
    var login: SocialLogin { get set }
}

extension SocialHandler {
    package static var settings: [NodeSetting<Self>] {
        [
            NodeSetting("script", \.login.script, "The script that makes a user's attributes of the profile; the usual ones unless set.")
                .naming(.script),
            NodeSetting("clientType", \.login.clientType, "BROWSER for a redirect, NATIVE for an app that brings a token."),
            NodeSetting("usernameAttribute", \.login.usernameAttribute, "The attribute that becomes the user name."),
            NodeSetting("subjectAttribute", \.login.subjectAttribute, "AM's attribute for the links to providers; here that is aliasList."),
            NodeSetting("storeTokens", \.login.storesTokens, "Whether scripts may read the provider's tokens."),
        ]
    }
    package static var state: StateUse {
        StateUse(reads: ["selectedIdp"], writes: ["username", "objectAttributes", "aliasList", "socialOAuthData", "_id"])
    }
    package var callbacks: [CallbackType] { login.callbacks }
    package var secrets: Set<String> { login.hasScript ? ["*"] : [] }
    package var objections: [SettingObjection] { login.objections }
}

/// Signs the user in at the provider that was chosen (`docs/protocols/journey-nodes.md` 2.6).
///
/// An account that is linked to a user proves who they are. Of any other, what the provider says is gathered, so that a node behind it
/// makes an account of it or links it to one; an e-mail address of a provider's proves nothing here.
package struct SocialProviderHandler: SocialHandler {
    package static let type = NodeType(
        "SocialProviderHandlerNodeV2", alias: "socialProvider", title: "Social Provider Handler",
        "Signs the user in at the provider that was chosen.", interaction: .always, repetition: .atFields)

    package var login = SocialLogin()
    package let outcomes = [SocialLogin.known, SocialLogin.unknown, SocialLogin.interrupted]

    package init() {}
}

/// The same of older journeys, which fails when the user turns back.
package struct OlderSocialProviderHandler: SocialHandler {
    package static let type = NodeType(
        "SocialProviderHandlerNode", alias: "olderSocialProvider", title: "Social Provider Handler (older)",
        "Signs the user in at the provider that was chosen; fails when the user turns back.", interaction: .always, repetition: .atFields)

    package var login = SocialLogin()
    package let outcomes = [SocialLogin.known, SocialLogin.unknown]

    package init() {}
}
