import Foundation
package import Primitives
package import Services

/// Writes journeys as one file of AM's form, with what belongs to them (`pingam-nodes.md` 1.2, format A).
///
/// The same journeys give the same bytes: nothing in it tells when, where or by whom it was written.
package struct JourneyExport: Sendable {
    private let scripts: [Script]
    private let carried: [CarriedConfiguration.Object]

    /// - Parameters:
    ///   - scripts: the realm's scripts.
    ///   - carried: what came with imported journeys.
    package init(scripts: [Script], carried: [CarriedConfiguration.Object]) {
        self.scripts = scripts
        self.carried = carried
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
        let all = scripts
        var entry = AMJourneyWriter(journey) { name in
            all.script(name).map { $0.id.uuidString.lowercased() == name.lowercased() ? name : $0.id.uuidString.lowercased() } ?? name
        }.entry
        entry["scripts"] = .object(scripts(of: journey))
        let brought = journey.kept["brought"]?.object ?? JSONObject()
        for container in AM.containers {
            let objects = (brought[container]?.strings ?? []).compactMap { object(container, $0) }
            entry[container] =
                container == "themes" ? .array(objects.map(\.value)) : .object(JSONObject(objects.map { ($0.id, $0.value) }))
        }
        return entry
    }

    private func object(_ kind: String, _ id: String) -> CarriedConfiguration.Object? {
        carried.first { $0.kind == kind && $0.id == id }
    }

    /// The scripts of a journey's nodes, and the libraries that they require.
    private func scripts(of journey: JourneyDefinition) -> JSONObject {
        let named = journey.everyNode.compactMap { $0.attributes["script"]?.string }
        var used = named.compactMap { scripts.script($0) }
        var index = 0
        while index < used.count {
            let libraries = used[index].requiredLibraries.compactMap { name in scripts.first { $0.name == name } }
            used += libraries.filter { library in !used.contains { $0.id == library.id } }
            index += 1
        }
        var object = JSONObject()
        for script in used {
            let id = script.id.uuidString.lowercased()
            object[id] = .object(script.amJSON(kept: self.object(CarriedObjects.scriptDetails, id)?.value))
        }
        // Scripts in languages that don't run here are only kept.
        for name in named where object[name.lowercased()] == nil { object[name] = self.object(CarriedObjects.scripts, name)?.value }
        return object
    }
}
