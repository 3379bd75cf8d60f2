package import JourneyMessages
import Primitives
import ResourceMessages

/// Asks with whose account to sign in, or whether with one of this server's own.
package struct SelectProvider: NodeDeclaration {
    package static let type = NodeType(
        "SelectIdPNode", alias: "selectProvider", title: "Select Identity Provider", "Asks with whose account to sign in.",
        interaction: .sometimes, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("includeLocalAuthentication", \.offersLocal, "Whether to offer signing in with an account of this server."),
        NodeSetting<Self>("offerOnlyExisting", \.offersOnlyExisting, "Whether to offer only what the user has an account at already."),
        NodeSetting<Self>(
            "passwordAttribute", \.passwordAttribute,
            "The attribute without which a user can't sign in here: password, the only one there is."),
        NodeSetting<Self>.identity(\.identityAttribute),
        NodeSetting<Self>("filteredProviders", \.names, "The providers to offer; all of the realm unless set.").naming(.provider),
    ]
    package static let state = StateUse(reads: ["selectedIdp"], writes: ["selectedIdp"])

    package var offersLocal = true
    package var offersOnlyExisting = false
    package var passwordAttribute = "password"
    package var identityAttribute = "mail"
    package var names: [String] = []

    package init() {}

    package var objections: [SettingObjection] { SecretName.objections(passwordAttribute) }
    package var outcomes: [String] { offersLocal ? ["socialAuthentication", "localAuthentication"] : ["socialAuthentication"] }
    package var callbacks: [CallbackType] { [.selectProvider] }
}
