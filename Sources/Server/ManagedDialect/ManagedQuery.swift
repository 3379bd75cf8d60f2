import RealmHTTP
import HTTPBase
import HTTPTypes
import Foundation
import OAuthMessages
import Primitives
import ResourceMessages
import Directory

/// The parameters of a query for managed users.
struct ManagedQuery: Sendable {
    let query: UserQuery
    let fields: ManagedFields
    let countsOnly: Bool
    /// Whether the answer tells how many there are in all.
    let countsAll: Bool

    private static let known: Set<String> = [
        "_queryFilter", "_fields", "_pageSize", "_pagedResultsCookie", "_pagedResultsOffset", "_sortKeys", "_countOnly",
        "_totalPagedResultsPolicy", "_prettyPrint", "realm",
    ]

    /// - Throws: a 400 for a parameter that is missing, unknown, doubled or wrong.
    init(_ form: FormBody) throws {
        if let unknown = form.parameters.first(where: { !Self.known.contains($0.name) }) {
            throw WireError(.badRequest, "the parameter \(unknown.name.prefix(64)) is not supported")
        }
        var query = UserQuery(try QueryFilter(parsing: try form.requiredText("_queryFilter")), limit: try Self.pageSize(form))
        query.order = try Self.order(try form.value("_sortKeys"))
        query.start = try Self.start(form)
        self.query = query
        fields = try ManagedFields(form)
        countsOnly = try form.isTrue("_countOnly")
        let policy = try form.value("_totalPagedResultsPolicy")?.uppercased() ?? "NONE"
        guard ["NONE", "EXACT", "ESTIMATE"].contains(policy) else {
            throw WireError(.badRequest, "_totalPagedResultsPolicy is NONE, ESTIMATE or EXACT")
        }
        countsAll = policy != "NONE"
    }

    /// The number of users on a page: without one, or with 0, as many as one answer may have.
    private static func pageSize(_ form: FormBody) throws -> Int {
        let size = try number("_pageSize", form) ?? 0
        return size == 0 ? UserQuery.mostUsers : min(size, UserQuery.mostUsers)
    }

    /// `sn,-givenName`: ascending, with a minus descending.
    private static func order(_ text: String?) throws -> [UserQuery.SortKey] {
        try (text ?? "").split(separator: ",").map { key in
            let name = key.trimmingSpaces
            let isDescending = name.hasPrefix("-")
            guard let field = FieldPath(isDescending || name.hasPrefix("+") ? name.dropFirst() : name[...]) else {
                throw WireError(.badRequest, "_sortKeys: '\(name.prefix(64))' is no JSON pointer")
            }
            return UserQuery.SortKey(field, isDescending: isDescending)
        }
    }

    private static func start(_ form: FormBody) throws -> UserQuery.Start {
        let (cookie, offset) = (try form.value("_pagedResultsCookie"), try number("_pagedResultsOffset", form))
        guard let cookie, !cookie.isEmpty else { return offset.map { .offset($0) } ?? .beginning }
        guard offset == nil else { throw WireError(.badRequest, "_pagedResultsCookie and _pagedResultsOffset exclude each other") }
        guard let start = UserQuery.Start(cookie: cookie) else { throw WireError(.badRequest, "_pagedResultsCookie is none of ours") }
        return start
    }

    private static func number(_ name: String, _ form: FormBody) throws -> Int? {
        guard let text = try form.value(name) else { return nil }
        guard let number = Int(decimal: text, in: 0...1_000_000_000) else {
            throw WireError(.badRequest, "\(name) is a whole number")
        }
        return number
    }

    /// Returns the place at which the page after this one begins; nil when this one is the last.
    func next(after users: [User]) -> UserQuery.Start? {
        guard users.count == query.limit, let last = users.last else { return nil }
        if case .offset(let count) = query.start { return .offset(count + users.count) }
        return query.order.isEmpty ? .after(last.nameKey) : .offset(users.count)
    }
}
