import JourneyModel
package import Primitives
package import ResourceMessages

/// The attributes that nodes have gathered about a user, for an account that is to be made or changed: AM's `objectAttributes`, which AM
/// has in the shared state and in the transient one.
extension JourneyState {
    /// The attributes that are not secret.
    package var attributes: JSONObject {
        get { shared[SecretName.attributes]?.object ?? JSONObject() }
        set { shared[SecretName.attributes] = newValue.isEmpty ? nil : .object(newValue) }
    }

    /// The secret attributes: the password, the answers to security questions, attributes that the schema calls sensitive.
    package var secretAttributes: JSONObject {
        get { secrets[SecretName.attributes].flatMap { TransientValue.json($0).object } ?? JSONObject() }
        set { secrets[SecretName.attributes] = newValue.isEmpty ? nil : TransientValue.secret(.object(newValue)) }
    }

    /// Keeps an attribute's value until an account is made or changed; nil forgets it.
    package mutating func gather(_ value: JSONValue?, at path: FieldPath, isSecret: Bool) {
        if isSecret { secretAttributes[path] = value } else { attributes[path] = value }
    }
}
