package import Foundation
import Primitives
package import ResourceMessages
import Foundations

/// A group of a realm's users; each user belongs to one (`docs/protocols/platform.md` 2.1).
package struct Population: Sendable, Equatable, Identifiable {
    /// The population's id, unique in the realm.
    package var id: UUID
    /// The name, unique in the realm.
    package var name: String
    /// The description for administrators; nil for none.
    package var summary: String?
    /// Whether users belong to it for whom nothing else was said. Every realm has one such population, from the beginning.
    package var isDefault = false
    /// The number of users that belong to it, where that was asked for.
    package var userCount: Int?
    /// The time when it was made; nil for one that isn't stored yet.
    package var created: Date?
    /// The time of the last change; nil for one that isn't stored yet.
    package var updated: Date?

    package init(id: UUID, name: String, summary: String? = nil) {
        self.id = id
        self.name = name
        self.summary = summary
    }

    /// The default population's id.
    package static func standardID(of realm: UUID) -> UUID { .derived(from: realm, "population") }

    static func standard(of realm: UUID) -> Population {
        var population = Population(id: standardID(of: realm), name: "Default")
        population.isDefault = true
        return population
    }
}

extension Population: Shaped {
    package static let shapeName = "Population"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .text(1...256), .required),
        Member("description", optional: \.summary, .text(0...1024)),
        Member("default", \.isDefault, .flag),
        Member(told: "userCount", .integer(0...Int.max)) { $0.userCount },
        Member("created", optional: \.created, .time, .readOnly).formerly("createdAt"),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    package init() { self.init(id: .zero, name: "") }
}
