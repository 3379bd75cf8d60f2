import Foundation
import HTTPBase
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Directory

/// A page of a collection, in the form of HAL.
struct PlatformCollection {
    /// The name of the elements.
    let name: String
    let elements: [JSONObject]
    /// The number of elements on all pages; nil when they weren't counted.
    var count: Int?
    /// The address of the next page; nil when this one is the last.
    var next: String?
    /// The other members that are told.
    var others = JSONObject()

    /// The whole answer.
    func json(_ turn: PlatformTurn) -> JSONObject {
        let url = turn.address.url(turn.path)
        var links: JSONObject = ["self": ["href": .string(url)], "environment": ["href": .string(turn.url())]]
        if let next {
            var query = FormBody(turn.query.parameters.filter { $0.name != "cursor" }.map { ($0.name, $0.value) })
            query.append("cursor", next)
            links["next"] = ["href": .string(url + "?" + query.encoded)]
        }
        var embedded: JSONObject = [name: .array(elements.map(JSONValue.object))]
        for member in others.members { embedded[member.name] = member.value }
        var whole: JSONObject = ["_links": .object(links), "_embedded": .object(embedded)]
        whole["count"] = count.map { .integer(Int64($0)) }
        whole["size"] = .integer(Int64(elements.count))
        return whole
    }

    /// The shape of such an answer.
    static func shape(_ name: String, _ element: Shape, others: [String] = []) -> Shape {
        let counted: Shape = .integer(0...Int(Int32.max))
        let list = ObjectShape(
            name: name.capitalisedInitial + "List",
            members: [.init(name: name, shape: .list(element, count: 0...1000), presence: .required)]
                + others.map { .init(name: $0, shape: .any, presence: .optional) })
        return .object(
            ObjectShape(
                name: name.capitalisedInitial + "Collection",
                members: [
                    .init(name: "_links", shape: .open, presence: .required),
                    .init(name: "_embedded", shape: .object(list), presence: .required),
                    .init(name: "count", shape: counted, presence: .optional), .init(name: "size", shape: counted, presence: .optional),
                ]))
    }
}

/// A list that is held in memory, and the part of it that a query wants.
struct PlatformPage {
    /// The part of a list that a turn's query wants: `filter`, `order`, `limit`, `cursor`.
    static func of(_ name: String, _ elements: [JSONObject], _ turn: PlatformTurn) throws -> PlatformCollection {
        var wanted = elements
        if let text = try turn.query.value("filter") {
            let filter = try QueryFilter(parsing: text).renamed { FieldPath($0.description.replacing(".", with: "/")) ?? $0 }
            wanted = wanted.filter { filter.matches($0) }
        }
        if let key = try turn.query.value("order") { wanted = try sorted(wanted, key) }
        let limit = try turn.limit(default: 100)
        let start = min(try offset(turn), wanted.count)
        let page = Array(wanted[start...].prefix(limit))
        let end = start + page.count
        return PlatformCollection(
            name: name, elements: page, count: wanted.count, next: end < wanted.count ? UserQuery.Start.offset(end).cookie : nil)
    }

    private static func offset(_ turn: PlatformTurn) throws -> Int {
        guard let cursor = try turn.query.value("cursor") else { return 0 }
        guard case .offset(let count) = UserQuery.Start(cookie: cursor) else {
            throw PlatformError.invalidRequest("the cursor is none of ours")
        }
        return count
    }

    private static func sorted(_ elements: [JSONObject], _ key: String) throws -> [JSONObject] {
        let isDescending = key.hasPrefix("-")
        let name = String(isDescending || key.hasPrefix("+") ? key.dropFirst() : key[...])
        guard let path = FieldPath(name.replacing(".", with: "/")) else { throw PlatformError.invalidRequest("order names no attribute") }
        let keyed = elements.map { ($0[path].map(\.text) ?? "", $0) }
        return keyed.sorted { isDescending ? $0.0 > $1.0 : $0.0 < $1.0 }.map(\.1)
    }
}

extension PlatformTurn {
    /// `limit`.
    func limit(default standard: Int) throws -> Int {
        guard let text = try query.value("limit") else { return standard }
        guard let limit = Int(decimal: text, in: 1...UserQuery.mostUsers) else {
            throw ShapeError(.invalid, at: "limit", "it is a number from 1 to \(UserQuery.mostUsers)")
        }
        return limit
    }

    /// Whether `expand` asks for something.
    func expands(_ name: String) throws -> Bool {
        try query.value("expand")?.split(separator: ",").map(\.trimmingSpaces).contains(name) ?? false
    }
}

extension QueryFilter {
    /// The same with other names of fields.
    func renamed(_ name: (FieldPath) throws -> FieldPath) rethrows -> QueryFilter {
        switch self {
        case .literal: self
        case .comparison(let field, let comparison, let operand): .comparison(try name(field), comparison, operand)
        case .present(let field): .present(try name(field))
        case .not(let filter): .not(try filter.renamed(name))
        case .and(let filters): .and(try filters.map { try $0.renamed(name) })
        case .or(let filters): .or(try filters.map { try $0.renamed(name) })
        }
    }
}

extension String {
    fileprivate var capitalisedInitial: String { prefix(1).uppercased() + dropFirst() }
}
