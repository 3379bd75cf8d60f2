import AsyncHTTPTransport
import BenchSupport
import DeviceFoundation
import Foundation

/// Phones for the benchmark, as apps hold them or bare, in a process of their own. The worker application's secret is read from the environment.
///
///     phones challenges BASE ENVIRONMENT CLIENT    reads "latencies COUNT" and "rate SECONDS" lines, and answers each with a line of JSON
///     phones hold BASE ENVIRONMENT CLIENT COUNT    connects so many, says "ready", and keeps them connected until its input ends
///     phones passcodes BASE ENVIRONMENT CLIENT COUNT FILE    writes authentications that wait for a passcode, and the passcodes
@main
struct Phones {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let secret = ProcessInfo.processInfo.environment["GATEHOUSE_BENCH_SECRET"] else { throw usage }
        let transport = try AsyncHTTPTransport()
        let platform = try await Platform(
            base: arguments[1], environment: arguments[2], client: arguments[3], secret: secret, transport: transport)
        switch (arguments[0], arguments.count) {
        case ("challenges", 4): try await challenges(platform)
        case ("hold", 5): try await hold(Int(arguments[4]) ?? 0, platform)
        case ("passcodes", 6): try await Passcodes(platform: platform).prepare(Int(arguments[4]) ?? 0, file: arguments[5])
        default: throw usage
        }
    }

    private static func challenges(_ platform: Platform) async throws {
        let challenges = try await Challenges(platform, phones: 4)
        let bare = try await BarePhones(platform, count: 128)
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            switch words.first {
            case "latencies":
                say("{\"latencies\": \(try await challenges.latencies(Int(words[1]) ?? 0))}")
            case "rate":
                let (count, seconds) = try await bare.rate(seconds: Double(words[1]) ?? 0)
                say("{\"count\": \(count), \"seconds\": \(seconds)}")
            default: throw usage
            }
        }
    }

    private static func hold(_ count: Int, _ platform: Platform) async throws {
        let connected = AsyncStream.makeStream(of: Void.self)
        let phones = try await Phone.fleet(count, platform, prefix: "held")
        let listening = phones.map { phone in
            Task {
                for try await event in phone.device.events {
                    if case .connected = event { connected.continuation.yield() }
                }
            }
        }
        var connections = connected.stream.makeAsyncIterator()
        for _ in 0..<count { await connections.next() }
        say("ready")
        while readLine() != nil {}
        for task in listening { task.cancel() }
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private static let usage = Failure(
        "usage: phones challenges|hold|passcodes BASE ENVIRONMENT CLIENT [COUNT [FILE]], with GATEHOUSE_BENCH_SECRET set")
}
