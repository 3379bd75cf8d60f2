import BenchSupport
import Foundation

/// The Orchestration SDK's half of the figures.
///
///     sealed local SECONDS                             what codes, signatures and an activation cost, in processor time of this thread
///     sealed timing                                    whether verification takes a time of its own for a wrong code; fails if so
///     sealed remote URL TENANT PHONES SECONDS          whole remote authentications, all phones at once; the key is $GATEHOUSE_BENCH_SECRET
///     sealed bare URL PHONES SECONDS                   the same at the floors' server, without anything but the arithmetic
@main
struct Sealed {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map(\.self)
        switch arguments.first {
        case "local": try Local(seconds: arguments.dropFirst().first.flatMap(Double.init) ?? 2).run()
        case "timing": try Timing().run()
        case "remote" where arguments.count == 5:
            let key = ProcessInfo.processInfo.environment["GATEHOUSE_BENCH_SECRET"] ?? ""
            try await Remote(
                base: arguments[1], tenant: arguments[2], key: key, count: Int(arguments[3]) ?? 32, seconds: Double(arguments[4]) ?? 4
            ).run()
        case "bare" where arguments.count == 4:
            guard let url = URL(string: arguments[1]) else { throw Failure("no URL: \(arguments[1])") }
            let devices = try (0..<(Int(arguments[2]) ?? 32)).map { _ in try BareDevice(url) }
            try await measure(devices, Double(arguments[3]) ?? 4)
        default: throw Failure("sealed local SECONDS | timing | remote URL TENANT PHONES SECONDS | bare URL PHONES SECONDS")
        }
    }
}

/// The processor time of this thread, in microseconds.
func threadMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
