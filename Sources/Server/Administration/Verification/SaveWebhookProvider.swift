package import Directory
package import Foundations
import JOSE
package import Primitives
import ResourceMessages
import VerificationPolicies
import Verifications

/// Stores a provider of verifications.
package struct SaveWebhookProvider: ChangingAction {
    package static let declaration = ActionDeclaration(
        "verification.provider.save", .administer,
        "Store a provider of verifications from a file, new or in place of the one of the same id.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("verification-providers/{name}"), SavedObject.form, document: .init("provider", \.object, .file, .required),
            from: { Self(realm: $0, object: [:]) }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The provider as a file has it.
    package var object: JSONObject

    /// The id that the provider has to have; empty for any.
    private var expected = ""
    /// ``expected``, or the id that the provider has.
    fileprivate var name: String {
        get { expected.isEmpty ? object["id"]?.string ?? "" : expected }
        set { expected = newValue }
    }

    package init(realm: RealmPath, object: JSONObject) {
        self.realm = realm
        self.object = object
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SavedObject {
        let providers = site.domain.verifications.rules.providers
        let provider = try WebhookProvider(json: .object(object))
        guard expected.isEmpty || expected == provider.id else {
            throw AdministrationError(.invalid, "the provider's id is \(provider.id)")
        }
        let old = try await providers.provider(provider.id, in: realm)
        if old != provider { try await providers.save(provider, in: realm) }
        return SavedObject(name: provider.id, change: old == nil ? .add : old == provider ? .keep : .replace)
    }
}
