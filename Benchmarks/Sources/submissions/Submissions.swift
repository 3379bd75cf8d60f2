import BenchSupport
import Foundation

/// Submissions of images for verification, beside the upload of the same bytes to a handler that keeps them as files.
///
///     submissions SERVICE-URL PLAIN-URL CONNECTIONS IMAGE…
///
/// SERVICE-URL ends in the realm's id (docs/protocols/verify.md 1). Each connection has a thread of its own. Each line of its input is an order:
/// `prepare CODE…` begins a verification for each code and seals the images for it, outside of what is measured; `ours` uploads and submits them
/// all, `plain` uploads the same bytes to the other address.
@main
struct Submissions {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map(\.self)
        guard arguments.count > 3, let connections = Int(arguments[2]), connections > 0 else {
            throw Failure("submissions SERVICE-URL PLAIN-URL CONNECTIONS IMAGE…")
        }
        let images = try arguments.dropFirst(3).map { try Array(Data(contentsOf: URL(filePath: $0))) }
        let parties = try (0..<connections).map { _ in try Party(base: arguments[0], plain: arguments[1]) }
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "prepare":
                for (index, party) in parties.enumerated() {
                    party.codes = words.dropFirst().enumerated().filter { $0.offset % connections == index }.map(\.element)
                }
                // Codes that are tried at the same moment count as guesses of one address until each is known to be right.
                for party in parties { _ = try party.prepare(images) }
                say("prepared")
            case "ours": try measure(parties) { try $0.submit() }
            case "plain": try measure(parties) { try $0.upload() }
            default: throw Failure("no order: \(line)")
            }
        }
    }

    private static func measure(_ parties: [Party], _ work: @escaping @Sendable (Party) throws -> Int) throws {
        let begun = ContinuousClock.now
        let count = try Threads.each(parties, work)
        say("{\"count\": \(count), \"seconds\": \((ContinuousClock.now - begun) / .seconds(1))}")
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
