package import AMFormat
import Foundation
import Foundations
package import JourneyModel
package import Messaging
import Primitives
import Sessions
package import SignIn

/// The contents of files to import, read and translated. Nothing is stored by making one.
package struct JourneyImport: Sendable {
    /// The journeys that could be read, translated into our form.
    package private(set) var journeys: [JourneyDefinition] = []
    /// The scripts that can run here.
    package private(set) var scripts: [Script] = []
    /// The e-mail templates.
    package private(set) var templates: [EmailTemplate] = []
    /// The identity providers.
    package private(set) var providers: [ImportedProvider] = []
    /// The objects that are only kept.
    package private(set) var carried: [CarriedConfiguration.Object] = []
    /// The findings, in the order in which they were made.
    package private(set) var findings: [ImportFinding] = []

    /// The ids, in the files, of the scripts that can run here.
    private var scriptIDs: [String] = []

    /// Reads files of any form: ours, AM's exports of one or many journeys, Amster's, those of the configuration tools, or a raw graph with
    /// its nodes (`docs/protocols/journey-nodes.md` 1.1).
    package init(_ files: [ImportFile], _ options: ImportOptions = ImportOptions(), catalogue: NodeCatalogue = .standard) {
        let sorted = ImportedFiles(files, catalogue)
        findings = sorted.findings
        journeys = sorted.journeys
        for (id, script, file) in sorted.scripts { add(id, script, file, options) }
        let renamed = ScriptRewriting(scriptIDs)
        for (id, provider) in sorted.providers { add(provider: id, provider, renamed, options) }
        let realms = RealmRewriting(from: sorted.realm, to: options.realm)
        for entry in sorted.entries { add(entry, realms, renamed, options, catalogue) }
        noteDoubles()
    }

    /// The files that the scripts of files stand in, each beside the file that names it; no journey is translated to find them.
    package static func attachments(of files: [ImportFile], catalogue: NodeCatalogue = .standard) -> [(name: String, owner: String)] {
        var named: [(String, String)] = []
        for (id, script, file) in ImportedFiles(files, catalogue).scripts {
            _ = ImportedScript(id, script) { name in
                named.append((name, file))
                return nil
            }
        }
        return named
    }

    private mutating func add(_ id: String, _ file: JSONObject, _ path: String, _ options: ImportOptions) {
        guard file.count <= ImportLimits.members else {
            return findings.append(ImportFinding(.error, "script \(id.prefix(64))", "has more than \(ImportLimits.members) members"))
        }
        let imported = ImportedScript(id, file) { options.attachment($0, path) }
        findings += imported.findings
        if let script = imported.script {
            scriptIDs.append(id)
            if !scripts.contains(where: { $0.id == script.id }) { scripts.append(script) }
        }
        guard let kept = imported.kept else { return }
        if let script = imported.script {
            carry(CarriedObjects.scriptDetails, script.id.text, kept)
        } else {
            carry(CarriedObjects.scripts, id, kept)
        }
    }

    private mutating func add(
        _ entry: ImportEntry, _ realms: RealmRewriting?, _ renamed: ScriptRewriting,
        _ options: ImportOptions, _ catalogue: NodeCatalogue
    ) {
        var entry = entry
        realms?.rewrite(&entry)
        renamed.rewrite(&entry)
        if let newID = options.newID, entry.places.count <= JourneyLimits.nodes { IDRewriting(entry, newID: newID).rewrite(&entry) }
        var translation = JourneyTranslation(entry, catalogue)
        let journey = translation.journey()
        findings += translation.findings
        guard let journey else { return }
        journeys.append(journey)
        for container in AM.containers {
            for object in CarriedObjects.objects(in: entry.others[container] ?? .null) {
                switch container {
                case AM.templates: add(template: object.id, object.value)
                case AM.providers: add(provider: object.id, object.value.object ?? JSONObject(), renamed, options)
                default: carry(container, object.id, object.value)
                }
            }
        }
    }

    private mutating func add(template name: String, _ file: JSONValue) {
        guard !templates.contains(where: { $0.name == name }) else { return }
        do {
            templates.append(try EmailTemplate(name, (file.object ?? JSONObject()).without(AM.provenance)))
        } catch {
            findings.append(ImportFinding(.warning, "e-mail template \(name)", "\(error.reason); no mail is sent by it"))
            carry(AM.templates, name, file)
        }
    }

    private mutating func add(provider id: String, _ file: JSONObject, _ renamed: ScriptRewriting, _ options: ImportOptions) {
        guard !providers.contains(where: { $0.provider.name == id }) else { return }
        var file = file
        if let transform = file["transform"]?.string { file["transform"] = .string(renamed[transform]) }
        do {
            let imported = try ImportedProvider(id, file, variables: options.variables)
            providers.append(imported)
            findings += imported.findings
            if let kept = imported.kept { carry(CarriedObjects.providerDetails, id, kept) }
        } catch {
            findings.append(ImportFinding(.warning, AMProvider.subject(id), "\(error.reason); no user can sign in at it here"))
            carry(AM.providers, id, .object(file))
        }
    }

    private mutating func carry(_ kind: String, _ id: String, _ value: JSONValue) {
        let (cleaned, secrets) = CarriedObjects.cleaned(value)
        for secret in secrets {
            findings.append(
                ImportFinding(.warning, "\(kind) \(id)", member: secret, "a secret that every reader could use; dropped, to be set again"))
        }
        guard CarriedConfiguration.canHold(cleaned) else {
            return findings.append(ImportFinding(.error, "\(kind) \(id)", "is too large to be kept"))
        }
        let object = CarriedConfiguration.Object(kind: kind, id: id, value: cleaned)
        guard !carried.contains(where: { $0.kind == kind && $0.id == id }) else { return }
        carried.append(object)
        if !CarriedObjects.details.contains(kind), !ImportedTheme.isDefault(object) {
            findings.append(ImportFinding(.note, "\(kind) \(id)", "is kept for export, and has no effect here"))
        }
    }

    /// Notes journeys of the same name: of two, the first counts.
    private mutating func noteDoubles() {
        var names: Set<String> = []
        journeys = journeys.filter { journey in
            if names.insert(journey.name).inserted { return true }
            findings.append(ImportFinding(.error, "journey \(journey.name)", "stands in the files twice; the second is left out"))
            return false
        }
    }
}
