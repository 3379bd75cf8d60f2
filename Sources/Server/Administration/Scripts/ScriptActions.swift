package import Directory
package import Foundation
package import Foundations
import JourneyNodes
package import Primitives
import ResourceMessages
package import ScriptMessages
import SignIn

/// Stores a script. A member that isn't given stays as it was.
package struct SaveScript: ChangingAction {
    package static let declaration = ActionDeclaration(
        "script.save", .administer, "Store a script from a file, new or in place of the one of the same name.")

    package let realm: RealmPath
    package let name: String
    package let text: String
    /// The name of the file that it came from, for what the compiler says.
    package var file: String
    package var generation: ScriptSource.Generation?
    /// `decision`, `library`, or one of AM's names.
    package var context: String?
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
    package struct Saved: Sendable {
        package let name: String
        package let id: UUID
        package let change: ObjectChange
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

    /// The script to run.
    package enum Source: Sendable {
        /// A stored script, by its name or its id.
        case stored(String)
        case text(String, name: String, ScriptSource.Generation)
    }

    package let realm: RealmPath
    package let source: Source
    /// The values that the script sees.
    package let bindings: JSONObject

    package init(realm: RealmPath, source: Source, bindings: JSONObject) {
        self.realm = realm
        self.source = source
        self.bindings = bindings
    }

    /// The result of a run.
    package struct Outcome: Sendable {
        package let decision: JSONValue
        package let log: [ScriptLogLine]
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        let script = try await script(in: realm, at: site)
        return try await ScriptPrograms.with(site.means.scripts) { pool in
            do {
                let outcome = try await ScriptTrial(realm: realm, domain: site.domain.journeys, pool: pool).run(script, bindings: bindings)
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
