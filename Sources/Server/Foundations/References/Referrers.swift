package import Foundation
package import Primitives
package import ResourceMessages
package import Store

/// The things of one kind that name others, as the feature that keeps them declares it: from this follow the checks when one is saved, and
/// when what it names is removed (``References``).
package struct Referrers: Sendable {
    /// The noun for people, unique among the kinds.
    package let noun: String
    /// The shape of what they hold, in which names are marked.
    package let shape: @Sendable (SettingsSections) -> Shape
    let all: @Sendable (Search) throws -> [Referrer]

    /// - Parameter all: all of them that a realm has.
    package init(
        _ noun: String, shape: @escaping @Sendable (SettingsSections) -> Shape, all: @escaping @Sendable (Search) throws -> [Referrer]
    ) {
        self.noun = noun
        self.shape = shape
        self.all = all
    }

    /// Things whose shape is the same in every installation.
    package init(_ noun: String, _ shape: Shape, all: @escaping @Sendable (Search) throws -> [Referrer]) {
        self.init(noun, shape: { _ in shape }, all: all)
    }

    /// The place to look for them.
    package struct Search {
        /// The id of the realm.
        package let realm: UUID
        /// The settings that realms have.
        package let settings: SettingsSections
        package let transaction: any ReadTransaction
    }
}

/// A thing that names others.
package struct Referrer: Sendable {
    /// The id, unique among those of its kind in the realm.
    let id: String
    /// The words for it in messages: `the client app`.
    let words: String
    /// The value of the shape of its kind.
    let value: JSONValue

    package init(id: String, words: String, _ value: JSONValue) {
        self.id = id
        self.words = words
        self.value = value
    }
}
