import Foundation
package import Primitives

extension JSONValue {
    /// The value as Foundation's JSON types have it.
    package var plain: any Sendable {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(clamping: value)
        case .number(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.plain)
        case .object(let object): object.dictionary
        }
    }

    /// The JSON form of one of Foundation's values; nil for anything else.
    package init?(plain value: Any) {
        guard JSONSerialization.isValidJSONObject([value]), let data = try? JSONSerialization.data(withJSONObject: [value]),
            let first = (try? JSONValue(body: data))?.array?.first
        else { return nil }
        self = first
    }
}

extension JSONObject {
    /// The object as the documented API hands it out.
    package var untyped: [String: Any] { dictionary }

    /// The object as Foundation's JSON types have it.
    package var dictionary: [String: any Sendable] {
        Dictionary(members.map { ($0.name, $0.value.plain) }) { first, _ in first }
    }
}
