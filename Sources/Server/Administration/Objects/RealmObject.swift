package import Directory
package import Primitives
package import ResourceMessages

/// An object that a realm keeps by name: listing, showing and deleting it are the same for each kind.
package protocol RealmObject: Sendable {
    /// The words and rules of the kind.
    static var kind: RealmObjectKind { get }
    /// All objects of a realm.
    static func all(in realm: Realm, of domain: AdministrationServices) async throws -> [Self]
    /// The object of a name; nil when there is none.
    static func find(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self?

    /// The object as administrators see it.
    func report(in realm: Realm) -> RealmObjectReport
    /// Removes the object from its realm, as the module that keeps it does.
    func delete(in realm: Realm, of domain: AdministrationServices) async throws
}

/// The name of a kind of objects, and what its actions say of themselves.
package struct RealmObjectKind: Sendable {
    /// The words of its actions, with dots between: `template`, `verification.policy`.
    package let name: String
    /// The path of its list in the API.
    package let path: String
    /// The words of its commands: `template`, `verification policy`.
    package var command: String { name.replacing(".", with: " ") }
    /// The shape of a row.
    package var row: Shape { .map(.any, count: nil) }
    /// The common name: `e-mail template`.
    package let noun: String
    /// The name of several: `verify policies`.
    var nouns: String { noun.last == "y" ? noun.dropLast() + "ies" : noun + "s" }
    /// The columns of a list.
    package let columns: [String]
    /// The permission that changes them.
    let changing: Privileges.Permissions
    /// The purpose of showing one.
    let showing: String
    /// The consequence of a deletion.
    let deleting: String
}

/// An object, as administrators see it.
package struct RealmObjectReport: Sendable {
    /// The name, unique in the realm among objects of the kind.
    package let name: String
    /// A row of the list.
    package let row: JSONObject
    /// The whole object, as a file of it has it.
    package let json: JSONObject
    /// The object's text, of one that mainly is one, such as a script.
    package var text: String?
}

extension RealmObject {
    /// The object of a name that was typed.
    /// - Throws: `unknown`.
    static func existing(_ name: String, in realm: Realm, of domain: AdministrationServices) async throws -> Self {
        guard let found = try await find(name, in: realm, of: domain) else {
            throw AdministrationError(
                .unknown, "there is no \(kind.noun) \(name) in realm \(realm.path); see gatehouse \(kind.command) list")
        }
        return found
    }
}
