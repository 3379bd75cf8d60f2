import Primitives
import ResourceMessages
import Services

extension Turn {
    /// The user whom the run is about: who has proved to be it, else whom the state names.
    ///
    /// For nodes that write to the account's own address, and tell nobody whether there is one.
    func addressee(by attribute: String) async throws -> User? {
        if let user = try await provenUser() { return user }
        return try await claimedUser(by: attribute)
    }

    /// A template that may be sent.
    func emailTemplate(_ name: String) async throws -> EmailTemplate {
        guard let template = try await domain.templates.template(name, in: realm.id), template.isEnabled else {
            throw JourneyError.fault("the realm has no e-mail template \(name), or it is switched off")
        }
        return template
    }

    /// A user's attributes as templates see them.
    func attributes(of user: User) async throws -> JSONObject {
        AccountDocument.profile(user, by: try await domain.accounts.schema(of: realm))
    }

    /// The languages to write to somebody in, best first.
    func languages(for attributes: JSONObject) -> [String] {
        [attributes["preferredLanguage"]?.string].compactMap(\.self) + client.languages
    }
}

extension JSONObject {
    /// An attribute's text, also of a list: its first.
    func text(at path: FieldPath) -> String? { self[path]?.string ?? self[path]?.array?.first?.string }

    /// The text of an attribute by its name in a setting.
    func text(at name: String) -> String? { FieldPath(name).flatMap { text(at: $0) } }
}
