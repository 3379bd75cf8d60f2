import DeviceFoundation
import Foundation
import Primitives

/// The problems that a server tells (RFC 9457), in the words of the command line.
enum ProblemText {
    /// The failure of a command whose request was refused.
    /// - Parameter flags: the inputs that are flags of the command.
    static func failure(_ answer: AdministrationReply, flags: Set<String> = []) -> CommandFailure {
        let problem = answer.json
        let inputs = problem["problems"]?.array ?? []
        guard inputs.isEmpty else { return CommandFailure(inputs.map { line($0, flags) }) }
        let detail = problem["detail"]?.string ?? "the server answers with \(answer.status)"
        var lines = detail.split(separator: "\n").map(String.init)
        switch answer.status {
        case 412: lines = ["it has changed since it was read; look at it again, or change it all the same with --force"]
        case 429: lines[lines.endIndex - 1] += answer.headers["Retry-After"].map { "; again in \($0) s" } ?? ""
        default: break
        }
        if let reference = problem["reference"]?.string { lines.append("the server's log has it as \(reference)") }
        return CommandFailure(lines)
    }

    private static func line(_ problem: JSONValue, _ flags: Set<String>) -> String {
        let message = problem["message"]?.string ?? ""
        let steps = (problem["pointer"]?.string ?? "").split(separator: "/").map {
            String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
        }
        guard let first = steps.first else { return message }
        let rest = steps.dropFirst().joined(separator: ".")
        guard flags.contains(first) else { return "\(([first] + (rest.isEmpty ? [] : [rest])).joined(separator: ".")): \(message)" }
        // Settings and attributes are named by themselves, as they are typed.
        if !rest.isEmpty, ["settings", "attributes", "values"].contains(first) { return "\(rest): \(message)" }
        return "\(flag(first))\(rest.isEmpty ? "" : " " + rest): \(message)"
    }

    /// `--redirect-uris` for `redirectURIs`.
    static func flag(_ name: String) -> String {
        "--" + name.wordsOfMember(separator: "-").replacing("_", with: "-")
    }
}
