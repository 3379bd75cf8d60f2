package import Directory
import Primitives

/// The declaration of an administrative action, where the action stands.
package struct ActionDeclaration: Sendable, Equatable {
    /// A noun and a verb, as the command line has them: `user.lock`.
    package let name: String
    /// The permission that the caller needs in the realm, or in the whole server.
    package let permission: Privileges.Permissions
    /// A sentence that says what it is for.
    package let purpose: String

    init(_ name: String, _ permission: Privileges.Permissions, _ purpose: String) {
        self.name = name
        self.permission = permission
        self.purpose = purpose
    }
}
