package import Directory
package import Foundations
package import Primitives
package import ResourceMessages
import Sessions
import SignIn

/// Stores an identity provider.
package struct SaveProvider: ChangingAction {
    package static let declaration = ActionDeclaration(
        "provider.save", .administer, "Store an identity provider from a file, new or in place of the one of the same name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("providers/{name}"), SavedObject.form, document: .init("provider", \.document, .file, .required),
            from: { Self(realm: $0, object: [:]) }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The provider as a file has it.
    package var object: JSONObject
    /// Its secret; the one that is stored stays when neither this nor the object has one.
    package var secret: Secret?

    /// The name that the object has to have; empty for any.
    private var expected = ""
    /// ``expected``, or the name that the object has.
    fileprivate var name: String {
        get { expected.isEmpty ? object["name"]?.string ?? "" : expected }
        set { expected = newValue }
    }
    /// ``object`` with ``secret``.
    fileprivate var document: JSONObject {
        get {
            var document = object
            if let secret { document["clientSecret"] = .string(secret.reveal()) }
            return document
        }
        set { object = newValue }
    }

    package init(realm: RealmPath, object: JSONObject, secret: Secret? = nil) {
        self.realm = realm
        self.object = object
        self.secret = secret
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SavedObject {
        var provider = try IdentityProvider(json: object)
        guard expected.isEmpty || expected == provider.name else {
            throw AdministrationError(.invalid, "the provider's name is \(provider.name)")
        }
        let old = try await site.domain.session.providers.provider(provider.name, in: realm.id)
        provider.secret = secret ?? provider.secret ?? old?.secret
        try provider.check()
        if let transform = provider.transform, !Script.isNone(transform),
            try await site.domain.signIn.scripts.script(transform, in: realm.id) == nil
        {
            throw AdministrationError(
                .unknown, "realm \(realm.path) has no script \(transform); store it first, with gatehouse script save")
        }
        try await site.domain.session.providers.save(provider, in: realm.id)
        return SavedObject(name: provider.name, change: old == nil ? .add : old == provider ? .keep : .replace)
    }
}

/// An object that was stored.
package struct SavedObject: Reported {
    /// The name of the object.
    package let name: String
    package let change: ObjectChange

    package static let reportName = "SavedObject"

    package static var members: [Member<Self>] {
        [
            Member(told: "name", .words, \.name),
            Member(told: "change", .choice, \.change),
        ]
    }
}
