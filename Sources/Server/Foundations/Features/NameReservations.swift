package import Foundation
package import Store

/// The readings that features have of users' names: a name that one of them reads as something else is no new user's.
package struct NameReservations: Sendable {
    private let readings: [@Sendable (Feature.ReadName) throws -> String?]

    /// The readings that these features declare (``Feature/reads``).
    package init(_ features: [Feature]) { readings = features.compactMap(\.reads) }

    /// The other reading of a folded name; nil for one that is only a name.
    package func reading(of folded: String, realm: UUID, in transaction: any ReadTransaction) throws -> String? {
        let name = Feature.ReadName(folded: folded, realm: realm, transaction: transaction)
        for reading in readings {
            if let found = try reading(name) { return found }
        }
        return nil
    }
}
