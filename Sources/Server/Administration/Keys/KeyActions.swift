package import Directory
import Foundation
package import Foundations
package import Primitives
import ResourceMessages

/// Lists a realm's keys. A realm that has none yet, since no request has asked for them, gets its first.
package struct ListKeys: ReadingAction {
    package static let declaration = ActionDeclaration("key.list", .readConfiguration, "List a realm's keys, newest first.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("keys", by: "id", filter: ["purpose"], bound: "a key is removed once it verifies nothing"),
            .rows(.object(RealmKey.shape)), from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [JSONObject] {
        try await site.domain.directory.keys.keys(of: realm.id).all.map(\.summary)
    }
}

/// Makes the next signing key.
package struct RotateKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "key.rotate", .administer, "Make the next signing key. It is published at once and signs an hour later.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("keys"), .wrapped("MadeKey", "id", .name), from: { Self(realm: $0, purpose: "") },
            .init("purpose", \.purpose, .name, .required))
    }
    /// The purposes that a key may have.
    package static let purposes = RealmKey.Purpose.allCases.map(\.rawValue)

    package var realm: RealmPath
    /// The purpose of the key, one of ``purposes``.
    package var purpose: String

    package init(realm: RealmPath, purpose: String) {
        self.realm = realm
        self.purpose = purpose
    }

    /// The id of the new key.
    package func perform(in realm: Realm, at site: Site) async throws -> String {
        guard let purpose = RealmKey.Purpose(exactly: purpose) else {
            throw AdministrationError(.invalid, "there are keys for \(Self.purposes.joined(separator: ", "))")
        }
        return try await site.domain.directory.keys.rotate(purpose, in: realm)
    }
}

/// Withdraws a key at once.
package struct WithdrawKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "key.withdraw", .administer, "Withdraw a key at once, as after a leak; what it signed is refused from now on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.delete("keys/{id}", .hard), .nothing, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The key's id, its `kid`.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws { try await site.domain.directory.keys.withdraw(id, in: realm) }
}

extension RealmKey {
    static var shape: ObjectShape {
        let time: Shape = .text(.init(format: "date-time"))
        let members: [(String, Shape)] = [
            ("id", .text), ("purpose", .choice(RotateKey.purposes)), ("created", time), ("signsFrom", time),
            ("verifiesUntil", .nullable(time)),
        ]
        return ObjectShape(name: "Key", members: members.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
    }

    fileprivate var summary: JSONObject {
        [
            "id": .string(id), "purpose": .string(purpose.rawValue), "created": .string(created.formatted(.iso8601)),
            "signsFrom": .string(signsFrom.formatted(.iso8601)),
            "verifiesUntil": verifiesUntil.map { .string($0.formatted(.iso8601)) } ?? .null,
        ]
    }
}
