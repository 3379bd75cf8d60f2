package import JourneyModel
package import Primitives

/// Something to know about an import: what isn't supported, what is missing, what was changed.
package struct ImportFinding: Sendable, Equatable {
    /// A note: the thing is kept, and nothing is lost. A warning: the journey runs otherwise than where it comes from, or not to its end. An error: the
    /// object that the finding is about isn't imported.
    package typealias Level = JourneyCheck.Level

    package let level: Level
    /// The file, journey, script or other object that it is about.
    package let subject: String
    /// The node, by its id, and its kind, by AM's name.
    package var node: String?
    /// AM's name of the node's kind.
    package var kind: String?
    /// The setting or other member.
    package var member: String?
    /// The finding, as an administrator reads it.
    package let reason: String

    package init(_ level: Level, _ subject: String, node: String? = nil, kind: String? = nil, member: String? = nil, _ reason: String) {
        self.level = level
        self.subject = subject
        self.node = node
        self.kind = kind
        self.member = member
        self.reason = reason
    }

    package var json: JSONObject {
        var object: JSONObject = ["level": .string(level.rawValue), "subject": .string(subject)]
        object["node"] = node.map(JSONValue.string)
        object["kind"] = kind.map(JSONValue.string)
        object["member"] = member.map(JSONValue.string)
        object["reason"] = .string(reason)
        return object
    }
}

extension ImportFinding: CustomStringConvertible {
    package var description: String {
        let place = [node.map { "node \($0)" }, kind.map { "(\($0))" }, member].compactMap(\.self).joined(separator: " ")
        return "\(level.rawValue): \(subject): " + (place.isEmpty ? reason : "\(place): \(reason)")
    }
}
