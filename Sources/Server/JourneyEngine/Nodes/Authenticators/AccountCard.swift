import OneTimePassword
import Primitives
import ResourceMessages
import Directory

/// The appearance of an account in the authenticator app, and what a user gets with it: the settings of all registrations
/// (`docs/protocols/journey-nodes.md` 2.7).
struct AccountCard: Sendable {
    var issuer = "ForgeRock"
    var accountName = AccountName.username
    var color = "032b75"
    var image = ""
    var makesRecoveryCodes = true
    var message: LocalizedText =
        "Scan the QR code image below with the ForgeRock Authenticator app to register your device with your login."

    /// The name by which the account is called.
    enum AccountName: String, SettingValue, CaseIterable {
        case username = "USERNAME"
        case commonName = "COMMON_NAME"
        case emailAddress = "EMAIL_ADDRESS"
        case employeeNumber = "EMPLOYEE_NUMBER"
        case givenName = "GIVEN_NAME"
        case lastName = "LAST_NAME"

        /// The attribute by its directory's name; nil for the user name.
        fileprivate var attribute: String? {
            switch self {
            case .username: nil
            case .commonName: "cn"
            case .emailAddress: "mail"
            case .employeeNumber: "employeeNumber"
            case .givenName: "givenName"
            case .lastName: "sn"
            }
        }
    }

    /// The account, without what it registers.
    func uri(of user: User, _ turn: Turn) async throws -> AuthenticatorURI {
        var uri = AuthenticatorURI(issuer: issuer, account: try await name(of: user, turn))
        uri.backgroundColor = color.isEmpty ? nil : color
        uri.image = image.isEmpty ? nil : image
        uri.userID = user.username
        return uri
    }

    /// The user name where the user has no such attribute.
    private func name(of user: User, _ turn: Turn) async throws -> String {
        guard let attribute = accountName.attribute else { return user.username }
        let schema = try await turn.accounts.schema(of: turn.realm)
        let path = schema.attributes.first { $0.directoryName == attribute || $0.name == attribute }?.path
        return path.flatMap { user.attributes[$0]?.string } ?? user.username
    }
}

/// A node that registers an account in an authenticator app.
protocol RegistersAccount: JourneyNode {
    var card: AccountCard { get set }
}

extension RegistersAccount {
    static var cardSettings: [NodeSetting<Self>] {
        [
            NodeSetting("issuer", \.card.issuer, "Who issues the account, as the app shows it."),
            NodeSetting("accountName", \.card.accountName, "What the account is called by in the app."),
            NodeSetting("bgColor", \.card.color, "The colour of its card in the app: six hexadecimal digits."),
            NodeSetting("imgUrl", \.card.image, "The address of a logo."),
            NodeSetting("generateRecoveryCodes", \.card.makesRecoveryCodes, "Whether the user gets recovery codes."),
            NodeSetting("scanQRCodeMessage", \.card.message, "What to show above the code."),
        ]
    }
}
