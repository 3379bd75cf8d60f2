import Primitives
import Services
import Directory

/// An object that a realm keeps by name. The commands `list`, `show` and `delete` are the same for each kind of it.
protocol RealmObject: Sendable {
    static var kind: RealmObjectKind { get }
    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self]
    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self?

    var name: String { get }
    /// A row of the list.
    func summary(in realm: Realm) -> JSONObject
    func show(_ output: OutputOptions)
    /// Returns the question that is asked before it is deleted.
    func question(in realm: Realm) -> String
    func delete(in realm: Realm, _ domain: Domain) async throws
}

/// The name of a kind of objects, and what its commands say of themselves.
struct RealmObjectKind: Sendable {
    /// The command: `template`.
    let command: String
    /// The common name: `e-mail template`.
    let noun: String
    /// The list's columns.
    let columns: [String]
    /// The description of what `show` does.
    let showing: String
    /// Examples of `show`, a line each.
    let examples: [String]
    /// A name for the example of `delete`.
    let example: String
    /// The consequence of a deletion.
    let deleting: String
}

extension RealmObject {
    func question(in realm: Realm) -> String { "Remove the \(Self.kind.noun) \(name) from realm \(realm.path)?" }

    /// The object of a name that was typed.
    static func existing(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self {
        guard let found = try await find(name, in: realm, domain) else {
            throw CommandFailure("there is no \(kind.noun) \(name) in realm \(realm.path); see gatehouse \(kind.command) list")
        }
        return found
    }
}
