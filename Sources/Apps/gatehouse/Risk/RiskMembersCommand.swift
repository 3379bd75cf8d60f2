import ArgumentParser
import Primitives
import RiskScoring

/// `gatehouse risk members`
struct RiskMembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "List the members that predictors, policy sets and conditions may have.",
        discussion: """
            Examples:
              gatehouse risk members VELOCITY
              gatehouse risk members --markdown > docs/risk-declarations.md
            """)

    @Argument(help: "A type of predictors or of conditions; all of them unless given.") var type: String?
    @Flag(help: "Print the reference of all members as a page.") var markdown = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, type != nil || output.json { throw ValidationError("--markdown prints the page of all members, and nothing else") }
    }

    func run() throws {
        if markdown { return print(RiskReference.markdown, terminator: "") }
        let sections = RiskReference.sections.filter { type == nil || $0.name == type }
        guard !sections.isEmpty else {
            throw CommandFailure("there is no type \(type ?? ""); one of \(RiskReference.sections.map(\.name).joined(separator: ", "))")
        }
        output.show(sections.flatMap(\.json), columns: ["of", "member", "value", "default", "help"])
    }
}
