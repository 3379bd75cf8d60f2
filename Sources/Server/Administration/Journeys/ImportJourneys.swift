package import AMFormat
package import Directory
import Foundation
package import Foundations
import JourneyModel
package import JourneyTransfer
import Primitives
package import ResourceMessages
import SignIn

/// Stores journeys from files, with their scripts and what else they bring along.
package struct ImportJourneys: ChangingAction {
    package static let declaration = ActionDeclaration(
        "journey.import", .administer, "Store journeys from files, with their scripts and what else they bring along.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("journeys:import").long, Outcome.form, from: { Self(realm: $0, files: []) },
            .init("files", \.files, .list(ImportFile.form, count: 1...1000), .required), .init("replace", \.replaces, .flag),
            .init("newIDs", \.makesNewIDs, .flag), .init("scripts", \.scripts, .list(ScriptFile.form, count: 0...1000)))
    }

    package var realm: RealmPath
    /// The files to read.
    package var files: [ImportFile]
    /// Whether what is there may be replaced; else nothing is stored when something would be.
    package var replaces = false
    /// Whether every node gets a new id.
    package var makesNewIDs = false
    /// The scripts that stand in files of their own beside those.
    package var scripts: [ScriptFile]

    package init(realm: RealmPath, files: [ImportFile], scripts: [ScriptFile] = []) {
        self.realm = realm
        self.files = files
        self.scripts = scripts
    }

    /// The plan that was carried out, or held back.
    package struct Outcome: Reported {
        package let plan: ImportPlan
        /// Whether nothing was stored, because something would have been replaced.
        package let isHeldBack: Bool

        package static let reportName = "ImportedJourneys"

        package static var members: [Member<Self>] {
            [
                Member(told: "done", .flag) { !$0.isHeldBack },
                Member(told: "changes", .told(.list(ImportPlan.Change.shape)) { .array($0.map(\.json)) }, \.plan.changes),
                Member(told: "findings", .told(.list(ImportFinding.shape)) { .array($0.map { .object($0.json) }) }, \.plan.findings),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        let plan = try await ImportPlan(JourneyImport(files, options(realm, site)), into: realm, of: site.domain.transfer)
        let isHeldBack = !replaces && !plan.replacements.isEmpty
        if !isHeldBack {
            try await site.domain.signIn.bundles.store(plan.bundle, in: realm.id)
            if let look = plan.look {
                var changed = realm
                changed.settings[LookSettings.self].look = look
                try await site.domain.directory.realms.update(changed)
            }
        }
        return Outcome(plan: plan, isHeldBack: isHeldBack)
    }

    private func options(_ realm: Realm, _ site: Site) -> ImportOptions {
        let name = realm.path.description.split(separator: "/").last.map(String.init)
        var options = ImportOptions(realm: name)
        options.attachment = { [scripts] name, owner in
            let script = scripts.first { (script: ScriptFile) in script.name == name && script.owner == owner }
            return script?.bytes
        }
        options.variables = realm.settings[ScriptingSettings.self].scriptVariables
        let random = site.domain.platform.random
        if makesNewIDs { options.newID = { random.uuid().text } }
        return options
    }
}
