import BenchSupport
import Foundation

/// Figures of signals and risk.
///
///     risk batches BASE ENVIRONMENT COUNT FILE    writes sealed batches of a hundred events, each "token payload" on a line, of instances that
///                                                 it has registered at a running server
///     risk evaluations FOLDER PLACES NETWORKS ANONYMOUS    evaluates events of users with 100, 1 000 and 10 000 past ones, in this process,
///                                                 over a database in a folder; a line of JSON for each, with the CPU's microseconds
@main
struct RiskBench {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("batches", 5):
            try await Batches(base: arguments[1], environment: arguments[2]).write(Int(arguments[3]) ?? 0, to: arguments[4])
        case ("evaluations", 5): try await Evaluations(folder: arguments[1], files: Array(arguments[2...])).run()
        default: throw Failure("usage: risk batches BASE ENVIRONMENT COUNT FILE | risk evaluations FOLDER PLACES NETWORKS ANONYMOUS")
        }
    }
}
