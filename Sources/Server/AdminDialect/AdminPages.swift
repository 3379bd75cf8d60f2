import Administration
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import ResourceMessages

/// Cuts lists into pages: a page continues after the last object of the one before, wherever others came or went meanwhile.
struct AdminPages: Sendable {
    /// The number of objects of a page unless the caller says one, and the most.
    static let (usual, most) = (50, 200)
    /// The seconds for which a cursor counts.
    private static let lifetime: TimeInterval = 86_400
    /// The most objects of a list that is read in parts that are looked at for one page.
    private static let mostRead = 5000

    let sealer: Sealer
    let time: any TimeSource

    /// A page, and the cursor of the next; nil for the last.
    struct Page {
        let items: [JSONValue]
        let next: String?

        /// The header fields: the way to the next page (RFC 8288).
        func headers(_ request: Request) -> HTTPFields {
            var fields = HTTPFields.noStore
            guard let next else { return fields }
            let kept = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }
            fields[.link] = "<\(request.uri.path)?\((kept + ["cursor=\(next)"]).joined(separator: "&"))>; rel=\"next\""
            return fields
        }
    }

    func page(of action: DescribedAction, _ inputs: AdminInputs, _ front: Administration) async throws -> Page {
        guard let list = action.route.list else { throw Problem(.notFound, "it is no list") }
        let context = Self.context(action, inputs)
        let limit = try Self.limit(inputs.page["limit"])
        let filter = try Self.filter(inputs.page["filter"], list)
        let start = try inputs.page["cursor"].map { try open($0, context) }
        let source = Source(action: action, inputs: inputs, front: front, key: list.key)
        var items: [JSONValue] = []
        var part = try await source.first(after: start)
        var (read, last): (Int, Position?) = (0, nil)
        while true {
            for (position, item) in part.items {
                if items.count == limit { return Page(items: items, next: try last.map { try seal($0, context) }) }
                read += 1
                if let object = item.object, filter?.matches(object) ?? true {
                    items.append(item)
                }
                last = position
            }
            guard part.hasMore, let end = last else { return Page(items: items, next: nil) }
            guard read < Self.mostRead else { return Page(items: items, next: try seal(end, context)) }
            part = try await source.first(after: end)
        }
    }

    private static func limit(_ text: String?) throws(ShapeError) -> Int {
        guard let text else { return usual }
        guard let limit = Int(decimal: text), (1...most).contains(limit) else {
            throw ShapeError(.invalid, at: "limit", "it is a whole number from 1 to \(most)")
        }
        return limit
    }

    private static func filter(_ text: String?, _ list: ActionRoute.List) throws -> QueryFilter? {
        guard let text else { return nil }
        let filter = try QueryFilter(parsing: text)
        let allowed = Set(list.filterable.compactMap { FieldPath($0) })
        guard filter.fields.isSubset(of: allowed) else {
            throw ShapeError(.invalid, at: "filter", "it names one of \(list.filterable.joined(separator: ", "))")
        }
        return filter
    }

    // MARK: - Cursors

    /// The place of an object in a list: its key, and its number for when it is gone.
    struct Position {
        let key: String
        let index: Int
    }

    /// The use of a cursor: it counts for the same list with the same inputs and the same filter only.
    private static func context(_ action: DescribedAction, _ inputs: AdminInputs) -> String {
        let values = JSONValue.object(inputs.call.values).text
        return "admin cursor \(action.declaration.name) \(inputs.call.realm) \(values) \(inputs.page["filter"] ?? "")"
    }

    private func seal(_ position: Position, _ context: String) throws -> String {
        let content: JSONValue = [
            "key": .string(position.key), "index": .integer(Int64(position.index)),
            "ends": .integer(Int64(time.now.timeIntervalSince1970 + Self.lifetime)),
        ]
        return Base64URL.encode(try sealer.seal(Secret(content.text), context: context))
    }

    private func open(_ text: String, _ context: String) throws -> Position {
        guard let bytes = Base64URL.decode(text), let opened = try? sealer.open(bytes, context: context),
            let content = try? JSONValue(parsing: opened.reveal()), let key = content["key"]?.string,
            let index = content["index"]?.integer.flatMap({ Int(exactly: $0) }), let ends = content["ends"]?.integer,
            time.now.timeIntervalSince1970 < TimeInterval(ends)
        else { throw ShapeError(.invalid, at: "cursor", "it is none of this list, or too old") }
        return Position(key: key, index: index)
    }
}

/// The objects of a list, from a place on.
private struct Source {
    /// The number of objects that are read at once of a list that is read in parts.
    private static let partSize = 200

    let action: DescribedAction
    let inputs: AdminInputs
    let front: Administration
    let key: String

    struct Part {
        let items: [(AdminPages.Position, JSONValue)]
        let hasMore: Bool
    }

    /// Whether the action itself begins after a key.
    private var isReadInParts: Bool { takes(.after) }

    private func takes(_ input: ListInput) -> Bool { action.input.members.contains { $0.name == input.rawValue } }

    func first(after start: AdminPages.Position?) async throws -> Part {
        var values = inputs.call.values
        if isReadInParts { values[ListInput.limit.rawValue] = .integer(Int64(Self.partSize)) }
        if isReadInParts, let start {
            values[ListInput.after.rawValue] = .string(start.key)
            if takes(.passed) { values[ListInput.passed.rawValue] = .integer(Int64(start.index + 1)) }
        }
        let output = try await action.call(front, ActionCall(realm: inputs.call.realm, values: values), .take)
        let all = output.array ?? []
        let offset = isReadInParts ? start.map { $0.index + 1 } ?? 0 : 0
        let placed = all.enumerated().map { index, item in
            (AdminPages.Position(key: item[key].map { $0.string ?? $0.text } ?? "", index: offset + index), item)
        }
        guard !isReadInParts else { return Part(items: placed, hasMore: all.count == Self.partSize) }
        guard let start else { return Part(items: placed, hasMore: false) }
        let next = placed.firstIndex { $0.0.key == start.key }.map { $0 + 1 } ?? min(start.index, placed.count)
        return Part(items: Array(placed[next...]), hasMore: false)
    }
}

extension HTTPField.Name {
    fileprivate static let link = Self.known("Link")
}
