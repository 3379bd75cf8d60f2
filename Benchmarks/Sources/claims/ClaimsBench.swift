import BenchSupport
import Foundation

/// The figures of claims, their log and their mail.
///
///     claims local SECONDS CACHE                     claims issued and verified beside bare signatures; proofs of a log that the folder keeps
///     claims appends URL INSTANCES SECONDS           registrations, all instances at once; says "ready", and measures at each line that comes
///     claims mail URL COUNT                          envelopes of 1 KB through one mailbox
@main
struct ClaimsBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map(\.self)
        switch (arguments.first, arguments.count) {
        case ("local", 3): try Local(seconds: Double(arguments[1]) ?? 4, cache: arguments[2]).run()
        case ("appends", 4): try Appends(base: arguments[1], count: Int(arguments[2]) ?? 32, seconds: Double(arguments[3]) ?? 4).run()
        case ("mail", 3): try Mail(base: arguments[1], count: Int(arguments[2]) ?? 10_000).run()
        default: throw Failure("claims local SECONDS CACHE | appends URL INSTANCES SECONDS | mail URL COUNT")
        }
    }

    /// Prints a line at once, for the program that reads it.
    static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
