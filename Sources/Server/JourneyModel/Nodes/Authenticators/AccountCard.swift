import Primitives
import Translations

/// The appearance of an account in the authenticator app, and what a user gets with it: the settings of all registrations
/// (`docs/protocols/journey-nodes.md` 2.7).
package struct AccountCard: Sendable {
    package var issuer = "ForgeRock"
    package var accountName = AccountName.username
    package var color = "032b75"
    package var image = ""
    package var makesRecoveryCodes = true
    package var message = LocalizedText(\.scanToRegister)

    /// The name by which the account is called.
    package enum AccountName: String, SettingValue, CaseIterable {
        case username = "USERNAME"
        case commonName = "COMMON_NAME"
        case emailAddress = "EMAIL_ADDRESS"
        case employeeNumber = "EMPLOYEE_NUMBER"
        case givenName = "GIVEN_NAME"
        case lastName = "LAST_NAME"
    }
}

/// A node that registers an account in an authenticator app.
package protocol RegistersAccount: NodeDeclaration {
    var card: AccountCard { get set }
}

extension RegistersAccount {
    static var cardSettings: [NodeSetting<Self>] {
        [
            NodeSetting("issuer", \.card.issuer, "The issuer of the account, as the app shows it."),
            NodeSetting("accountName", \.card.accountName, "The attribute of the user that names the account in the app."),
            NodeSetting("bgColor", \.card.color, "The colour of its card in the app: six hexadecimal digits."),
            NodeSetting("imgUrl", \.card.image, "The address of a logo."),
            NodeSetting("generateRecoveryCodes", \.card.makesRecoveryCodes, "Whether the user gets recovery codes."),
            NodeSetting("scanQRCodeMessage", \.card.message, "The message to show above the code."),
        ]
    }
}
