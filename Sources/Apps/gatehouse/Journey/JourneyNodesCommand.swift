import ArgumentParser
import JourneyMessages
import JourneyModel
import Primitives
import Foundations
import ResourceMessages

/// `gatehouse journey nodes`
struct JourneyNodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "List the kinds of node that journeys may be made of, or explain one.",
        discussion: """
            Examples:
              gatehouse journey nodes
              gatehouse journey nodes retryLimitDecision
              gatehouse journey nodes --json
              gatehouse journey nodes --markdown > docs/nodes.md
            """)

    @Argument(help: "A kind of node, by its short name or AM's.") var kind: String?
    @Flag(help: "Print the reference of all kinds as a page.") var markdown = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, kind != nil || output.json { throw ValidationError("--markdown prints the page of all kinds, and nothing else") }
    }

    func run() throws {
        if markdown { return print(NodeReference.markdown, terminator: "") }
        let kinds = NodeCatalogue.standard.descriptions
        guard let kind else { return output.show(kinds.map(\.summary), columns: ["alias", "title", "outcomes"]) }
        guard let found = kinds.first(where: { $0.alias == kind || $0.name == kind }) else {
            throw CommandFailure("there is no kind of node \(kind); see gatehouse journey nodes")
        }
        if output.json { return output.show(found.summary) }
        print("\(found.alias) (\(found.name)): \(found.help)\n")
        for (title, values) in found.lists where !values.isEmpty { print("\(title)\(values.joined(separator: ", "))") }
        guard !found.settings.isEmpty else { return print("\nIt has no settings.") }
        print("")
        output.show(found.settings.map(\.summary), columns: ["setting", "form", "default", "help"])
    }
}

extension NodeDescription {
    /// The lists about a kind beside its settings.
    fileprivate var lists: [(String, [String])] {
        [
            ("outcomes   ", outcomes), ("callbacks  ", callbacks.map(\.name)), ("reads      ", reads), ("writes     ", writes),
            ("secrets    ", secrets),
        ]
    }

    fileprivate var summary: JSONObject {
        [
            "alias": .string(alias), "name": .string(name), "title": .string(title), "help": .string(help),
            "outcomes": .array(outcomes.map { .string($0) }), "standsOnPage": .bool(standsOnPage),
            "callbacks": .array(callbacks.map { .string($0.name) }), "reads": .array(reads.map { .string($0) }),
            "writes": .array(writes.map { .string($0) }), "secrets": .array(secrets.map { .string($0) }),
            "settings": .array(settings.map { .object($0.summary) }),
        ]
    }
}

extension NodeDescription.Setting {
    fileprivate var summary: JSONObject {
        [
            "setting": .string(name), "amName": amName.map { .string($0) } ?? .null, "form": .string(form.description),
            "schema": .object(form.schema), "default": initial ?? .null, "required": .bool(isRequired), "help": .string(help),
            "inert": inertness.map { .string($0) } ?? .null,
        ]
    }
}
