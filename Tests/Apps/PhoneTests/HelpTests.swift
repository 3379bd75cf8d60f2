import ArgumentParser
import Primitives
import TerminalJourneys
import Testing

@testable import phone

@Suite("The phone's help")
struct HelpTests {
    /// A command and all below it.
    private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    @Test("has each example whole, however narrow the terminal is", arguments: Persona.allCases)
    func examples(of persona: Persona) {
        var count = 0
        for command in Self.all(persona.root) {
            let help = HelpText.wrapped(persona.root.helpMessage(for: command, columns: HelpText.unbounded), to: 60)
            let lines = help.split(separator: "\n")
            for example in command.configuration.discussion.split(separator: "\n") where example.hasPrefix("  phone ") {
                #expect(lines.contains(example), "\(example)")
                count += 1
            }
        }
        #expect(count > 0)
    }
}
