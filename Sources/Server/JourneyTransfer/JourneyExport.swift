package import AMFormat
package import Directory
import Foundation
package import JourneyModel
package import Messaging
package import Primitives
package import Sessions
package import SignIn

/// Writes journeys as one file of AM's form, with what belongs to them (`docs/protocols/journey-nodes.md` 1.2, format A).
///
/// The same journeys give the same bytes: nothing in it tells when, where or by whom it was written.
package struct JourneyExport: Sendable {
    private let scripts: [Script]
    private let templates: [EmailTemplate]
    private let providers: [IdentityProvider]
    private let carried: [CarriedConfiguration.Object]
    private let variables: [String: String]

    /// - Parameters:
    ///   - scripts: the realm's scripts.
    ///   - templates: the realm's e-mail templates.
    ///   - providers: the realm's identity providers. No file gets their secrets.
    ///   - carried: the objects that came with imported journeys.
    ///   - variables: the values of placeholders in the settings of providers.
    package init(
        scripts: [Script], templates: [EmailTemplate] = [], providers: [IdentityProvider] = [], carried: [CarriedConfiguration.Object],
        variables: [String: String] = [:]
    ) {
        self.scripts = scripts
        self.templates = templates
        self.providers = providers
        self.carried = carried
        self.variables = variables
    }

    /// All that a realm's journeys may need.
    package init(of realm: Realm, in services: TransferServices) async throws {
        self.init(
            scripts: try await services.signIn.scripts.all(in: realm.id),
            templates: try await services.messaging.templates.all(in: realm.id),
            providers: try await services.session.providers.all(in: realm.id), carried: try await services.signIn.carried.all(in: realm.id),
            variables: realm.settings[ScriptingSettings.self].scriptVariables)
    }

    /// The file of some journeys.
    /// - Parameter inner: the names of those that are there only because others run them.
    package func file(_ journeys: [JourneyDefinition], inner: Set<String> = []) -> JSONValue {
        let (selected, innerNames) = (journeys.map(\.name).filter { !inner.contains($0) }, journeys.map(\.name).filter(inner.contains))
        return [
            "meta": [
                "exportTool": "gatehouse", "exportToolVersion": "1.0",
                "treesSelectedForExport": .array(selected.map { .string($0) }),
                "innerTreesIncluded": .array(innerNames.map { .string($0) }),
            ],
            "trees": .object(JSONObject(journeys.map { ($0.name, .object(entry($0))) })),
        ]
    }

    /// Settings that AM doesn't have, so that the file lacks them.
    package func losses(_ journey: JourneyDefinition) -> [ImportFinding] {
        nodeLosses(journey)
            + names(AM.providers, of: journey).compactMap { name in providers.first { $0.name == name } }.flatMap { provider in
                provider.settingsBeyondAM.map {
                    ImportFinding(
                        .warning, AMProvider.subject(provider.name), member: $0, "PingAM has no such setting; it is not in the file")
                }
            }
    }

    private func nodeLosses(_ journey: JourneyDefinition) -> [ImportFinding] {
        journey.nodes.flatMap { placed in
            let children = ((placed.node as? Page)?.children ?? []).map { ($0.kind, $0.node) }
            return ([(placed.kind, placed.node)] + children).flatMap { kind, node in
                node is ForeignNode || node is Page
                    ? []
                    : node.settingsBeyondAM.map { name in
                        ImportFinding(
                            .warning, "journey \(journey.name)", node: placed.id, kind: kind.name, member: name,
                            "PingAM has no such setting; it is not in the file")
                    }
            }
        }
    }

    private func entry(_ journey: JourneyDefinition) -> JSONObject {
        var entry = AMJourneyWriter(journey) {
            scriptID($0)
        }.entry
        entry[AM.scripts] = .object(scripts(of: journey))
        for container in AM.containers {
            let objects = names(container, of: journey).compactMap { name in object(container, name).map { (name, $0) } }
            entry[container] = container == "themes" ? .array(objects.map(\.1)) : .object(JSONObject(objects))
        }
        return entry
    }

    /// The id by which files know a script of an id or a name; the text itself where there is no such script.
    private func scriptID(_ name: String) -> String {
        guard let script = scripts.script(name) else { return name }
        let id = script.amID(kept: kept(CarriedObjects.scriptDetails, script.id.text))
        return id == name.lowercased() ? name : id
    }

    /// The names of the objects of a container that belong to a journey: those that came with it, and those that its nodes name.
    private func names(_ container: String, of journey: JourneyDefinition) -> [String] {
        var names = journey.kept["brought"]?[container]?.strings ?? []
        for attributes in journey.everyNode.map(\.attributes) {
            switch container {
            case AM.scripts: names += attributes["script"]?.string.map { [$0] } ?? []
            case AM.templates: names += attributes[JourneyReferences.template]?.string.map { [$0] } ?? []
            case AM.providers: names += attributes[JourneyReferences.providers]?.strings ?? []
            default: break
            }
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private func object(_ container: String, _ name: String) -> JSONValue? {
        let stored: JSONObject? =
            switch container {
            case AM.templates: templates.first { $0.name == name }?.json
            case AM.providers:
                providers.first { $0.name == name }.map(file(of:))
            default: nil
            }
        return stored.map(JSONValue.object) ?? kept(container, name)
    }

    private func file(of provider: IdentityProvider) -> JSONObject {
        let json = provider.amJSON(
            kept: kept(CarriedObjects.providerDetails, provider.name), variables: variables)
        guard let script = provider.transform, UUID(text: script) != nil,
            json["transform"]?.string == script
        else { return json }
        return json.overlaid(with: ["transform": .string(scriptID(script))])
    }

    private func kept(_ kind: String, _ id: String) -> JSONValue? { carried.first { $0.kind == kind && $0.id == id }?.value }

    /// The scripts that belong to a journey, and the libraries that they require.
    private func scripts(of journey: JourneyDefinition) -> JSONObject {
        let named = names(AM.scripts, of: journey)
        var used = named.compactMap { scripts.script($0) }
        var index = 0
        while index < used.count {
            let libraries = used[index].requiredLibraries.compactMap { name in scripts.first { $0.name == name } }
            used += libraries.filter { library in !used.contains { $0.id == library.id } }
            index += 1
        }
        var object = JSONObject()
        for script in used {
            let kept = kept(CarriedObjects.scriptDetails, script.id.text)
            object[script.amID(kept: kept)] = .object(script.amJSON(kept: kept))
        }
        // Scripts in languages that don't run here are only kept.
        for name in named where object[name.lowercased()] == nil { object[name] = kept(CarriedObjects.scripts, name) }
        return object
    }
}
