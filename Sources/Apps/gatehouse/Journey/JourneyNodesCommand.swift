import Administration
import ArgumentParser
import JourneyMessages
import JourneyModel
import Primitives

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
        guard let kind else { return output.show(kinds.map(\.json), columns: ["alias", "title", "outcomes"]) }
        guard let found = kinds.first(where: { $0.alias == kind || $0.name == kind }) else {
            throw CommandFailure("there is no kind of node \(kind); see gatehouse journey nodes")
        }
        if output.json { return output.show(found.json) }
        print("\(found.alias) (\(found.name)): \(found.help)\n")
        for (title, values) in found.lists where !values.isEmpty { print("\(title)\(values.joined(separator: ", "))") }
        guard !found.settings.isEmpty else { return print("\nIt has no settings.") }
        print("")
        output.show(found.settings.map(\.json), columns: ["setting", "form", "default", "help"])
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
}
