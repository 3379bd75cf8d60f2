import Directory
import JourneyEngine
import JourneyModel
import OneTimePassword
import Primitives
import ResourceMessages

extension AccountCard {
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

extension AccountCard.AccountName {
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
