/// The gate of a command's arguments: they are looked at before anything compares them with the names of commands, flags and data.
///
/// The arguments of a program are text from outside as well (docs/decisions/0109-text-from-outside.md): scripts pass on names that others chose.
package enum CommandArguments {
    /// The most bytes of one argument. What is longer comes by a file or by standard input.
    package static let longest = 64 << 10

    /// The problem of the first argument that no command takes; nil when there is none. It shows nothing of the argument.
    package static func problem(of arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument.utf8.count > longest { return "the argument \(index + 1) is longer than \(longest) bytes" }
            if !argument.isStreamSafe { return "the argument \(index + 1) has more than \(StreamSafety.mostMarks) marks in a row" }
        }
        return nil
    }
}
