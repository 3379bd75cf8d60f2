package import Foundation
package import Primitives
package import ScriptMessages
import Foundations

/// A realm's script (`docs/protocols/journey-nodes.md` 1.6).
package struct Script: Sendable, Equatable, Identifiable {
    /// The longest text, in bytes.
    package static let longest = 256 << 10

    /// The purpose of a script, by AM's names. Names that we don't know are kept.
    package struct Context: Sendable, Hashable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue == "SCRIPTED_DECISION_NODE" ? Self.decisionName : rawValue }

        private static let decisionName = "AUTHENTICATION_TREE_DECISION_NODE"
        /// The purpose of a script that decides in a journey.
        package static let decision = Context(rawValue: decisionName)
        /// The purpose of a script that others load.
        package static let library = Context(rawValue: "LIBRARY")
        /// Those whose scripts something here runs.
        package static let known: Set<Context> = [
            decision, library, Context(rawValue: "SOCIAL_IDP_PROFILE_TRANSFORMATION"),
            Context(rawValue: "SOCIAL_IDP_PROFILE_TRANSFORMATION_NEXT_GEN"), Context(rawValue: "SOCIAL_PROVIDER_HANDLER_NODE"),
            Context(rawValue: "OIDC_NODE"), Context(rawValue: "CONFIG_PROVIDER_NODE"), Context(rawValue: "CONFIG_PROVIDER_NODE_NEXT_GEN"),
            Context(rawValue: "DEVICE_MATCH_NODE"),
        ]
    }

    /// Whether a setting for a script's id or name stands for none.
    package static func isNone(_ name: String) -> Bool { ScriptSource.isNone(name) }

    /// The id, unique in the realm.
    package let id: UUID
    /// Unique in the realm.
    package var name: String
    package var description: String?
    /// The text of the program, at most ``longest`` bytes.
    package var text: String
    /// The purpose; a journey's decision by default.
    package var context = Context.decision
    /// The generation of the interfaces that the script calls; the newer by default.
    package var generation = ScriptSource.Generation.next

    package init(id: UUID, name: String, text: String) {
        self.id = id
        self.name = name
        self.text = text
    }

    /// The source for the process that runs it.
    package var source: ScriptSource { ScriptSource(name: name, text: text, generation: generation) }

    /// The script as an object with AM's names; its text as it is.
    package var json: JSONObject {
        [
            "_id": .string(id.text), "name": .string(name), "description": description.map(JSONValue.string) ?? .null,
            "script": .string(text), "language": "JAVASCRIPT", "context": .string(context.rawValue),
            "evaluatorVersion": .string(generation.rawValue),
        ]
    }

    /// - Throws: ``DomainError`` `.invalid`.
    func check() throws {
        guard (1...256).contains(name.utf8.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw DomainError(.invalid, "a script's name has 1 to 256 bytes and no control characters")
        }
        guard text.utf8.count <= Self.longest else {
            throw DomainError(.invalid, "the script \(name) has \(text.utf8.count) bytes; at most \(Self.longest) are taken")
        }
    }
}
