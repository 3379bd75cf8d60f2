package import Primitives

/// The things that AM's file says of an object otherwise than we would write it, so that the next export says them again: members that we
/// don't know, other spellings of what we do, and members that we would write and the file has not.
package struct Overlay: Sendable, Equatable {
    private let other: JSONObject
    private let absent: [String]

    /// - Parameter ignored: members that are never kept.
    package init(of file: JSONObject, over ours: JSONObject, ignoring ignored: Set<String> = []) {
        other = JSONObject(file.members.filter { !ignored.contains($0.name) && ours[$0.name] != $0.value }.map { ($0.name, $0.value) })
        absent = ours.names.filter { file[$0] == nil && !ignored.contains($0) }
    }

    /// Reads ``json``.
    package init(json: JSONValue?) {
        other = json?["members"]?.object ?? JSONObject()
        absent = json?["absent"]?.strings ?? []
    }

    /// The form in which it is stored; nil when there is nothing to keep.
    package var json: JSONValue? {
        var object = JSONObject()
        object["members"] = other.isEmpty ? nil : .object(other)
        object["absent"] = absent.isEmpty ? nil : .array(absent.map { .string($0) })
        return object.isEmpty ? nil : .object(object)
    }

    /// A member that the file has otherwise.
    package subscript(name: String) -> JSONValue? { other[name] }

    /// Returns what we write, put as the file put it.
    ///
    /// - Parameters:
    ///   - stillMeans: whether a member of the file says what ours does now; else ours counts, since it was changed.
    ///   - isInitial: whether a member is as it was when the file left it out.
    package func applied(
        to ours: JSONObject, stillMeans: (String, JSONValue) -> Bool, isInitial: (String) -> Bool = { _ in true }
    ) -> JSONObject {
        var result = ours
        for member in other.members where stillMeans(member.name, member.value) { result[member.name] = member.value }
        for name in absent where isInitial(name) { result[name] = nil }
        return result
    }
}
