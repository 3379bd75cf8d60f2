import Foundation
package import Primitives
import ScriptMessages

/// The objects outside of itself that a journey refers to.
package struct JourneyReferences {
    private let journey: JourneyDefinition

    package init(_ journey: JourneyDefinition) { self.journey = journey }

    /// The settings, by AM's names, that name e-mail templates and identity providers.
    package static let template = "emailTemplateName"
    /// The setting that names identity providers.
    package static let providers = "filteredProviders"

    /// The objects that there are to refer to.
    package struct Known: Sendable {
        /// The names of the realm's journeys.
        package var journeys: Set<String> = []
        /// The realm's scripts.
        package var scripts: [KnownScript] = []
        /// Scripts that are kept and can't run here.
        package var foreignScripts: [ForeignScript] = []
        /// The names of the realm's e-mail templates.
        package var templates: Set<String> = []
        /// The names of the realm's identity providers.
        package var providers: Set<String> = []
        /// The names of the variables that are set.
        package var variables: Set<String> = []
        /// The ids of the realm's applications; nil where they aren't known.
        package var applications: Set<String>?
        /// Whether the realm's schema has an attribute of a name.
        package var hasAttribute: @Sendable (String) -> Bool = { _ in false }

        package init() {}

        /// The script of an id or a name, as the script library finds it when a journey runs.
        package func script(_ name: String) -> KnownScript? {
            let id = name.lowercased()
            return scripts.first { $0.id == id } ?? scripts.first { $0.name == name }
        }

        /// The reason for which there is no script of an id or a name.
        package func absence(ofScript name: String) -> String {
            let kept = foreignScripts.first { $0.id.asciiLowercased == name.asciiLowercased || $0.name == name }
            guard let kept, let language = kept.language, language != "JAVASCRIPT" else { return "there is no script \(name)" }
            return "the script \(kept.name ?? name) is in \(language), which can't be run here; write it anew in JavaScript"
        }
    }

    /// A script that there is.
    package struct KnownScript: Sendable {
        /// The id, in lower case.
        package let id: String
        /// The name, unique in the realm.
        package let name: String
        /// The libraries that its text requires.
        package let libraries: [String]
        /// The Java classes that its text names and of which there is no stand-in.
        package let classes: [String]

        package init(id: String, name: String, libraries: [String], classes: [String] = []) {
            self.id = id.lowercased()
            self.name = name
            self.libraries = libraries
            self.classes = classes
        }
    }

    /// A script that came with a journey and is only kept.
    package struct ForeignScript: Sendable {
        /// The id in the file.
        package let id: String
        /// The name in the file; nil for none.
        package let name: String?
        /// The language in the file, such as `GROOVY`; nil for none.
        package let language: String?

        package init(id: String, name: String?, language: String?) {
            self.id = id
            self.name = name
            self.language = language
        }
    }

    /// A reference to something that isn't there.
    package struct Missing {
        /// The id of the node.
        package let node: String
        /// AM's name of the node's kind.
        package let kind: String
        /// The setting that refers to the object.
        package let member: String
        /// The problem, as an administrator reads it.
        package let reason: String
        /// Whether only the part of a script that uses it fails.
        package var isPartial = false
    }

    /// The references of all nodes to objects that aren't known.
    package func missing(from known: Known) -> [Missing] {
        journey.everyNode.flatMap { node in
            (missing(node.attributes, known) + missing(node.attributeNames, known) + applications(missingFor: node, known)).map {
                Missing(node: node.id, kind: node.kind, member: $0.member, reason: $0.reason)
            } + classes(missingFor: node, known)
        }
    }

    private func applications(
        missingFor node: JourneyDefinition.AnyNode, _ known: Known
    ) -> [(member: String, reason: String)] {
        guard let applications = known.applications else { return [] }
        return node.applicationNames.filter { !applications.contains($0.name) && !Placeholder.stands(in: .string($0.name)) }
            .map { ($0.setting, "there is no application \($0.name)") }
    }

    /// Java classes that the script of a node names and of which there is no stand-in.
    private func classes(missingFor node: JourneyDefinition.AnyNode, _ known: Known) -> [Missing] {
        guard let name = node.attributes["script"]?.string, let script = known.script(name) else { return [] }
        return script.classes.map { path in
            let reason = "the script \(script.name) names \(JavaStandIns.absence(of: path))"
            return Missing(node: node.id, kind: node.kind, member: "script", reason: reason, isPartial: true)
        }
    }

    private func missing(_ attributes: JSONObject, _ known: Known) -> [(member: String, reason: String)] {
        var found: [(String, String)] = []
        if let tree = attributes["tree"]?.string, !known.journeys.contains(tree), !Placeholder.stands(in: .string(tree)) {
            found.append(("tree", "there is no journey \(tree)"))
        }
        if let name = attributes["script"]?.string, !Placeholder.stands(in: .string(name)), !ScriptSource.isNone(name) {
            if let script = known.script(name) {
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
            .filter { $0.name.description != SecretName.password && !known.hasAttribute($0.name.description) }
            .map { ($0.setting, "the realm's schema has no attribute \($0.name.description.prefix(64))") }
    }

    private func libraries(missingIn script: KnownScript, _ known: Known) -> [String] {
        script.libraries.filter { name in !known.scripts.contains { $0.name == name } }
    }
}

extension JourneyDefinition {
    /// The names of the journeys that this one runs inside.
    package var innerJourneys: [String] { nodes.compactMap { ($0.node as? InnerTreeEvaluator)?.tree } }

    /// A node, also one on a page.
    package struct AnyNode {
        /// The node's id, unique in its journey.
        package let id: String
        fileprivate let node: any NodeDeclaration
        fileprivate let placeholders: JSONObject

        /// AM's name of its kind.
        package var kind: String { node.amType }
        /// Its settings by AM's names.
        package var attributes: JSONObject { node.everyAttribute(placeholders) }
        /// The oddities of its settings.
        package var warnings: [SettingObjection] { node.warnings }
        /// The attributes of the realm's schema that its settings name, by the settings.
        package var attributeNames: [(setting: String, name: AttributeName)] { node.attributeNames }
        /// The applications that its settings name, by the settings.
        package var applicationNames: [(setting: String, name: String)] { node.applicationNames }
    }

    /// Each node, also on pages.
    package var everyNode: [AnyNode] {
        nodes.flatMap { placed in
            [AnyNode(id: placed.id, node: placed.node, placeholders: placed.placeholders)]
                + ((placed.node as? Page)?.children ?? []).enumerated().map { index, child in
                    AnyNode(id: child.id ?? "\(placed.id).\(index)", node: child.node, placeholders: child.placeholders)
                }
        }
    }
}

extension NodeDeclaration {
    fileprivate func everyAttribute(_ placeholders: JSONObject) -> JSONObject {
        if let foreign = self as? ForeignNode { return foreign.attributes.without(ForeignNode.frame) }
        return amAttributes.overlaid(
            with: JSONObject(placeholders.members.compactMap { member in amName(of: member.name).map { ($0, member.value) } }))
    }
}
