import ArgumentParser
import Foundation
import Primitives
import ServerTesting
import TerminalJourneys
import Testing

@testable import gatehouse

@Suite("All commands")
struct CommandsTests {
    /// A command and the words that name it.
    private struct Named {
        let command: any ParsableCommand.Type
        let words: [String]

        var line: String { words.joined(separator: " ") }
        var examples: [String] {
            command.configuration.discussion.split(separator: "\n").map(String.init).filter { $0.hasPrefix("  gatehouse ") }
        }
    }

    /// All commands below the program, those with commands of their own too.
    private static var all: [Named] { below(GatehouseCommand.self, ["gatehouse"]) }
    private static var leaves: [Named] { all.filter { $0.command.configuration.subcommands.isEmpty } }

    private static func below(_ command: any ParsableCommand.Type, _ words: [String]) -> [Named] {
        command.configuration.subcommands.flatMap { next -> [Named] in
            let path = words + [next.configuration.commandName ?? "?"]
            return [Named(command: next, words: path)] + below(next, path)
        }
    }

    @Test("each has an example of itself")
    func examples() {
        #expect(Self.leaves.count > 100)
        for leaf in Self.leaves {
            let hasExample = leaf.examples.contains { $0.hasPrefix("  \(leaf.line) ") || $0 == "  \(leaf.line)" }
            #expect(hasExample, "\(leaf.line) has none")
        }
    }

    @Test("each example is taken by the parser")
    func parsed() throws {
        for named in Self.all {
            // A value that is cut short can't be taken, nor half of an example.
            for example in named.examples where !example.contains("…") && !example.hasSuffix("\\") {
                let words = Self.words(example)
                #expect(throws: Never.self, "\(example)") {
                    _ = try GatehouseCommand.parseAsRoot(try RemoteArguments.arranged(Array(words.dropFirst())))
                }
                #expect(CommandNames.problem(of: Array(words.dropFirst()), in: GatehouseCommand.self) == nil, "\(example)")
            }
        }
    }

    @Test("help has each example whole, however narrow the terminal is")
    func help() {
        for named in Self.all {
            let help = HelpText.wrapped(GatehouseCommand.helpMessage(for: named.command, columns: HelpText.unbounded), to: 60)
            let lines = help.split(separator: "\n").map(String.init)
            for example in named.examples { #expect(lines.contains(example), "\(named.line): \(example)") }
        }
    }

    @Test("help breaks what is prose between words, and begins the next line where the explanation begins")
    func prose() {
        let text = """
            A sentence of some words.
              --flag <name>           An explanation of words.
              gatehouse user list --realm alpha --json | jq .
            """
        #expect(
            HelpText.wrapped(text, to: 40) == """
                A sentence of some words.
                  --flag <name>           An explanation
                                          of words.
                  gatehouse user list --realm alpha --json | jq .
                """)
        #expect(HelpText.wrapped("one two three", to: 7) == "one two\nthree")
        #expect(HelpText.wrapped("one two three\nfour\n\nfive", to: 10) == "one two\nthree four\n\nfive")
        #expect(HelpText.wrapped("Error: one two\nUsage: three", to: 10) == "Error: one\ntwo\nUsage:\nthree")
    }

    @Test("what deletes is called delete, and taken as remove too")
    func verbs() {
        #expect(!Self.all.contains(where: { $0.words.last == "remove" }))
        for named in Self.all where named.words.last == "delete" {
            #expect(named.command.configuration.aliases == ["remove"], "\(named.line)")
        }
    }

    @Test(
        "a slip in a command or a flag: one line with what was perhaps meant",
        arguments: [
            (["usr", "list"], "gatehouse has no command usr; did you mean user?"),
            (["user", "lst"], "gatehouse user has no command lst; did you mean list?"),
            (["realm", "secret", "dlete", "alpha", "x"], "gatehouse realm secret has no command dlete; did you mean delete?"),
            (["quux"], "gatehouse has no command quux; see gatehouse --help"), (["user", "list", "--relm", "alpha"], "--realm"),
        ] as [([String], String)])
    func slips(arguments: [String], hint: String) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.code == 64 && ending.output.isEmpty)
        #expect(ending.complaints.first?.contains(hint) == true, "\(ending.complaints)")
    }

    @Test("with --json an error is an object on a line of standard error, and nothing is on standard output")
    func jsonErrors() async throws {
        let directory = try TemporaryDirectory()
        for (arguments, code) in [
            (["user", "list", "--json", "--data-directory", directory.path], 1), (["user", "lst", "--json"], 64),
            (["user", "list", "--json", "--relm", "x"], 64), (["config", "check", "--json", "--behind-proxy"], 78),
            (["config", "check", "--json", "--port", "many"], 78),
        ] as [([String], Int64)] {
            let ending = try await Program.run(arguments)
            let error = try JSONValue(parsing: try #require(ending.complaints.last))
            #expect(
                ending.code == Int32(code) && ending.output.isEmpty && ending.complaints.count == 1, "\(arguments) \(ending.complaints)")
            #expect(error["exitCode"] == .integer(code) && error["errors"]?.array?.isEmpty == false)
        }
        directory.remove()
    }

    /// The words of an example as a shell has them, without what follows in a pipe, a redirection or a remark.
    private static func words(_ line: String) -> [String] {
        var (words, word) = ([String](), "")
        var quote: Character?
        var (isWord, spaces) = (false, 0)
        for character in line.drop(while: { $0 == " " }) {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, isWord) = (character, true)
            } else if character == " " {
                if isWord { words.append(word) }
                (word, isWord, spaces) = ("", false, spaces + 1)
                if spaces > 1 { return words }
                continue
            } else if !isWord, "|<>&".contains(character) {
                return words
            } else {
                word.append(character)
                isWord = true
            }
            spaces = 0
        }
        return isWord ? words + [word] : words
    }
}
