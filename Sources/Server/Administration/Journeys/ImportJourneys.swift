package import AMFormat
package import Directory
import Foundation
package import Foundations
import JourneyModel
package import JourneyTransfer
import Primitives
import Services
import SignIn

/// Stores journeys from files, with their scripts and what else they bring along.
package struct ImportJourneys: ChangingAction {
    package static let declaration = ActionDeclaration(
        "journey.import", .administer, "Store journeys from files, with their scripts and what else they bring along.")

    package let realm: RealmPath
    package let files: [ImportFile]
    /// Whether what is there may be replaced; else nothing is stored when something would be.
    package var replaces = false
    /// Whether every node gets a new id.
    package var makesNewIDs = false
    /// Reads a script's file beside the file that names it.
    package var attachment: @Sendable (_ name: String, _ file: String) -> [UInt8]?

    package init(
        realm: RealmPath, files: [ImportFile],
        attachment: @escaping @Sendable (_ name: String, _ file: String) -> [UInt8]? = { _, _ in nil }
    ) {
        self.realm = realm
        self.files = files
        self.attachment = attachment
    }

    /// The plan that was carried out, or held back.
    package struct Outcome: Sendable {
        package let plan: ImportPlan
        package let isHeldBack: Bool
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        let plan = try await ImportPlan(JourneyImport(files, options(realm, site)), into: realm, of: site.domain)
        let isHeldBack = !replaces && !plan.replacements.isEmpty
        if !isHeldBack { try await site.domain.bundles.store(plan.bundle, in: realm.id) }
        return Outcome(plan: plan, isHeldBack: isHeldBack)
    }

    private func options(_ realm: Realm, _ site: Site) -> ImportOptions {
        let name = realm.path.description.split(separator: "/").last.map(String.init)
        var options = ImportOptions(realm: name, attachment: attachment)
        options.variables = realm.settings[ScriptingSettings.self].scriptVariables
        let random = site.domain.random
        if makesNewIDs { options.newID = { random.uuid().text } }
        return options
    }
}
