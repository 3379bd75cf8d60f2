package import Directory
import Foundation
package import Foundations
package import Primitives
import ResourceMessages
import VerificationMessages
import VerificationPolicies
import Verifications

/// Stores a verify policy.
package struct SaveVerifyPolicy: ChangingAction {
    package static let declaration = ActionDeclaration(
        "verification.policy.save", .changeConfiguration,
        "Store a verify policy from a file, new or in place of the one of the same name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("verify-policies/{name}"), SavedObject.form, document: .init("policy", \.object, .file, .required),
            from: { Self(realm: $0, object: [:]) }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The policy as a file has it.
    package var object: JSONObject

    /// The name that the policy has to have; empty for any.
    private var expected = ""
    /// ``expected``, or the name that the policy has.
    fileprivate var name: String {
        get { expected.isEmpty ? object["name"]?.string ?? "" : expected }
        set { expected = newValue }
    }

    package init(realm: RealmPath, object: JSONObject) {
        self.realm = realm
        self.object = object
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SavedObject {
        let policies = site.domain.verifications.rules.policies
        var policy = try VerifyPolicy(json: .object(object))
        guard expected.isEmpty || expected == policy.name else {
            throw AdministrationError(.invalid, "the policy's name is \(policy.name)")
        }
        guard let old = try await policies.all(in: realm).first(where: { $0.name == policy.name }) else {
            return SavedObject(name: try await policies.create(policy, in: realm).name, change: .add)
        }
        (policy.id, policy.updated) = (old.id, old.updated)
        guard policy != old else { return SavedObject(name: old.name, change: .keep) }
        return SavedObject(name: try await policies.replace(policy, in: realm).name, change: .replace)
    }
}
