import Foundation
import Primitives
import Store
import SignIn
import Directory

/// The objects outside of itself that a journey refers to.
struct JourneyReferences {
    private let journey: JourneyDefinition

    init(_ journey: JourneyDefinition) { self.journey = journey }

    /// The settings, by AM's names, that name e-mail templates and identity providers.
    static let template = "emailTemplateName"
    static let providers = "filteredProviders"

    /// The objects that there are to refer to.
    struct Known {
        let journeys: Set<String>
        let scripts: [Script]
        let templates: Set<String>
        let providers: Set<String>
        let variables: Set<String>
        let schema: ProfileSchema
        /// The objects that are kept and have no effect here.
        let carried: [CarriedConfiguration.Object]

        /// The reason for which there is no script of an id or a name.
        func absence(ofScript name: String) -> String {
            let kept = carried.first { object in
                object.kind == CarriedObjects.scripts
                    && (object.id.caseInsensitiveCompare(name) == .orderedSame || object.value["name"]?.string == name)
            }
            guard let language = kept?.value["language"]?.string, language != "JAVASCRIPT" else { return "there is no script \(name)" }
            return
                "the script \(kept?.value["name"]?.string ?? name) is in \(language), which can't be run here; write it anew in JavaScript"
        }
    }

    /// A reference to something that isn't there.
    struct Missing {
        let node: String
        let kind: String
        let member: String
        let reason: String
    }

    func missing(from known: Known) -> [Missing] {
        journey.everyNode.flatMap { node in
            (missing(node.attributes, known) + missing(node.attributeNames, known)).map {
                Missing(node: node.id, kind: node.kind, member: $0.member, reason: $0.reason)
            }
        }
    }

    private func missing(_ attributes: JSONObject, _ known: Known) -> [(member: String, reason: String)] {
        var found: [(String, String)] = []
        if let tree = attributes["tree"]?.string, !known.journeys.contains(tree), !Placeholder.stands(in: .string(tree)) {
            found.append(("tree", "there is no journey \(tree)"))
        }
        if let name = attributes["script"]?.string, !Placeholder.stands(in: .string(name)), !Script.isNone(name) {
            if let script = known.scripts.script(name) {
                found += libraries(missingIn: script, known).map {
                    ("script", "the script \(script.name) requires \($0), which isn't there")
                }
            } else {
                found.append(("script", known.absence(ofScript: name)))
            }
        }
        if let name = attributes[Self.template]?.string, !known.templates.contains(name), !Placeholder.stands(in: .string(name)) {
            found.append((Self.template, "there is no e-mail template \(name)"))
        }
        for name in attributes[Self.providers]?.strings ?? []
        where !known.providers.contains(name) && !Placeholder.stands(in: .string(name)) {
            found.append((Self.providers, "there is no identity provider \(name)"))
        }
        for name in Placeholder.names(in: .object(attributes)) where !known.variables.contains(name) {
            found.append(("&{\(name)}", "the realm has no variable of this name; set it among scriptVariables"))
        }
        return found
    }

    /// Attributes that the realm's schema doesn't have; an account's password is none of its attributes, and can be asked for like one.
    private func missing(
        _ attributes: [(setting: String, name: AttributeName)], _ known: Known
    ) -> [(member: String, reason: String)] {
        attributes
            .filter { $0.name.description != SecretName.password && known.schema[$0.name.description] == nil }
            .map { ($0.setting, "the realm's schema has no attribute \($0.name.description.prefix(64))") }
    }

    private func libraries(missingIn script: Script, _ known: Known) -> [String] {
        script.requiredLibraries.filter { name in !known.scripts.contains { $0.name == name } }
    }
}

extension JourneyDefinition {
    /// The names of the journeys that this one runs inside.
    package var innerJourneys: [String] { nodes.compactMap { ($0.node as? InnerTreeEvaluator)?.tree } }

    /// A node, also one on a page.
    struct AnyNode {
        let id: String
        fileprivate let type: NodeType
        fileprivate let node: any JourneyNode
        fileprivate let placeholders: JSONObject

        /// AM's name of its kind.
        var kind: String { AMNodeWriter.type(of: node, type) }
        /// Its settings by AM's names.
        var attributes: JSONObject { node.everyAttribute(placeholders) }
        var warnings: [SettingObjection] { node.warnings }
        var attributeNames: [(setting: String, name: AttributeName)] { node.attributeNames }
    }

    /// Each node, also on pages.
    var everyNode: [AnyNode] {
        nodes.flatMap { placed in
            [AnyNode(id: placed.id, type: placed.kind, node: placed.node, placeholders: placed.placeholders)]
                + ((placed.node as? Page)?.children ?? []).enumerated().map { index, child in
                    AnyNode(
                        id: child.id ?? "\(placed.id).\(index)", type: child.kind, node: child.node, placeholders: child.placeholders)
                }
        }
    }
}

extension JourneyNode {
    fileprivate func everyAttribute(_ placeholders: JSONObject) -> JSONObject {
        if let foreign = self as? ForeignNode { return foreign.attributes.without(ForeignConfiguration.frame) }
        return amAttributes.overlaid(
            with: JSONObject(placeholders.members.compactMap { member in amName(of: member.name).map { ($0, member.value) } }))
    }
}

extension [Script] {
    /// The script of an id or a name, as the script library finds it when a journey runs.
    func script(_ name: String) -> Script? {
        let id = UUID(text: name)
        return first { $0.id == id } ?? first { $0.name == name }
    }
}

extension Script {
    /// The names of the libraries that the text requires, as far as they stand there as texts.
    var requiredLibraries: [String] {
        text.matches(of: /require\(\s*(?:"([^"\n]{1,256})"|'([^'\n]{1,256})')\s*\)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }
}
