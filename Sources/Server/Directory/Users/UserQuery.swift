import Primitives
package import ResourceMessages
import Foundations

/// A query for users of a realm, and for a part of them.
package struct UserQuery: Sendable {
    package var filter: QueryFilter
    /// The keys by which they are ordered; by user name when empty, and where these are equal.
    package var order: [SortKey] = []
    /// The number of users at most.
    package var limit: Int
    /// The place where the part begins.
    package var start = Start.beginning

    /// An attribute to order users by.
    package struct SortKey: Sendable, Equatable {
        package let field: FieldPath
        /// Whether the greatest comes first.
        package let isDescending: Bool

        package init(_ field: FieldPath, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// The place of a query's result at which an answer begins.
    package enum Start: Sendable, Equatable {
        case beginning
        /// The place after a user name: exact whatever is added and removed meanwhile, but only in the order of names.
        case after(String)
        /// The place after this number of users.
        case offset(Int)
    }

    /// The most users of one answer.
    package static let mostUsers = 1000
    static let mostKeys = 4
    /// The fields that can be searched besides the schema's attributes.
    private static let kept: Set<FieldPath> = [.id, .population, .mfaEnabled]

    package init(_ filter: QueryFilter, limit: Int = 100) {
        self.filter = filter
        self.limit = limit
    }

    /// Refuses what the schema doesn't make searchable, or too much at once.
    func check(_ schema: ProfileSchema) throws(DomainError) {
        guard (1...Self.mostUsers).contains(limit) else { throw DomainError(.invalid, "a page has 1 to \(Self.mostUsers) users") }
        guard order.count <= Self.mostKeys else { throw DomainError(.invalid, "users are sorted by at most \(Self.mostKeys) attributes") }
        let fields = filter.fields.union(order.map(\.field))
        for field in fields.sorted(by: { $0.description < $1.description }) where !Self.kept.contains(field) {
            guard schema[field]?.isSearchable == true else { throw DomainError(.invalid, "\(field) is no attribute that can be searched") }
        }
        if case .after = start, !order.isEmpty { throw DomainError(.invalid, "a page after a user name has the order of user names") }
    }
}
