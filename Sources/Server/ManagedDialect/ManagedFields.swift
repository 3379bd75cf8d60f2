import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import ResourceMessages
import Directory

/// The members of a managed user that an answer has.
struct ManagedFields: Sendable {
    /// nil for all but `_meta`.
    private let wanted: [FieldPath]?

    /// The number of fields that one request may name.
    private static let most = 100

    /// Reads `_fields`: JSON pointers with commas between; `*` is all that is shown without it.
    /// - Throws: a 400 for what is no pointer.
    init(_ query: FormBody) throws {
        guard let text = try query.value("_fields"), !text.isEmpty else {
            wanted = nil
            return
        }
        let names = text.split(separator: ",").map(\.trimmingSpaces)
        guard names.count <= Self.most else { throw WireError(.badRequest, "_fields names more than \(Self.most) fields") }
        var paths: [FieldPath] = []
        for name in names where name != "*" {
            guard let path = FieldPath(name) else { throw WireError(.badRequest, "_fields: '\(name.prefix(64))' is no JSON pointer") }
            paths.append(path)
        }
        wanted = names.contains("*") && paths.isEmpty ? nil : names.contains("*") ? paths + [.everything] : paths
    }

    /// The user as it is shown; `_id` and `_rev` always.
    func json(_ user: User, by schema: ProfileSchema) -> JSONValue {
        let visible = AccountDocument.visible(user, by: schema)
        guard let wanted else { return .object(visible) }
        var whole = visible
        whole["_meta"] = .object(AccountDocument.meta(user))
        var shown: JSONObject = wanted.contains(.everything) ? visible : ["_id": whole["_id"] ?? .null, "_rev": whole["_rev"] ?? .null]
        for path in wanted { if let value = whole[path] { shown[path] = value } }
        return .object(shown)
    }
}

extension FieldPath {
    /// `*`, which names no member.
    fileprivate static let everything = FieldPath("*") ?? .id
}
