package import Foundation
package import ResourceMessages
package import Store

/// The things of one kind that others may name, as the feature that keeps them finds them.
package struct ReferenceTargets: Sendable {
    /// The kind of things.
    package let referent: Shape.Referent
    /// Whether a realm has the thing of a name.
    let isThere: @Sendable (_ name: String, _ realm: UUID, any ReadTransaction) throws -> Bool

    package init(
        _ referent: Shape.Referent, isThere: @escaping @Sendable (_ name: String, _ realm: UUID, any ReadTransaction) throws -> Bool
    ) {
        self.referent = referent
        self.isThere = isThere
    }

    /// Things that are documents, by their names.
    package init(_ referent: Shape.Referent, _ kind: NamedDocuments.Kind) {
        self.init(referent) { try NamedDocuments.isThere($0, kind, realm: $1, in: $2) }
    }
}
