import Directory
import JourneyEngine
import JourneyModel
import Messaging
import Primitives
import ResourceMessages

extension Turn {
    /// The user whom the run is about: who has proved to be it, else whom the state names.
    ///
    /// Nodes use this that write to the account's own address, and don't tell whether there is one.
    func addressee(by attribute: AttributeName) async throws -> User? {
        if let user = try await provenUser() { return user }
        return try await claimedUser(by: attribute)
    }

    /// The address of an account that a message goes to, by the attribute that a node names.
    ///
    /// The profile's `mail` may be any that the user has typed. A message that gives the account back, or is a factor, goes to the address
    /// that is known to be the owner's; to a new one only for a user who has just proved who they are, so that they can prove it.
    func address(of user: User, in attribute: AttributeName, provingNew: Bool = false) async throws -> String? {
        let profile = try await attributes(of: user).text(at: attribute)
        guard attribute == "mail" else { return profile }
        return provingNew && state.user == user.id && isFresh ? profile : user.recoveryMail
    }

    /// Takes down that a message was read that had gone to an address: of the account, if it has it, and for one that is still to be made.
    mutating func proveMail(_ address: String?) async throws {
        guard let address else { return }
        state.provenMail = address
        guard let user = state.user else { return }
        try await domain.directory.accounts.proveMail(address, of: user, in: realm)
    }

    /// Returns how an address that was gathered in this run is known to be the user's.
    func standing(of mail: JSONValue?) -> RecoveryAddress.Standing {
        state.provenMail.map { RecoveryAddress($0, .proven).isSame(as: mail?.string ?? mail?.array?.first?.string) } ?? false
            ? .proven : .claimed
    }

    /// A template that may be sent.
    func emailTemplate(_ name: String) async throws -> EmailTemplate {
        guard let template = try await domain.messaging.templates.template(name, in: realm.id), template.isEnabled else {
            throw JourneyRunError.fault("the realm has no e-mail template \(name), or it is switched off")
        }
        return template
    }

    /// A user's attributes as templates see them.
    func attributes(of user: User) async throws -> JSONObject {
        AccountDocument.profile(user, by: try await domain.directory.accounts.schema(of: realm))
    }

    /// The languages of a message to a user, best first.
    func languages(for attributes: JSONObject) -> [String] {
        [attributes["preferredLanguage"]?.string].compactMap(\.self) + client.languages
    }
}

extension JSONObject {
    /// An attribute's text, also of a list: its first.
    func text(at path: FieldPath) -> String? { self[path]?.string ?? self[path]?.array?.first?.string }

    /// The text of an attribute by its name in a setting.
    func text(at name: AttributeName) -> String? { FieldPath(name.description).flatMap { text(at: $0) } }
}
