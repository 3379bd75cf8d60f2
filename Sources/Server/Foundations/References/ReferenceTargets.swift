package import Foundation
import Primitives
package import ResourceMessages
package import Store

/// The things of one kind that others may name, as the feature that keeps them finds them.
package struct ReferenceTargets: Sendable {
    /// The kind of things.
    package let referent: Shape.Referent
    /// The answer, for one realm at one moment, to whether a thing of a name is there.
    let finder: @Sendable (_ realm: UUID, any ReadTransaction) throws -> Finder

    /// Whether a thing of a name is there.
    package typealias Finder = (_ name: String) throws -> Bool

    private init(_ referent: Shape.Referent, finder: @escaping @Sendable (UUID, any ReadTransaction) throws -> Finder) {
        self.referent = referent
        self.finder = finder
    }

    /// Things of which a realm may have many: each is looked for by its name.
    package init(
        _ referent: Shape.Referent, isThere: @escaping @Sendable (_ name: String, _ realm: UUID, any ReadTransaction) throws -> Bool
    ) {
        self.init(referent) { realm, transaction in { try isThere($0, realm, transaction) } }
    }

    /// Things of which a realm has few: their names are read together, once for all that name one.
    package init(
        _ referent: Shape.Referent, names: @escaping @Sendable (_ realm: UUID, any ReadTransaction) throws -> some Sequence<String>
    ) {
        self.init(referent) { realm, transaction in
            let names = Set(try names(realm, transaction))
            return { names.contains($0) }
        }
    }

    /// Things of which a realm has few, named by their ids in upper or lower case.
    package init(_ referent: Shape.Referent, ids: @escaping @Sendable (_ realm: UUID, any ReadTransaction) throws -> some Sequence<UUID>) {
        self.init(referent) { realm, transaction in
            let ids = Set(try ids(realm, transaction))
            return { UUID(text: $0).map(ids.contains) ?? false }
        }
    }

    /// Things that are documents, by their names.
    package init(_ referent: Shape.Referent, _ kind: NamedDocuments.Kind) {
        self.init(referent) { try NamedDocuments.isThere($0, kind, realm: $1, in: $2) }
    }
}
