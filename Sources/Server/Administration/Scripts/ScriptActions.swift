package import Directory
package import Foundation
package import Foundations
import JourneyNodes
package import Primitives
package import ResourceMessages
package import ScriptMessages
import SignIn

/// Stores a script. A member that isn't given stays as it was.
package struct SaveScript: ChangingAction {
    package static let declaration = ActionDeclaration(
        "script.save", .administer, "Store a script from a file, new or in place of the one of the same name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("scripts/{name}"), Saved.form, from: { Self(realm: $0, name: "", text: "") }, .init("name", \.name, .name, .required),
            .init("text", \.text, .words, .required), .init("generation", optional: \.generation, .choice),
            .init("context", optional: \.context, .name), .init("description", optional: \.about, .text(0...4096)),
            .init("_id", optional: \.id, .id), .init("file", \.file, .name))
    }

    package var realm: RealmPath
    /// The script's name, unique in the realm.
    package var name: String
    /// The text of the program.
    package var text: String
    /// The name of the file that it came from, for what the compiler says.
    package var file: String
    /// The generation of the interfaces that the script calls; nil for the stored one, or the newer.
    package var generation: ScriptSource.Generation?
    /// `decision`, `library`, or one of AM's names.
    package var context: String?
    /// The description for administrators; nil for the stored one, or none.
    package var about: String?
    /// The id of a new script; made up unless given.
    package var id: UUID?

    package init(realm: RealmPath, name: String, text: String, file: String = "script") {
        self.realm = realm
        self.name = name
        self.text = text
        self.file = file
    }

    /// A script that was stored.
    package struct Saved: Reported {
        /// The script's name, unique in the realm.
        package let name: String
        /// The script's id, unique in the realm.
        package let id: UUID
        package let change: ObjectChange

        package static let reportName = "SavedScript"

        package static var members: [Member<Self>] {
            [
                Member(told: "name", .words, \.name),
                Member(told: "_id", .id, \.id),
                Member(told: "change", .choice, \.change),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Saved {
        let old = try await site.domain.signIn.scripts.script(name, in: realm.id)
        var script = old ?? Script(id: id ?? site.domain.platform.random.uuid(), name: name, text: "")
        script.text = text
        script.generation = generation ?? script.generation
        script.context = context.map(Self.context) ?? script.context
        script.description = about ?? script.description
        let source = script.source
        let problem = try await ScriptPrograms.with(site.means.scripts) { try await ScriptPrograms.problem(source, $0) }
        if let problem { throw AdministrationError(.invalid, problem.text(in: file)) }
        try await site.domain.signIn.scripts.save(script, in: realm.id)
        return Saved(name: script.name, id: script.id, change: old == nil ? .add : .replace)
    }

    private static func context(_ name: String) -> Script.Context {
        switch name {
        case "decision": .decision
        case "library": .library
        default: Script.Context(rawValue: name)
        }
    }
}

/// Runs a script and tells what it decides; nothing is changed or sent.
package struct RunScript: ReadingAction {
    package static let declaration = ActionDeclaration(
        "script.run", .administer, "Try a script: run it and show what it decides.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("scripts:run"), Outcome.form, from: { Self(realm: $0, source: .stored(""), bindings: [:]) },
            .init("script", \.script, .text(0...256)), .init("text", optional: \.text, .words), .init("generation", \.generation, .choice),
            .init("file", \.file, .name), .init("bindings", \.bindings, .file))
    }

    /// The script to run.
    package enum Source: Sendable {
        /// A stored script, by its name or its id.
        case stored(String)
        case text(String, name: String, ScriptSource.Generation)
    }

    package var realm: RealmPath
    package var source: Source
    /// The values that the script sees.
    package var bindings: JSONObject

    /// The name or id of a stored script.
    fileprivate var script: String {
        get { if case .stored(let name) = source { name } else { "" } }
        set { source = .stored(newValue) }
    }

    /// The text of a script that isn't stored.
    fileprivate var text: String? {
        get { if case .text(let text, _, _) = source { text } else { nil } }
        set { if let newValue { source = .text(newValue, name: file, generation) } }
    }

    /// The generation of such a script.
    fileprivate var generation: ScriptSource.Generation {
        get { if case .text(_, _, let generation) = source { generation } else { .legacy } }
        set { if let text { source = .text(text, name: file, newValue) } }
    }

    /// The name of the file that such a script came from, for errors.
    fileprivate var file: String {
        get { if case .text(_, let name, _) = source { name } else { "script" } }
        set { if let text { source = .text(text, name: newValue, generation) } }
    }

    package init(realm: RealmPath, source: Source, bindings: JSONObject) {
        self.realm = realm
        self.source = source
        self.bindings = bindings
    }

    /// The result of a run.
    package struct Outcome: Reported {
        /// The decision of the script.
        package let decision: JSONValue
        /// The lines that the script logged, in their order.
        package let log: [ScriptLogLine]

        package static let reportName = "ScriptOutcome"

        package static var members: [Member<Self>] {
            [
                Member(told: "decision", .any, \.decision),
                Member(told: "log", .told(.list(.open)) { .array($0.map(\.json)) }) { $0.log },
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        let script = try await script(in: realm, at: site)
        return try await ScriptPrograms.with(site.means.scripts) { pool in
            do {
                let outcome = try await ScriptTrial(realm: realm, domain: site.domain.journeyServices, pool: pool).run(
                    script, bindings: bindings)
                return Outcome(decision: outcome.decision, log: outcome.log)
            } catch { throw AdministrationError(.invalid, "\(script.name): \(error)") }
        }
    }

    private func script(in realm: Realm, at site: Site) async throws -> Script {
        switch source {
        case .stored(let name): return try await Script.existing(name, in: realm, of: site.domain)
        case .text(let text, let name, let generation):
            var script = Script(id: site.domain.platform.random.uuid(), name: name, text: text)
            script.generation = generation
            return script
        }
    }
}
