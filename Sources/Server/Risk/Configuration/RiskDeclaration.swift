package import Foundation
import Foundations
package import Primitives
import Store

/// A predictor or a policy set, as an administrator wrote it. Its members are those of the platform's API
/// (`docs/protocols/platform.md` 9.2); `RiskScoring` declares and reads them.
package struct RiskDeclaration: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package let id: UUID
    /// The members, without those that the server tells itself: `id`, `createdAt`, `updatedAt`.
    package let members: JSONObject
    /// True for one that comes with every realm, when nothing was changed of it.
    package let isBuiltIn: Bool
    /// The time of its making; nil for one that came with the realm.
    package let created: Date?
    /// The time of its last change; nil for one that came with the realm.
    package let updated: Date?

    init(id: UUID, members: JSONObject, isBuiltIn: Bool = false, created: Date? = nil, updated: Date? = nil) {
        self.id = id
        self.members = Self.withoutNulls(members)
        self.isBuiltIn = isBuiltIn
        self.created = created
        self.updated = updated
    }

    /// Members that are there: null is the same as absent to a form, and answers say it by absence (`docs/protocols/platform.md` 9.2).
    private static func withoutNulls(_ object: JSONObject) -> JSONObject {
        object.members.reduce(into: JSONObject()) { members, member in
            if member.value != .null { members[member.name] = withoutNulls(member.value) }
        }
    }

    private static func withoutNulls(_ value: JSONValue) -> JSONValue {
        if let object = value.object { return .object(withoutNulls(object)) }
        return value.array.map { .array($0.map(withoutNulls)) } ?? value
    }

    /// A text member; empty when it isn't there.
    package func text(_ name: String) -> String { members[name]?.string ?? "" }
    /// A member that is true or false; false when it isn't there.
    package func flag(_ name: String) -> Bool { members[name]?.bool ?? false }
}

extension RiskDeclaration {
    /// The form in which it is kept.
    var stored: JSONValue {
        [
            "members": .object(members), "created": .integer(Self.milliseconds(created)), "updated": .integer(Self.milliseconds(updated)),
        ]
    }

    init(_ document: NamedDocument, isBuiltIn: Bool = false) {
        let json = document.definition
        self.init(
            id: UUID(text: document.name) ?? .zero, members: json["members"]?.object ?? JSONObject(), isBuiltIn: isBuiltIn,
            created: Self.time(json["created"]), updated: Self.time(json["updated"]))
    }

    private static func milliseconds(_ date: Date?) -> Int64 { date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0 }

    private static func time(_ json: JSONValue?) -> Date? {
        json?.integer.flatMap { $0 == 0 ? nil : Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}
