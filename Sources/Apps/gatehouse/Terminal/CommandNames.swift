import Administration
import ArgumentParser
import Primitives

/// The names of commands, as arguments give them.
enum CommandNames {
    /// The most bytes of a name that is compared with others.
    private static let longest = 64

    /// The sentence about the first argument that should name a command and names none; nil when they all do.
    ///
    /// ArgumentParser takes such a name for an unexpected argument, and has no suggestion for it.
    static func problem(of arguments: [String], in root: any ParsableCommand.Type) -> String? {
        var command = root
        var path = [name(of: root)]
        for argument in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            guard let next = known.first(where: { names(of: $0).contains(argument) }) else {
                let place = path.joined(separator: " ")
                return "\(place) has no command \(argument.prefix(longest))" + hint(argument, known.flatMap(names), place)
            }
            command = next
            path.append(name(of: next))
        }
        return nil
    }

    private static func hint(_ argument: String, _ names: [String], _ place: String) -> String {
        guard argument.utf8.count <= longest, let meant = SuggestedName.closest(to: argument, among: names) else {
            return "; see \(place) --help"
        }
        return "; did you mean \(meant)?"
    }

    static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    private static func names(of command: any ParsableCommand.Type) -> [String] { [name(of: command)] + command.configuration.aliases }
}
