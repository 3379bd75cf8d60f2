import Primitives
import VerifiableClaims
import Wallet

/// Asks at the terminal before anything is shared. Without a terminal nothing is, unless the command says so.
struct ShareTerminal: ShareConsent {
    /// Whether the command itself says yes (`--yes`).
    let isGiven: Bool

    func allows(_ question: ShareQuestion) async -> Bool {
        for line in Self.lines(question) { Terminal.complain(line) }
        guard !isGiven else { return true }
        guard Terminal.isInteractive else {
            Terminal.complain("nothing is shared without an answer; say --yes where there is no terminal")
            return false
        }
        Terminal.write("Share this? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    /// The question in lines for a terminal.
    static func lines(_ question: ShareQuestion) -> [String] {
        var lines = ["\(question.recipient.text) is to receive:"]
        for item in question.items {
            lines.append(item.issuer.map { "  signed by \($0):" } ?? "  your own words, which nothing proves:")
            lines +=
                item.fields.isEmpty
                ? ["    that you have the claim, and nothing that it says"] : item.fields.map { "    \($0.key): \(shown($0.value))" }
        }
        if let keys = question.requestedKeys { lines.append("It asks for: \(keys.joined(separator: ", "))") }
        lines.append(question.purpose.map { "It says why: \($0)" } ?? "It doesn't say why.")
        return lines
    }

    /// The beginning of a long value, such as a card's picture.
    private static func shown(_ value: String) -> String { value.utf8.count > 200 ? "\(value.prefix(200))…" : value }
}
